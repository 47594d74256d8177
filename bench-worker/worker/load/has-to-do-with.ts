import { inPattern } from "../../../analysis/source/in-pattern.ts";
import type { FakeUse } from "../../target-result.ts";
import type { LoadedTarget } from "./load-target.ts";
import { packageOfSpecifier } from "./package-name.ts";
import { specifiersIn } from "./package-of-receiver.ts";

/**
 * Whether a call of a target has to do with a package that was made up: it came to fakes of it, its own text names something of what its
 * file imports from it, or another file of the project imports it.
 *
 * @param uses What the call used.
 */
export function hasToDoWith(
  packageName: string,
  {
    fakes,
    source: { text },
    asyncFunction: { range },
    analyzedText,
    projectTexts,
  }: Pick<LoadedTarget, "source" | "asyncFunction" | "analyzedText" | "projectTexts"> & {
    readonly fakes: Pick<LoadedTarget["fakes"], "packageOf">;
  },
  uses: readonly FakeUse[],
): boolean {
  const isCalled = uses.some(
    ({ expression, calls }) => calls !== undefined && fakes.packageOf(expression) === packageName,
  );
  if (isCalled) return true;
  const own = analyzedText.slice(range.start, range.end);
  const names = [...specifiersIn(text)].flatMap(([name, from]) =>
    packageOfSpecifier(from) === packageName ? [name] : [],
  );
  // What nothing of the project imports is another package's, and may be in the way of any call.
  if (names.length === 0) return true;
  const [, ...others] = projectTexts.values();
  const quoted = new RegExp(`["'\x60]${inPattern(packageName)}[/"'\x60]`);
  return (
    names.some((name) => isNamedIn(own, name)) ||
    madeOf(names, analyzedText).some((name) => isNamedIn(own, name)) ||
    others.some((other) => quoted.test(other))
  );
}

function isNamedIn(text: string, name: string): boolean {
  return new RegExp(String.raw`(?<![\p{ID_Continue}$.])${inPattern(name)}(?![\p{ID_Continue}$])`, "u").test(
    text,
  );
}

/** What a file declares at its top: the name or pattern, and what it is made of; a plain function is made of its body. */
const DECLARED =
  /^(?:export\s+)?(?:default\s+)?(?:(?:const|let|var)\s+(?=\S)((?:[^=;\n]|\n(?=[\s}\]]))+?)=(?!>)|(?:async\s+)?function\s*\*?\s*([\p{ID_Start}$_][\p{ID_Continue}$]*)?|class\s+([\p{ID_Start}$_][\p{ID_Continue}$]*)|module\b|exports\b)/gmu;

/** Further from what is imported nobody looks. */
const STEPS_AT_MOST = 4;

/** The names of what the top of a file makes of what some names stand for, and of what is made of that: clients, helpers. */
function madeOf(names: readonly string[], text: string): string[] {
  const declared = [...text.matchAll(DECLARED)].map((found, index, all) => ({
    names: (found[1] ?? found[2] ?? found[3] ?? "").match(/[\p{ID_Start}$_][\p{ID_Continue}$]*/gu) ?? [],
    of: text.slice(found.index + found[0].length, all[index + 1]?.index),
  }));
  const known = new Set(names);
  const made = new Set<string>();
  for (let step = 0, before = -1; step < STEPS_AT_MOST && before !== made.size; step++) {
    before = made.size;
    for (const one of declared) {
      if (one.names.every((name) => known.has(name)) || ![...known].some((name) => isNamedIn(one.of, name)))
        continue;
      for (const name of one.names) {
        known.add(name);
        made.add(name);
      }
    }
  }
  return [...made];
}
