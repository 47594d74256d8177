import { MADE_UP_AS_MISSING } from "../deciding.ts";
import { packagesNotInstalled } from "../fake-words.ts";
import type { FakeUse } from "../target-result.ts";

/** Says of packages that a module imports and nobody has installed that they were made up, and what to do about it. */
export function notInstalledWarnings(fakes: Iterable<FakeUse>): string[] {
  const missing = packagesNotInstalled([...fakes]);
  if (missing.length === 0) return [];
  const [what, them] =
    missing.length === 1
      ? [`The package ${missing[0]} is ${MADE_UP_AS_MISSING} was`, "it"]
      : [`${missing.length} packages are ${MADE_UP_AS_MISSING} were`, "them"];
  return [`${what} made up: npm install gives numbers with ${them}.`];
}
