import type { TargetResult } from "../../bench-worker/target-result.ts";
import type { MatchedResult } from "../benchmark/result-store.ts";
import { marksOf, withoutItsIo } from "../../bench-worker/marks.ts";
import { SEPARATOR } from "../hint/hint-title.ts";
import { quantity, SIZE_UNITS, TIME_UNITS } from "../../bench-worker/quantity.ts";
import { levelsInWords } from "../../bench-worker/stack-words.ts";

const REASON_AT_MOST = 60;

/**
 * What a benchmark told: `1.2 µs/call · 533 B · stacks 1–4/5`. What was not measured is left out; a benchmark that came to
 * nothing gives its reason. It is short, since the row is cut off where the panel stands beside the text.
 *
 * @param isBesidePanel The panel tells the rest: `1.2 µs/call`.
 */
export function resultTitle({ result, stale }: MatchedResult, isBesidePanel = false): string {
  return headline(result, isBesidePanel ? 1 : Infinity) + (stale ? " (edited since)" : "");
}

function headline(result: TargetResult, most: number): string {
  const { state, reason = "", time, memory, stackTraces } = result;
  if (state === "failed" || state === "timed-out" || state === "unsupported") {
    return `${FAILURES[state]}: ${shortened(reason)}`;
  }
  const inFlight = memory?.bytesInFlightPerCall;
  const parts = [
    ...(time === undefined ? [] : [`${quantity(time.nanosecondsPerCall.median, TIME_UNITS, 2)}/call`]),
    ...(inFlight === undefined
      ? []
      : [quantity(inFlight.median, SIZE_UNITS, 2) + (time === undefined ? " in flight" : "")]),
    ...(stackTraces === undefined ? [] : [`stacks ${levelsInWords(stackTraces)}/5`]),
  ].slice(0, most);
  if (state === "cancelled") {
    return parts.length === 0 ? "benchmark cancelled" : `${parts.join(SEPARATOR)} (cancelled)`;
  }
  if (parts.length === 0) return "nothing was measured";
  const without = withoutItsIo(result);
  if (without !== null) {
    const line = without.data?.left;
    return `made none of its I/O calls${line === undefined ? "" : `: left at line ${line}`}`;
  }
  const marks = marksOf(result);
  return parts.join(SEPARATOR) + (marks.length === 0 ? "" : ` (${marks.join(", ")})`);
}

const FAILURES = {
  failed: "benchmark failed",
  "timed-out": "benchmark took too long",
  unsupported: "cannot be measured",
} as const;

function shortened(reason: string): string {
  const line = reason.split(/[\r\n]/, 1)[0]!.trim();
  return line.length <= REASON_AT_MOST ? line : `${line.slice(0, REASON_AT_MOST - 1).trimEnd()}…`;
}
