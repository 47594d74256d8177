import vm from "node:vm";
import { harness } from "./intrinsics.ts";

/** Code that did not come back, and was ended. */
export class Endless extends Error {
  readonly milliseconds: number;
  /** Whether it was computing all the while; otherwise the machine was busy with something else. */
  readonly isSure: boolean;

  constructor(milliseconds: number, isSure: boolean) {
    super(`did not come back within ${milliseconds / 1000} s`);
    this.milliseconds = milliseconds;
    this.isSure = isSure;
  }
}

/** What the script calls; there only while it runs. */
const ENTRY = "__asyncCostEntry";
const script = new vm.Script(`${ENTRY}()`);
/** The share of its time that code has to compute for to count as endless. */
const COMPUTES = 0.6;
/** So many milliseconds of it are enough where a call is limited. */
const CALL_COMPUTES = 700;

/**
 * Runs `action`, and ends it where it does not come back: the engine throws it out of whatever loop it is in, past
 * its `catch` and `finally`, and the microtasks that are due by then are lost. Only what is synchronous is limited.
 *
 * @param enough Milliseconds of computing after which nothing else can be to blame.
 * @throws {Endless} when it was ended; what `action` throws.
 */
export function withinTime(milliseconds: number, action: () => void, enough = CALL_COMPUTES): void {
  const outcome: { hasEnded: boolean; thrown?: { readonly error: unknown } } = { hasEnded: false };
  const entry = (): void => {
    // What is thrown is handed over: the script would decorate its stack.
    try {
      action();
    } catch (error) {
      outcome.thrown = { error };
    }
    outcome.hasEnded = true;
  };
  const cpuBefore = harness.cpuMilliseconds();
  Object.defineProperty(globalThis, ENTRY, { value: entry, configurable: true });
  try {
    script.runInThisContext({ timeout: milliseconds });
  } catch (error) {
    if (outcome.hasEnded) throw error;
    const isSure = harness.cpuMilliseconds() - cpuBefore > Math.min(enough, COMPUTES * milliseconds);
    throw new Endless(milliseconds, isSure);
  } finally {
    Reflect.deleteProperty(globalThis, ENTRY);
  }
  if (outcome.thrown !== undefined) throw outcome.thrown.error;
}
