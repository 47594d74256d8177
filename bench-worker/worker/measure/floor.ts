import type { StartCall } from "../call/run-calls.ts";
import type { IoCore } from "../io/io-core.ts";

/**
 * What the fake I/O alone costs: as many bare operations as the target calls, in the same sequence (`steps` says
 * how many run together), one after the other by plain callbacks.
 */
export function floorCall(core: IoCore, steps: readonly number[]): StartCall {
  return (settled) => {
    core.keepsContext = false;
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
