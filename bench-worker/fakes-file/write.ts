import type { AsyncFunction, Parameter } from "../../analysis/model.ts";
import type { FakeUse, TargetResult } from "../target-result.ts";
import { KIND_WORDS } from "../fake-words.ts";
import { entryName, entryParts } from "./entry-name.ts";
import { EVERY_FUNCTION } from "./name.ts";

/** A function as a fakes file describes it. */
export interface DescribedFunction {
  /** What its entry is called. */
  readonly name: string;
  readonly parameters: readonly Parameter[];
  /** Its caller hears of its end by a callback. */
  readonly callsBack: boolean;
  /** The class that a method needs an instance of; null for all else. */
  readonly constructedOf: string | null;
  /** What was seen to be used when it ran. */
  readonly fakes: readonly FakeUse[];
  /** What was inferred of values, and can be said otherwise. */
  readonly inferred?: readonly InferredValue[];
}

/** The name of a value or an operation, under which key it is said what it is, and what it was taken for. */
interface InferredValue {
  readonly name: string;
  readonly key: string;
  readonly text: string;
}

/** A function that was read among all of its file, with what it was seen to use. */
export function describedFunction(
  found: AsyncFunction,
  functions: readonly AsyncFunction[],
  { fakes, scenario }: Pick<TargetResult, "fakes" | "scenario">,
): DescribedFunction {
  const { parameters, completion, reach } = found;
  const name = entryName(found, functions);
  const constructedOf = reach?.receiver?.how === "construct" ? reach.receiver.expression : null;
  const inferred = (scenario?.values ?? []).flatMap(({ origin, setting, text = "" }) => {
    const [what, of, key] = setting ?? [];
    return origin === "inferred" && what === "fakes" && text !== "" ? [{ name: of, key, text }] : [];
  });
  return { name, parameters, callsBack: completion === "callback", constructedOf, fakes, inferred };
}

/** More would be unreadable; whoever needs them can add them. */
const FAKES_WRITTEN_AT_MOST = 40;

/** A new fakes file: it changes nothing until somebody edits it. `isModule`: `.js` files of its folder are ES modules. */
export function newFakesFile(
  sourceName: string,
  functions: readonly DescribedFunction[],
  isModule: boolean,
): string {
  return `// @ts-check
// What Async Cost uses when it measures the functions of ${sourceName}: their arguments, and what their I/O answers.
// As it is written it changes nothing. Take "// " away before arguments or this, and say in { } what an operation does otherwise.
// Only what stands here is used; all else is made up as without this file, and nothing here does real I/O.

/** @type {Record<string, FunctionFakes>} The name "${EVERY_FUNCTION}" stands for every function. */
${isModule ? "export default" : "module.exports ="} {
${functions.map((one) => functionEntry(one)).join("\n")}};

${TYPEDEFS}`;
}

/** The entry of one function, with its comma, indented by two spaces; it ends a line. */
export function functionEntry(described: DescribedFunction): string {
  const { name, fakes } = described;
  const { name: shared, number } = entryParts(name);
  const operations = fakes.filter((fake) => fake.calls !== undefined && !/\([^()]+\)$/.test(fake.expression));
  // I/O first: what returns at once is hardly ever of interest.
  const inOrder = [
    ...operations.filter(({ kind }) => kind !== "sync"),
    ...operations.filter(({ kind }) => kind === "sync"),
  ].slice(0, FAKES_WRITTEN_AT_MOST);
  const entries = [...inOrder.flatMap(fakeLines), ...inferredLines(described.inferred ?? [])];
  const lines = [
    ...(number === 1
      ? []
      : [`// Of the functions that are called ${oneLine(shared)}, number ${number} in the file.`]),
    `${propertyName(name)}: {`,
    ...argumentLines(described),
    ...receiverLines(described),
    ...(entries.length === 0
      ? ["  fakes: {},"]
      : ["  fakes: {", ...entries.map((line) => `    ${line}`), "  },"]),
    "},",
  ];
  return lines.map((line) => `  ${line}\n`).join("");
}

/** A name as it stands before a colon. */
export function propertyName(name: string): string {
  return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name) ? name : JSON.stringify(name);
}

function argumentLines(described: DescribedFunction): string[] {
  const values = argumentValues(described);
  if (values.length === 0) return [];
  return [
    "// The arguments of each call; fake(name) is what is made up without this file.",
    `// arguments: ${argumentsFunction(values)},`,
  ].map((line) => `  ${line}`);
}

/** What makes the arguments of each call, of which one is an expression; the others are what is made up without the file. */
export function argumentsWith(described: DescribedFunction, at: number, expression: string): string {
  const values = argumentValues(described);
  while (values.length < at) values.push("undefined");
  values[at] = expression;
  return argumentsFunction(values);
}

function argumentsFunction(values: readonly string[]): string {
  return `(${values.includes("callback") ? "fake, callback" : "fake"}) => [${values.join(", ")}]`;
}

function argumentValues({ parameters, callsBack }: DescribedFunction): string[] {
  const given = parameters.filter(({ rest, name, role }) => !rest && name !== "this" && role !== "resume");
  const values = given.map((parameter) => (parameter.role === "callback" ? "callback" : argument(parameter)));
  // What is left out is made up; where it is optional, it is left out.
  while (values.at(-1) === "undefined") values.pop();
  const answers = parameters.some(({ role }) => role === "response");
  if (callsBack && !answers && !values.includes("callback")) values.push("callback");
  return values;
}

function argument({ name, type, optional }: Parameter): string {
  if (optional) return "undefined";
  if (!/^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name)) return 'fake("options")';
  switch (type?.toLowerCase()) {
    case "string":
      return JSON.stringify(name);
    case "number":
      return "1";
    case "boolean":
      return "true";
    case "string[]":
      return `[${JSON.stringify(`${name}[0]`)}]`;
    default:
      return `fake(${JSON.stringify(name)})`;
  }
}

function receiverLines({ constructedOf }: DescribedFunction): string[] {
  if (constructedOf === null) return [];
  return [
    `  // What \`this\` is; without it, an instance of ${oneLine(constructedOf)} that is constructed with fakes.`,
    '  // this: (fake) => ({ db: fake("db") }),',
  ];
}

/** An entry that says nothing: what was seen is no more than a comment, as a kind alone may be otherwise than what was made up. */
function fakeLines({ expression, kind, why, calls = 1, line }: FakeUse): string[] {
  const reason = why === undefined ? "" : `: ${why}`;
  const place = line === undefined || reason.includes("line") ? "" : `, in line ${line}`;
  const times = calls > 1 ? `, ${calls} times` : "";
  return [`// ${oneLine(KIND_WORDS[kind] + reason)}${place}${times}`, `${propertyName(expression)}: {},`];
}

/** Values that decided which way the call went, each to be taken out of its comment and changed. */
function inferredLines(values: readonly InferredValue[]): string[] {
  if (values.length === 0) return [];
  return [
    '// Inferred, so that the call comes to its end. To say otherwise, take "// " away and change the value.',
    ...values
      .slice(0, FAKES_WRITTEN_AT_MOST)
      .map(({ name, key, text }) => `// ${propertyName(name)}: { ${key}: ${literalOf(text)} },`),
  ];
}

/** A value as it stands in the source; what is no literal is told beside one that is to be changed. */
function literalOf(text: string): string {
  try {
    JSON.parse(text);
    return oneLine(text);
  } catch {
    return `undefined /* it was taken for ${oneLine(text).replaceAll("*/", "* /")} */`;
  }
}

/** Text for a comment that ends with its line. */
function oneLine(text: string): string {
  return text.replaceAll(/[\n\r\u2028\u2029]+/g, " ");
}

const TYPEDEFS = `/**
 * @callback MakeFake
 * @param {string} name
 * @returns {any} The value that is made up for a parameter of that name.
 */

/**
 * @typedef {object} FunctionFakes
 * @property {unknown[] | ((fake: MakeFake, callback: (error?: unknown, value?: unknown) => void) => unknown[])} [arguments]
 *   Those of a call; those that are left out at the end are made up.
 * @property {unknown} [this] What it is, or a function of \`fake\` that makes it.
 * @property {Record<string, OperationFake>} [fakes] By the name in the source: "db.query"; "*.query" is that of anything.
 * @property {Record<string, string>} [environment] Variables in \`process.env\`.
 */

/**
 * @typedef {object} OperationFake
 * @property {"promise" | "callback" | "thunk" | "stream" | "sync"} [kind] How it answers; "sync" is at once.
 * @property {unknown} [returns] Its answer, or a function of its arguments that makes it; of a stream a list of chunks.
 * @property {unknown} [throws] What it fails with instead: a text, an error, or a function that makes one.
 * @property {number} [latency] Milliseconds, instead of the benchmark's.
 * @property {unknown} [value] Of what is read rather than called: what it is.
 */
`;
