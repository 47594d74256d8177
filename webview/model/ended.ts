import { endedDocument } from "../../bench-worker/ended-document.ts";
import type { BenchmarkDocument } from "../../bench-worker/document.ts";

/**
 * The document as it is to be read while no run goes on: a result that still says `running`, as in a state that was
 * stored amid a run, will never be finished, and must not look as if it were.
 */
export function asEnded(document: BenchmarkDocument): BenchmarkDocument {
  if (document.results.every(({ state }) => state !== "running")) return document;
  return endedDocument(document, "The run ended before this function was measured.", "Run it again.");
}

/** Whether every function has ended and nothing at all was measured of any. */
export function cameToNothing({ results }: BenchmarkDocument): boolean {
  return results.every(
    ({ state, time, memory, stackTraces, counters }) =>
      state !== "running" &&
      state !== "completed" &&
      time === undefined &&
      memory === undefined &&
      stackTraces === undefined &&
      counters === undefined,
  );
}
