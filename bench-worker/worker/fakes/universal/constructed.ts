import { harness } from "../../harness/intrinsics.ts";
import { lastName } from "../../io/last-name.ts";
import { isExecutor } from "../callback-shape.ts";
import type { FakeContext } from "./context.ts";
import type { AnyFunction } from "./any-function.ts";

/** What `new` gives of a fake. Where that is an error, it is a real one: whoever throws it can be told. */
export function constructed(fakes: FakeContext, name: string, parameters: unknown[]): object {
  if (!/(?:Error|Exception)$/.test(name)) {
    const [run] = parameters;
    if (typeof run === "function" && !fakes.isFake(run) && isExecutor(run as AnyFunction))
      return new Promise(run as ConstructorParameters<typeof Promise>[0]);
    const made = fakes.make(`new ${name}()`);
    return typeof made === "object" || typeof made === "function" ? (made ?? {}) : {};
  }
  const message = parameters.find((parameter) => typeof parameter === "string");
  const error = new harness.Error(message);
  error.name = lastName(name);
  return error;
}
