import { stripVTControlCharacters } from "node:util";

/** What a suite came to, as its runner counts. */
export interface SuiteSummary {
  readonly passed: number;
  readonly failed: number;
}

/** What runners print behind their tests; each kind of line is counted where it comes last, and the first kind that is there counts. */
const KINDS: readonly { readonly passed: RegExp; readonly failed: RegExp; readonly isSummed?: boolean }[] = [
  // Jest, Vitest.
  { passed: /^\s*Tests:?\s.*?(\d+) passed/gm, failed: /^\s*Tests:?\s.*?(\d+) failed/gm },
  // tape, `node --test`.
  { passed: /^(?:#|ℹ) pass\s+(\d+)/gm, failed: /^(?:#|ℹ) fail\s+(\d+)/gm },
  // Mocha.
  { passed: /^\s*(\d+) passing/gm, failed: /^\s*(\d+) failing/gm },
  // Mocha until version 1.21.
  { passed: /(\d+) tests? complete/g, failed: /(\d+) of \d+ tests? failed/g },
  // The Test Anything Protocol itself: tests and those within them.
  { passed: /^ *ok (?=\d)/gm, failed: /^ *not ok (?=\d)/gm, isSummed: true },
];

/** The counts in what a runner has printed; null where it printed none. */
export function summaryOf(output: string): SuiteSummary | null {
  const text = stripVTControlCharacters(output);
  for (const { passed, failed, isSummed = false } of KINDS) {
    const count = (kind: RegExp): number | null => {
      const found = [...text.matchAll(kind)];
      if (isSummed) return found.length;
      return found.length === 0 ? null : Number(found.at(-1)![1]);
    };
    const counts = { passed: count(passed), failed: count(failed) };
    if ((counts.passed ?? 0) + (counts.failed ?? 0) > 0)
      return { passed: counts.passed ?? 0, failed: counts.failed ?? 0 };
  }
  return null;
}
