/**
 * What is to be said where the engine counts the coverage of what a process runs: it counts in texts with hooks, and tells places that are
 * none of the program's. Null where it counts none, as far as the process was told before it began.
 */
export function noteOnCoverage(
  environment: Readonly<Record<string, string | undefined>>,
  flags: readonly string[],
): string | null {
  const counts = Boolean(environment["NODE_V8_COVERAGE"]) || flags.includes("--experimental-test-coverage");
  return counts
    ? "the engine's own coverage is of the texts with the recorder's hooks, and wrong: what this run says of coverage and its thresholds does not count"
    : null;
}
