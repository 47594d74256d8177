import { VALUE_CHARACTERS_AT_MOST } from "../contract/played-scenario.ts";
import type { Origin, Scenario } from "../contract/scenario.ts";
import type { FakeUse } from "../target-result.ts";
import type { LoadedTarget } from "./load/load-target.ts";
import { inShort } from "./replay/in-short.ts";

type Part = NonNullable<Scenario["this"]>;

/** What a call without a recording is made of: its arguments, what it is called on, and its answers, each with where that came from. */
export function madeScenario(target: LoadedTarget, uses: readonly FakeUse[]): Scenario {
  const { callable, fakes, asyncFunction } = target;
  const callback = (): void => undefined;
  const given = fakes.given?.arguments((name) => fakes.make(name))?.(callback).length ?? 0;
  const parameters = asyncFunction.parameters.filter(({ name }) => name !== "this");
  const part = (made: unknown, otherwise: Origin, setting?: string): Part => {
    const name = fakes.nameOf(made);
    const origin = name === undefined ? otherwise : "stand-in";
    const text = name === undefined ? inShort(made, (one) => fakes.nameOf(one)) : `stand-in for ${name}`;
    const from = setting === undefined ? undefined : { setting, place: fakes.given!.place };
    return { origin, text: text.slice(0, VALUE_CHARACTERS_AT_MOST), ...(from && { from }) };
  };
  const { receiver } = callable;
  return {
    arguments: callable.makeArguments(callback).map((made, at) => {
      if (at < given) return part(made, "given", "arguments");
      if (made === callback) return { origin: "inferred", text: "the callback" };
      return part(made, typeof parameters[at]?.type === "string" ? "typed" : "inferred");
    }),
    ...(typeof receiver === "object" && receiver !== null ? { this: part(receiver, "inferred") } : {}),
    answers: uses
      .filter(({ kind }) => kind !== "sync")
      .map(({ expression, line, from, why }) => ({
        ...{ expression, origin: from === "file" ? "given" : "stand-in" },
        ...(line === undefined ? {} : { line }),
        ...(why === undefined ? {} : { rule: why }),
      })),
  };
}
