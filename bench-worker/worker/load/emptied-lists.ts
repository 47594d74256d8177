import type { Parameter } from "../../../analysis/model.ts";
import { inPattern, NAME } from "../../../analysis/source/in-pattern.ts";

/** What takes items out of a list, and is not waited for: `await queue.pop()` is an operation. */
const TAKES_OUT = new RegExp(
  String.raw`(?<![\p{ID_Continue}$.])(?=[\p{ID_Start}$_])(?<!\b(?:await|yield)\s+)(${NAME})\s*\.\s*(?:(?:shift|pop)\s*\(\s*\)(?!\s*\.\s*(?:then|catch|finally)\b)|splice\s*\()`,
  "gu",
);
/** What an object pattern takes by the name that the object has for it. */
const TAKEN = new RegExp(String.raw`(?:^|,)\s*(${NAME})\s*(?=[,=]|$)`, "gu");
const OF_LISTS: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Array.prototype));

/**
 * The fakes that are real lists, as a function takes one item after the other out of them until they are empty: `jobs` of `while ((job =
 * jobs.shift()))`, and `list()` where `const ids = await db.list()` stands before `ids.splice(0, 10)`. A made-up list that is none of
 * the engine's would never be empty.
 *
 * @param text The function's own.
 * @returns Names of fakes, by their last name and `*.` before it.
 */
export function emptiedLists(parameters: readonly Parameter[], text: string): string[] {
  const own = new Set(parameters.flatMap(namesOf));
  const names = new Set([...text.matchAll(TAKES_OUT)].map(([, name]) => name!));
  return [...names]
    .filter((name) => isOnlyList(name, text) && isGoneThrough(name, text))
    .flatMap((name) => {
      // What is neither there anew for each call stays as it is: the first call would empty it for all.
      const from = isDeclared(name, text) ? givenBy(name, text, own) : own.has(name) ? name : undefined;
      return from === undefined ? [] : [`*.${from}`];
    });
}

/** What a parameter without a type gives a name to: itself, or what its pattern takes. */
function namesOf({ name, type }: Parameter): string[] {
  if (type !== null) return [];
  const pattern = /^\{(.*)\}$/s.exec(name)?.[1];
  return pattern === undefined ? [name] : [...pattern.matchAll(TAKEN)].map(([, taken]) => taken!);
}

/** Whether the function has a variable of that name: what is no answer and no other name of something is a list of its own. */
function isDeclared(name: string, text: string): boolean {
  return new RegExp(String.raw`\b(?:const|let|var)\s+${inPattern(name)}\b\s*[=:]`, "u").test(text);
}

/** Whether a loop goes on while there is something in it, or its length is read: of a queue elsewhere neither is asked. */
function isGoneThrough(name: string, text: string): boolean {
  const own = String.raw`(?<![\p{ID_Continue}$])${inPattern(name)}`;
  const inCondition = String.raw`(?:(?!\b(?:await|for|while)\b)[^{};\n])*`;
  const until = String.raw`\b(?:while|for)\s*\(${inCondition}(?:;${inCondition})?${own}\s*\??\.`;
  return new RegExp(String.raw`${own}\s*\??\.\s*length\b|${until}`, "u").test(text);
}

/** Whether all that is read of what goes by a name is what lists have. */
function isOnlyList(name: string, text: string): boolean {
  const read = String.raw`(?<![\p{ID_Continue}$])${inPattern(name)}\s*\??\.\s*(${NAME})`;
  return [...text.matchAll(new RegExp(read, "gu"))].every(([, member]) => OF_LISTS.has(member!));
}

/** The call whose answer a variable is, `list()`, or the parameter that it is another name of. */
function givenBy(variable: string, text: string, parameters: ReadonlySet<string>): string | undefined {
  const declared = String.raw`\b(?:const|let|var)\s+${inPattern(variable)}\s*=\s*`;
  const other = new RegExp(String.raw`${declared}(${NAME})\s*[;,\n]`, "u").exec(text)?.[1];
  if (other !== undefined) return parameters.has(other) ? other : undefined;
  const given = String.raw`${declared}(?:await|yield)\s+(?:${NAME}\s*\??\.\s*)*(${NAME})\s*\(`;
  const operation = new RegExp(given, "u").exec(text)?.[1];
  return operation === undefined ? undefined : `${operation}()`;
}
