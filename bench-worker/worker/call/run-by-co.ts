import co from "co";
import type { AsyncFunction } from "../../../analysis/model.ts";
import type { Callable } from "./caller.ts";

/** What gives the prototype of all generators. */
const isGenerator = (value: unknown): boolean =>
  Object.prototype.toString.call(value) === "[object GeneratorFunction]";

/** A target that is a generator which nothing in its file drives: co does, as whoever calls it would have it done. */
export function runByCo(run: Callable["run"], { runner }: Pick<AsyncFunction, "runner">): Callable["run"] {
  return runner === "co" && isGenerator(run) ? co.wrap(run) : run;
}
