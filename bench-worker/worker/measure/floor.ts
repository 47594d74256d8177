import type { StartCall } from "../call/run-calls.ts";
import type { IoCore } from "../io/io-core.ts";

/** Calls over which averages that are no whole numbers are spread: as many as a round of the floor has. */
const SPREAD_OVER = 100;

/**
 * What the fake I/O alone costs: as many bare operations as the target calls, in the same sequence (`steps` says
 * how many run together), one after the other by plain callbacks. Where a call makes half an operation on average, every
 * second one makes it.
 */
export function floorCall(core: IoCore, steps: readonly number[]): StartCall {
  const shapes = shapesOf(steps);
  let called = 0;
  return (settled) => {
    core.keepsContext = false;
    const steps = shapes[called++ % shapes.length]!;
    let step = 0;
    let waiting = 1;
    const next = (): void => {
      if (--waiting > 0) return;
      if (step === steps.length) {
        settled(null);
        return;
      }
      waiting = steps[step++]!;
      for (let i = waiting; i > 0; i--) core.callback("floor", undefined, next);
    };
    next();
  };
}

/** The steps of one call after the other, in whole numbers. */
function shapesOf(steps: readonly number[]): readonly (readonly number[])[] {
  if (steps.every(Number.isInteger)) return [steps];
  // A hundred times 0.29 is a little less than 29.
  const until = (call: number, each: number): number => Math.floor(call * each + 1e-6);
  return Array.from({ length: SPREAD_OVER }, (_, call) =>
    steps.map((each) => until(call + 1, each) - until(call, each)).filter((count) => count > 0),
  );
}
