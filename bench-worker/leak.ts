/** Calls that hold less afterwards have come into the heap for other reasons: code, caches of the engine. */
const LEAK_BYTES = 16;
/** Of so many calls that are weighed together; over fewer what the engine keeps is more for each. */
const LEAK_CALLS = 1_000;

/** From how many bytes on, that a call still holds once it has settled, it is told that it leaves something behind. */
export function leakBytes(weighedCalls: number = LEAK_CALLS): number {
  return (LEAK_BYTES * LEAK_CALLS) / Math.min(LEAK_CALLS, weighedCalls);
}
