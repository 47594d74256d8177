import type { TargetEntry } from "../protocol.ts";
import type { Callback } from "./io.ts";

type Parameter = TargetEntry["parameters"][number];

/** Makes the arguments of one call; `callback` is what the call shall call back. */
export type MakeArguments = (callback: Callback) => unknown[];

/** Names that say a number, where no type does. */
const NUMBER_NAMES = /^(?:n|i|k|count|size|length|limit|index|page|depth|times|ms|milliseconds)$/i;

/**
 * How a target's parameters are filled: a callback by its role, else a plain value by type or name. There are no
 * universal fakes here, which need what old engines lack.
 */
export function argumentsFor(entry: TargetEntry): MakeArguments {
  const filled: Parameter[] = [];
  for (const parameter of entry.parameters) {
    const { name, role, rest, optional } = parameter;
    if (rest || optional || name === "this" || role === "resume") continue;
    filled.push(parameter);
  }
  let at = -1;
  filled.forEach((parameter, index) => {
    if (parameter.role === "callback") at = index;
  });
  const callsBackLast = entry.completion === "callback" && at === -1;
  return (callback) => {
    const made: unknown[] = [];
    for (let index = 0; index < filled.length; index++) {
      made.push(index === at ? callback : valueFor(filled[index]!));
    }
    if (callsBackLast) made.push(callback);
    return made;
  };
}

function valueFor({ name, type }: Parameter): unknown {
  const first = (type ?? "")
    .split("|")[0]!
    .replace(/^[\s?!]+|\s+$/g, "")
    .toLowerCase();
  switch (first) {
    case "number":
      return 1;
    case "boolean":
      return true;
    case "function":
      return () => undefined;
    case "object":
      return {};
    case "string":
      return name;
  }
  if (/\[\]$|^array\b/.test(first)) return [];
  if (first !== "" || /^[{[]/.test(name)) return {};
  return NUMBER_NAMES.test(name) ? 1 : name;
}
