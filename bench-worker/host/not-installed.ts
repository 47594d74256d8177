import { MADE_UP_AS_MISSING } from "../deciding.ts";
import { packagesNotInstalled } from "../fake-words.ts";
import type { FakeUse } from "../target-result.ts";

/** More are counted; the document has them all. */
const NAMED_AT_MOST = 6;

/** Says of packages that a module imports and nobody has installed that they were made up, and what to do about it. */
export function notInstalledWarnings(fakes: Iterable<FakeUse>): string[] {
  const missing = packagesNotInstalled([...fakes]);
  if (missing.length === 0) return [];
  const [what, them] =
    missing.length === 1
      ? [`The package ${missing[0]} is ${MADE_UP_AS_MISSING} was`, "it"]
      : [`The packages ${named(missing)} are ${MADE_UP_AS_MISSING} were`, "them"];
  return [`${what} made up: npm install gives numbers with ${them}.`];
}

/** `pg, redis and zod`, `chalk, execa, glob, got, ora, yargs and 3 more` */
function named(names: readonly string[]): string {
  const more = names.length - NAMED_AT_MOST;
  if (more > 0) return `${names.slice(0, NAMED_AT_MOST).join(", ")} and ${more} more`;
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
