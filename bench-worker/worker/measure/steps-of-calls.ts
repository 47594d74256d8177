import { causality } from "../io/causality.ts";
import type { IoCore } from "../io/io-core.ts";

/** I/O calls of each of some calls on average: in all, and step after step, as `Recording.steps` has them of one call. */
export interface StepsOfCalls {
  readonly ioCallsEach: number;
  readonly steps: readonly number[];
}

/**
 * How many I/O calls each of some calls makes on average.
 *
 * @param calls How many calls `run` makes, all of them in flight together, on a clock that stands still but for jumps.
 * @throws What `run` throws.
 */
export async function stepsOfCalls(
  core: IoCore,
  calls: number,
  run: () => Promise<unknown>,
): Promise<StepsOfCalls> {
  const byDepth = new Map<number, number>();
  const { tap: before } = core;
  causality.depth = 0;
  core.tap = {
    onCall: () => {
      byDepth.set(causality.depth, (byDepth.get(causality.depth) ?? 0) + 1);
      return null;
    },
  };
  try {
    await run();
  } finally {
    core.tap = before;
  }
  const counts = [...byDepth].sort(([a], [b]) => a - b).map(([, count]) => count);
  return {
    ioCallsEach: counts.reduce((total, count) => total + count, 0) / calls,
    steps: counts.map((count) => count / calls),
  };
}
