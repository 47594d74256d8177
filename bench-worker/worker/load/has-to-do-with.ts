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
  const names = [...specifiersIn(text)].filter(([, from]) => packageOfSpecifier(from) === packageName);
  // What nothing of the project imports is another package's, and may be in the way of any call.
  if (names.length === 0) return true;
  const [, ...others] = projectTexts;
  const quoted = new RegExp(`["'\x60]${inPattern(packageName)}[/"'\x60]`);
  return (
    names.some(([name]) =>
      new RegExp(String.raw`(?<![\p{ID_Continue}$.])${inPattern(name)}(?![\p{ID_Continue}$])`, "u").test(own),
    ) || others.some((other) => quoted.test(other))
  );
}
