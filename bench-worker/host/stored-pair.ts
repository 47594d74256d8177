import type { Environment } from "../environment.ts";
import type { Estimate } from "../numbers.ts";
import type { BytesVerdict, Pair, TimeVerdict } from "../pair.ts";
import type { TargetResult } from "../target-result.ts";
import { percent } from "../verdict-words.ts";
import { comparedCounts, unjudged, unlessUnlike } from "./pair-of-results.ts";
import { CONFIDENCE, PROCESSES_FOR_INTERVAL, studentQuantile } from "./statistics.ts";

/**
 * Two sessions on one machine differ by more than their processes do: by the clock of the processor, by what else
 * runs, by how the memory lies. A difference of time below this share is not told from that.
 */
const SESSION_SHARE = 0.1;
/** Memory repeats from session to session; a difference of less than this share does not matter. */
const MEMORY_SHARE = 0.01;

/** Where two results were measured, for the user; null where that is the same machine and engine. */
export function otherPlace(base: Environment, head: Environment): string | null {
  const machine = base.cpu !== head.cpu || base.cores !== head.cores || base.os !== head.os;
  const engine = base.runtime !== head.runtime || base.version !== head.version || base.v8 !== head.v8;
  if (machine) return `another machine (${base.cpu}, ${base.os})`;
  return engine ? `another engine (${base.runtime} ${base.version})` : null;
}

/**
 * A stored result against one of now. Tokens, stack traces and memory can be compared; time only on the same machine
 * and engine, and then with care, as the two were not measured in turn.
 */
export function storedPair(
  base: { readonly result: TargetResult; readonly environment: Environment; readonly index: number },
  head: { readonly result: TargetResult; readonly environment: Environment; readonly index: number },
): Pair {
  const place = otherPlace(base.environment, head.environment);
  const { target } = head.result;
  const before = base.result.target;
  const counts = comparedCounts(base.result, head.result);
  const bytes = (read: (memory: NonNullable<TargetResult["memory"]>) => Estimate | undefined): BytesVerdict =>
    unlessUnlike(storedBytes(base.result, head.result, read), base.result, head.result);
  return {
    name: before.name === target.name ? target.name : `${before.name} → ${target.name}`,
    base: before,
    head: target,
    baseResult: base.index,
    headResult: head.index,
    tokens: { base: before.tokens, head: target.tokens, delta: target.tokens - before.tokens },
    time: unlessUnlike(storedTime(base.result, head.result, place), base.result, head.result),
    memory: {
      ...bytes((memory) => memory.bytesInFlightPerCall),
      allocated: bytes((memory) => memory.bytesAllocatedPerCall),
    },
    ...counts,
    warnings: [
      place === null
        ? "The base is a stored measurement of another session, and its text was not found in git to measure it again: time is judged with care."
        : `The base was measured on ${place}: memory and stack traces may differ by that alone.`,
      ...unjudged(counts),
    ],
  };
}

function storedTime(base: TargetResult, head: TargetResult, place: string | null): TimeVerdict {
  if (place !== null) {
    const reason = `The base was measured on ${place}; times are not compared across. Measure both here.`;
    return { verdict: "not-measured", reason };
  }
  if (base.time === undefined || head.time === undefined) {
    const { state, reason = "" } = head.time === undefined ? head : base;
    const which = head.time === undefined ? "now" : "in the stored document";
    return { verdict: "not-measured", reason: `There is no time ${which} (${state}). ${reason}`.trimEnd() };
  }
  if (base.time.roundCalls !== head.time.roundCalls) {
    const reason =
      "One of the two was timed with fewer calls at a time, as they take so long. Compare with a revision (--base), so that both are measured alike.";
    return { verdict: "not-measured", reason };
  }
  const processes = Math.min(base.time.processes, head.time.processes);
  if (processes < PROCESSES_FOR_INTERVAL) {
    const reason = `Time comes from ${processes} of the ${PROCESSES_FOR_INTERVAL} processes that an interval needs. Raise the budget.`;
    return { verdict: "not-measured", reason };
  }
  const error = Math.hypot(
    standardError(base.time.nanosecondsPerCall, base.time.processes),
    standardError(head.time.nanosecondsPerCall, head.time.processes),
  );
  // The fewer degrees of freedom of the two: wider than Welch's, never narrower.
  const halfWidth = error * quantile(processes);
  const centre = Math.log(head.time.nanosecondsPerCall.median / base.time.nanosecondsPerCall.median);
  const least = Math.log1p(SESSION_SHARE);
  const ratio = {
    median: Math.exp(centre),
    low: Math.exp(centre - halfWidth),
    high: Math.exp(centre + halfWidth),
  };
  const smallestDetectable = Math.expm1(least + halfWidth);
  if (Math.abs(centre) - halfWidth > least) {
    return {
      verdict: centre < 0 ? "faster" : "slower",
      ratio,
      reason: `The difference is larger than sessions differ (${percent(SESSION_SHARE)}) and than both intervals.`,
      smallestDetectable,
      processes,
    };
  }
  return {
    verdict: "too-noisy",
    ratio,
    reason:
      (smallestDetectable < 1
        ? `Measured in two sessions, a difference below ${percent(smallestDetectable)} cannot be told. `
        : "Measured in two sessions, it cannot be told, not even whether it takes twice as long. ") +
      "Compare with a revision (--base), so that both are measured in turn.",
    smallestDetectable,
    processes,
  };
}

/** Of the logarithm, out of a t interval. */
function standardError({ low, high }: Estimate, processes: number): number {
  return low > 0 ? Math.log(high / low) / 2 / quantile(processes) : Infinity;
}

function quantile(processes: number): number {
  return studentQuantile(1 - (1 - CONFIDENCE) / 2, processes - 1);
}

function storedBytes(
  base: TargetResult,
  head: TargetResult,
  read: (memory: NonNullable<TargetResult["memory"]>) => Estimate | undefined,
): BytesVerdict {
  const before = base.memory && read(base.memory);
  const now = head.memory && read(head.memory);
  if (before === undefined || now === undefined || !(before.low > 0 && now.low > 0)) {
    const which = now === undefined ? "now" : "in the stored document";
    return { verdict: "not-measured", reason: `There is no such figure ${which}.` };
  }
  if (base.memory?.weighedCalls !== head.memory?.weighedCalls) {
    const reason = "Of one of the two fewer calls were weighed together, as they take so long.";
    return { verdict: "not-measured", reason };
  }
  const ratio = {
    median: now.median / before.median,
    low: now.low / before.high,
    high: now.high / before.low,
  };
  const judged = {
    ratio,
    smallestDetectable: Math.max(MEMORY_SHARE, ratio.high / ratio.median - 1, ratio.median / ratio.low - 1),
    processes: Math.min(base.memory!.processes, head.memory!.processes),
  };
  const least = 1 + MEMORY_SHARE;
  if (ratio.low > 1 && ratio.median >= least) {
    return { verdict: "more", reason: `It takes ${percent(ratio.median - 1)} more than then.`, ...judged };
  }
  if (ratio.high < 1 && ratio.median <= 1 / least) {
    return { verdict: "less", reason: `It takes ${percent(1 - ratio.median)} less than then.`, ...judged };
  }
  if (ratio.low > 1 / least && ratio.high < least) {
    const reason = `If there is a difference, it is below ${percent(MEMORY_SHARE)}.`;
    return { verdict: "no-difference", reason, ...judged };
  }
  return { verdict: "too-noisy", reason: "It cannot be told: the two intervals overlap.", ...judged };
}
