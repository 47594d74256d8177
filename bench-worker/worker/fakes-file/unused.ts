import type { FakeUse } from "../../target-result.ts";

/** An entry of a fakes file, and where it stands. */
export interface GivenEntry {
  readonly expression: string;
  readonly place: string;
}

/** So many names are told. */
const NAMES_AT_MOST = 8;

/** What to say of entries that a function did not use: each with the names that there are. */
export function unusedWarnings(
  unused: readonly GivenEntry[],
  functionName: string,
  uses: readonly FakeUse[],
): string[] {
  const there = namesThere(uses);
  return unused.map(
    ({ expression, place }) => `${place}: ${functionName} did not use ${expression}; ${there}.`,
  );
}

/** The operations that an entry could be for, those that do I/O first. */
function namesThere(uses: readonly FakeUse[]): string {
  const called = uses.filter(
    ({ calls, expression }) => calls !== undefined && !/\([^()]+\)$/.test(expression),
  );
  const inOrder = [
    ...called.filter(({ kind }) => kind !== "sync"),
    ...called.filter(({ kind }) => kind === "sync"),
  ];
  const names = inOrder.slice(0, NAMES_AT_MOST).map(({ expression }) => expression);
  const more = inOrder.length - names.length;
  const last = more > 0 ? `${more} more` : names.pop();
  if (last === undefined) return "it came to nothing that is faked";
  return `what it used is called ${names.length === 0 ? last : `${names.join(", ")} and ${last}`}`;
}
