import type { Parameter } from "../../../analysis/model.ts";
import { inPattern } from "../../../analysis/source/in-pattern.ts";

const NAME = String.raw`[\p{ID_Start}$_][\p{ID_Continue}$]*`;
/** What takes items out of a list, and is not waited for: `await queue.pop()` is an operation. */
const TAKES_OUT = new RegExp(
  String.raw`(?<!\b(?:await|yield)\s+(?:${NAME}\s*\.\s*)*)(?<![\p{ID_Continue}$])(${NAME})\s*\.\s*(?:shift|pop|splice)\s*\(`,
  "gu",
);
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
  const typed = new Set(parameters.flatMap(({ name, type }) => (type === null ? [] : [name])));
  const names = new Set([...text.matchAll(TAKES_OUT)].map(([, name]) => name!));
  return [...names]
    .filter((name) => !typed.has(name) && isOnlyList(name, text))
    .flatMap((name) => {
      const from = isDeclared(name, text) ? givenBy(name, text) : name;
      return from === undefined ? [] : [`*.${from}`];
    });
}

/** Whether the function has a variable of that name: what is no answer and no other name of something is a list of its own. */
function isDeclared(name: string, text: string): boolean {
  return new RegExp(String.raw`\b(?:const|let|var)\s+${inPattern(name)}\b\s*[=:]`, "u").test(text);
}

/** Whether all that is read of what goes by a name is what lists have. */
function isOnlyList(name: string, text: string): boolean {
  const read = String.raw`(?<![\p{ID_Continue}$])${inPattern(name)}\s*\??\.\s*(${NAME})`;
  return [...text.matchAll(new RegExp(read, "gu"))].every(([, member]) => OF_LISTS.has(member!));
}

/** The call whose answer a variable is, `list()`, or the value that it is another name of. */
function givenBy(variable: string, text: string): string | undefined {
  const alias = String.raw`\b(?:const|let|var)\s+${inPattern(variable)}\s*=\s*(?:${NAME}\s*\??\.\s*)*(${NAME})\s*[;,\n]`;
  const other = new RegExp(alias, "u").exec(text)?.[1];
  if (other !== undefined) return other;
  const given = String.raw`\b(?:const|let|var)\s+${inPattern(variable)}\s*=\s*(?:await|yield)\s+(?:${NAME}\s*\??\.\s*)*(${NAME})\s*\(`;
  const operation = new RegExp(given, "u").exec(text)?.[1];
  return operation === undefined ? undefined : `${operation}()`;
}
