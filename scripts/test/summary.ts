import type { Counts } from "./counts.ts";
import type { PartName } from "./parts.ts";

/** What a part came to: the counts of its tests, or for a part without tests whether it went well. */
export type PartResult = {
  readonly name: PartName;
  readonly seconds: number;
} & (
  | { readonly state: "counted"; readonly counts: Counts }
  | { readonly state: "done" }
  /** It has no tests and went wrong, or has tests and did not come to count them. Counts as one failure. */
  | { readonly state: "broken"; readonly reason: string }
);

/** The lines that close `npm test`; the last is `N passed, N failed` over everything. */
export function summary(results: readonly PartResult[]): { lines: string[]; ok: boolean } {
  const lines = [""];
  let passed = 0;
  let failed = 0;
  for (const result of results) {
    lines.push(`${result.name.padEnd(10)} ${describe(result)}  (${result.seconds.toFixed(0)} s)`);
    if (result.state === "broken") failed++;
    if (result.state !== "counted") continue;
    passed += result.counts.passed;
    failed += result.counts.failed;
    for (const { title, message } of result.counts.failures)
      lines.push(`           ✗ ${title}: ${message.split("\n", 1)[0] ?? ""}`);
  }
  lines.push("", `${passed} passed, ${failed} failed`);
  return { lines, ok: failed === 0 };
}

function describe(result: PartResult): string {
  if (result.state === "done") return "done";
  if (result.state === "broken") return `BROKEN: ${result.reason}`;
  const { passed, failed, skipped } = result.counts;
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}
