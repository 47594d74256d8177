import * as v from "valibot";

const countsSchema = v.object({
  passed: v.number(),
  failed: v.number(),
  skipped: v.number(),
  failures: v.array(v.object({ title: v.string(), message: v.string() })),
});

/** What one suite came to. */
export type Counts = v.InferOutput<typeof countsSchema>;

/** The variable that names the file into which a suite writes its counts. */
export const COUNTS_FILE = "ASYNC_COST_COUNTS_FILE";

/** Reads counts that a suite has written. Throws when they are not such. */
export function parseCounts(text: string): Counts {
  return v.parse(countsSchema, JSON.parse(text));
}

/** What of a mocha runner is listened to. */
export interface CountableRunner {
  on(event: "pass" | "pending", listener: () => void): unknown;
  on(event: "fail", listener: (test: { fullTitle(): string }, error: unknown) => void): unknown;
  once(event: "end", listener: () => void): unknown;
}

/** Counts what a mocha runner reports, a failed hook as one failure, and gives it away when the run ends. */
export function countRun(runner: CountableRunner, onEnd: (counts: Counts) => void): void {
  const counts: Counts = { passed: 0, failed: 0, skipped: 0, failures: [] };
  runner.on("pass", () => counts.passed++);
  runner.on("pending", () => counts.skipped++);
  runner.on("fail", (test, error) => {
    counts.failed++;
    counts.failures.push({
      title: test.fullTitle(),
      message: messageOf(error),
    });
  });
  runner.once("end", () => onEnd(counts));
}

/** What an error says, or what is left of one that came from a process of the suite. */
function messageOf(error: unknown): string {
  const isLikeError = typeof error === "object" && error !== null && "message" in error;
  return String(isLikeError ? error.message : error);
}
