import type { BenchmarkOptions } from "../../benchmark-options.ts";
import { typicalMilliseconds } from "../../latency.ts";
import type { CallRunner, StartCall } from "../call/run-calls.ts";
import { once } from "../call/caller.ts";
import type { Clock } from "../clock/clock.ts";
import { BackEnd, isPlain } from "../io/back-end.ts";
import type { IoCore } from "../io/io-core.ts";
import { succeeded } from "./contestant.ts";

/** Milliseconds from the start until so many of all calls have settled. */
export interface Percentiles {
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
  readonly max: number;
}

/** What n calls under load took, in simulated time. */
export interface LoadedTrial {
  readonly milliseconds: number;
  readonly firstResolvedMilliseconds: number;
  readonly latencyMilliseconds: Percentiles;
  /** Shares of the I/O calls that failed and of the calls that settled with an error; null where none is to fail. */
  readonly failures: { readonly ioCalls: number; readonly calls: number } | null;
}

/**
 * Starts n calls together against the back end of the options and waits for all of them. All targets get the same
 * back end in the trial of the same number.
 *
 * @throws {CallFailed} when a call fails although no I/O call was to.
 */
export async function loadedTrial(
  start: StartCall,
  n: number,
  trial: number,
  options: BenchmarkOptions,
  clock: Clock,
  core: IoCore,
  runner: CallRunner,
): Promise<LoadedTrial> {
  const backEnd = isPlain(options) ? null : new BackEnd(options, n, trial, clock);
  const settledAt = new Float64Array(n);
  core.clock = clock;
  core.latencyMilliseconds = typicalMilliseconds(options.latency, n);
  core.backEnd = backEnd;
  try {
    const mayFail = options.errorRate !== undefined;
    start.prepare?.(n);
    // Who handles an error may call back again.
    const result = await runner.run(mayFail ? (settled) => start(once(settled)) : start, n, settledAt);
    if (!mayFail) succeeded(result);
    return {
      milliseconds: result.simulatedMilliseconds,
      firstResolvedMilliseconds: result.firstSettledMilliseconds,
      latencyMilliseconds: percentiles(settledAt),
      failures:
        mayFail && backEnd !== null
          ? {
              ioCalls: backEnd.calls === 0 ? 0 : backEnd.failures / backEnd.calls,
              calls: (result.failure?.calls ?? 0) / n,
            }
          : null,
    };
  } finally {
    core.backEnd = null;
  }
}

/**
 * By nearest rank, of times in the order in which the calls have settled, which is their own.
 *
 * @param settledAt Ascending; one at least.
 */
export function percentiles(settledAt: ArrayLike<number>): Percentiles {
  const { length } = settledAt;
  const rank = (share: number): number => settledAt[Math.max(0, Math.ceil(share * length) - 1)]!;
  return { p50: rank(0.5), p90: rank(0.9), p99: rank(0.99), max: rank(1) };
}
