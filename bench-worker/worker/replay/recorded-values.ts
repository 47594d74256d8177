import type { AsyncFunction } from "../../../analysis/model.ts";
import { nameOfAnswer, type RecordedAnswer } from "../../contract/recording.ts";
import { VALUES_AT_MOST, type PlayedScenario } from "../../contract/played-scenario.ts";
import { settingOf } from "../../contract/setting.ts";
import type { Scenario } from "../../contract/scenario.ts";
import { taggedOf } from "../../contract/recorded-object.ts";
import { argumentsText, valueText, type ValueText } from "../../contract/value-text.ts";

type Part = NonNullable<Scenario["this"]>;
type Value = NonNullable<PlayedScenario["values"]>[number];

/** An event that is listened to: `stream.on(data)`. */
const EVENT = /\([^()]+\)$/;

/** A longer name says less than its place. */
const LONGEST_NAME = 40;

/** What an argument is called: `argument 0 (order)`. */
export function argumentNamed(at: number, parameters: AsyncFunction["parameters"]): string {
  const name = parameters[at]?.name;
  return `argument ${at}${name === undefined || name.length > LONGEST_NAME ? "" : ` (${name})`}`;
}

/** What a scenario is made of, in short, with where it came from. */
export function valuesOf(scenario: Scenario, parameters: AsyncFunction["parameters"]): Value[] {
  const { this: self, arguments: given = [], surroundings = [], answers = [] } = scenario;
  const values = [
    ...given.map((one, at) => ({
      ...value(argumentNamed(at, parameters), one, () => valueText(one.value)),
      ...(one.origin === "given" || parameters[at]?.role === "callback"
        ? {}
        : settingOf("arguments", String(at))),
    })),
    ...(self === undefined || taggedOf(self.value)?.$ === "undefined"
      ? []
      : [value("this", self, () => valueText(self.value))]),
    ...surroundings.flatMap((one) => {
      if (one.scope === "around") return [];
      const what = one.scope === "environment" ? "environment" : "variable";
      return [
        {
          ...value(`${what} ${one.name}`, one, () => valueText("value" in one ? one.value : undefined)),
          ...(one.scope === "environment"
            ? settingOf("environment", one.name)
            : settingOf("fakes", one.name, "value")),
        },
      ];
    }),
    ...answers.map((one) => {
      const isRecorded = "kind" in one;
      const isWake = isRecorded && one.style === "wake";
      const what = isWake ? `call of ${nameOfAnswer(one)},` : `answer of ${one.expression}`;
      const place = one.line === undefined ? "" : ` at line ${one.line}`;
      return {
        ...value(`${what}${place}`, one, isRecorded ? () => answerText(one) : null),
        // Timers and events of streams stay as they are.
        ...(isWake || EVENT.test(one.expression) ? {} : settingOf("fakes", one.expression, "returns")),
      };
    }),
  ];
  return values.slice(0, VALUES_AT_MOST);
}

/** @param textOf Of a part that is data. */
function value(
  what: string,
  { origin, from, text: told, rule = from?.place }: Pick<Part, "origin" | "from" | "text" | "rule">,
  textOf: (() => ValueText) | null,
): Value {
  const why = rule === undefined ? {} : { rule };
  if (from !== undefined || told !== undefined || textOf === null)
    return { what, origin, ...(told === undefined ? {} : { text: told }), ...why };
  const { text, isCut } = textOf();
  return { what, origin, text, ...(isCut ? { isCut } : {}), ...why };
}

/** What it gave: the last that it called back with, where it did. */
function answerText({ outcome, value: given, callbacks = [] }: RecordedAnswer): ValueText {
  const last = callbacks.at(-1);
  if (last !== undefined) return argumentsText(last.arguments);
  return outcome === "pending" ? { text: "no answer", isCut: false } : valueText(given);
}
