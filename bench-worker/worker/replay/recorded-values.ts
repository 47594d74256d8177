import type { AsyncFunction } from "../../../analysis/model.ts";
import { nameOfAnswer, type RecordedAnswer, type RecordedCall } from "../../contract/recording.ts";
import { VALUES_AT_MOST, type PlayedScenario } from "../../contract/played-scenario.ts";
import { taggedOf } from "../../contract/recorded-object.ts";
import { argumentsText, valueText, type ValueText } from "../../contract/value-text.ts";

type Value = NonNullable<PlayedScenario["values"]>[number];

/** A longer name says less than its place. */
const LONGEST_NAME = 40;

/** What an argument is called: `argument 0 (order)`. */
export function argumentNamed(at: number, parameters: AsyncFunction["parameters"]): string {
  const name = parameters[at]?.name;
  return `argument ${at}${name === undefined || name.length > LONGEST_NAME ? "" : ` (${name})`}`;
}

/** What a recorded call is made of, in short, with where it came from. */
export function valuesOf(call: RecordedCall, parameters: AsyncFunction["parameters"]): Value[] {
  const values = [
    ...call.arguments.map((one, at) => value(argumentNamed(at, parameters), valueText(one))),
    ...(call.this === undefined || taggedOf(call.this)?.$ === "undefined"
      ? []
      : [value("this", valueText(call.this))]),
    ...call.variables.map((one) => value(`variable ${one.name}`, valueText(one.value))),
    ...call.answers.map((one) => {
      const what = one.style === "wake" ? `call of ${nameOfAnswer(one)},` : `answer of ${one.expression}`;
      return value(`${what} at line ${one.line}`, answerText(one));
    }),
  ];
  return values.slice(0, VALUES_AT_MOST);
}

function value(what: string, { text, isCut }: ValueText): Value {
  return { what, origin: "recorded", text, ...(isCut ? { isCut } : {}) };
}

/** What it gave: the last that it called back with, where it did. */
function answerText({ outcome, value: given, callbacks = [] }: RecordedAnswer): ValueText {
  const last = callbacks.at(-1);
  if (last !== undefined) return argumentsText(last.arguments);
  return outcome === "pending" ? { text: "no answer", isCut: false } : valueText(given);
}
