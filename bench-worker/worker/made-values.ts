import { VALUES_AT_MOST, type PlayedScenario } from "../contract/played-scenario.ts";
import type { FakeUse } from "../target-result.ts";
import type { LoadedTarget } from "./load/load-target.ts";
import { inShort } from "./replay/in-short.ts";
import { argumentNamed } from "./replay/recorded-values.ts";

type Value = NonNullable<PlayedScenario["values"]>[number];

/** What a call without a recording is made of: its arguments, what it is called on, and its answers, each with where that came from. */
export function madeValues(target: LoadedTarget, uses: readonly FakeUse[]): Value[] {
  const { callable, fakes, asyncFunction } = target;
  const callback = (): void => undefined;
  const given = fakes.given?.arguments((name) => fakes.make(name))?.(callback).length ?? 0;
  const parameters = asyncFunction.parameters.filter(({ name }) => name !== "this");
  const value = (what: string, made: unknown, otherwise: Value["origin"]): Value => {
    const name = fakes.nameOf(made);
    if (name !== undefined) return { what, origin: "stand-in", text: `stand-in for ${name}` };
    return { what, origin: otherwise, text: inShort(made, (one) => fakes.nameOf(one)) };
  };
  const { receiver } = callable;
  const values = [
    ...callable.makeArguments(callback).map((made, at) => {
      const what = argumentNamed(at, parameters);
      if (at < given) return value(what, made, "given");
      if (made === callback) return { what, origin: "inferred" as const, text: "the callback" };
      return value(what, made, typeof parameters[at]?.type === "string" ? "typed" : "inferred");
    }),
    ...(typeof receiver === "object" && receiver !== null ? [value("this", receiver, "inferred")] : []),
    ...uses
      .filter(({ kind }) => kind !== "sync")
      .map(({ expression, line, from, why }): Value => {
        const what = `answer of ${expression}${line === undefined ? "" : ` at line ${line}`}`;
        return {
          what,
          origin: from === "file" ? "given" : "stand-in",
          ...(why === undefined ? {} : { rule: why }),
        };
      }),
  ];
  return values.slice(0, VALUES_AT_MOST);
}
