import { promiseHooks } from "node:v8";
import vm from "node:vm";
import { harness } from "./intrinsics.ts";
import { putStacksBack } from "./own-stacks.ts";
import { tickWatch } from "./tick-watch.ts";

/** Code that did not come back, and was ended. */
export class Endless extends Error {
  readonly milliseconds: number;
  /** Milliseconds of them for which it was computing. */
  readonly computed: number;
  /** After so many nothing else can be to blame. */
  readonly enough: number;
  /** It was not what was called that went on, but what this had set going: microtasks that beget each other. */
  isFollowing = false;
  /** Of those: they were very many, as where something is asked for again and again. */
  isPolling = false;

  constructor(milliseconds: number, computed: number, enough: number) {
    super(`did not come back within ${milliseconds / 1000} s`);
    this.milliseconds = milliseconds;
    this.computed = computed;
    this.enough = enough;
  }

  /** How long it was let go on, and computed: `1.5 s`. */
  get said(): { readonly whole: string; readonly computed: string } {
    return { whole: seconds(this.milliseconds), computed: seconds(this.computed) };
  }

  /** Whether it was computing for long enough; otherwise the machine was busy with something else. */
  get isSure(): boolean {
    return this.computed >= this.enough;
  }
}

/** How many times as long as usual things may take when the machine is busy with something else. */
export const PATIENCE_AT_MOST = 30;

/** How much longer than it takes by the share of the machine that it got last time code is let run. */
const MARGIN = 1.5;

/**
 * How many times as long as usual things may take, after code was ended: by the share of the machine that it got. At
 * least twice as long where it had not computed for long enough to be sure of it, and never shorter than usual.
 *
 * @param patience What it was so far.
 */
export function nextPatience(patience: number, ended: Endless): number {
  const byShare = (MARGIN * ended.enough) / Math.max(ended.computed, 1);
  return ended.isSure ? Math.max(1, patience * Math.min(byShare, 1)) : patience * Math.max(byShare, 2);
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
    // The engine takes whole milliseconds only.
    script.runInThisContext({ timeout: Math.ceil(milliseconds) });
  } catch (error) {
    if (!isTimeout(error)) throw error;
    putStacksBack();
    // The engine tells of it also where the action had come back by then, if only just.
    if (!outcome.hasEnded) {
      const computed = harness.cpuMilliseconds() - cpuBefore;
      throw new Endless(milliseconds, computed, Math.min(enough, COMPUTES * milliseconds));
    }
  } finally {
    Reflect.deleteProperty(globalThis, ENTRY);
  }
  if (outcome.thrown !== undefined) throw outcome.thrown.error;
}

/**
 * The same of what may be run again: where it was ended and had not computed for long enough, as on a busy machine, it is run anew with
 * more time.
 *
 * @throws {Endless} when it was ended for what it computed; what `action` throws.
 */
export function withinComputing(milliseconds: number, action: () => void): void {
  for (let patience = 1; ;) {
    try {
      withinTime(milliseconds * patience, action);
      return;
    } catch (error) {
      if (!(error instanceof Endless) || error.isSure || patience >= PATIENCE_AT_MOST) throw error;
      patience = nextPatience(patience, error);
    }
  }
}

/**
 * As {@link withinTime}, and what follows from it at once: nextTicks and microtasks until there are none.
 *
 * @throws {Endless} when it was ended, or ticks would have begotten each other without end; what `action` throws.
 */
export function withinTimeDrained(milliseconds: number, action: () => void, enough = CALL_COMPUTES): void {
  const before = { time: harness.now(), cpu: harness.cpuMilliseconds() };
  const { goesOn, isSure, stack } = tickWatch.during(milliseconds, () => {
    const both = (): void => {
      action();
      harness.drain?.();
    };
    withinTime(milliseconds, both, enough);
  });
  if (!goesOn) return;
  const passed = harness.now() - before.time;
  const computed = harness.cpuMilliseconds() - before.cpu;
  const endless = new Endless(passed, computed, isSure ? computed : Math.min(enough, COMPUTES * passed));
  endless.isPolling = true;
  if (stack !== undefined) endless.stack = stack;
  throw endless;
}

/** So often no promise goes on where something is computed: what polls what answers at once does so thousands of times. */
const CONTINUED_AT_MOST = 2_000;

/** What follows at once from what was loaded or constructed may go on for so many milliseconds. */
const FOLLOWING_AT_MOST = 1_500;

/**
 * Begins something in a turn of its own, in which nothing of ours waits for a microtask that could be lost, and limits what
 * follows from it at once, as where a package polls what answers at once.
 *
 * @param limits The milliseconds for which that may go on, asked for once it has begun, and those of computing that are enough.
 * @throws {Endless} when it was ended; what `begin` throws.
 */
export function inTurnOfItsOwn<Result>(
  begin: () => Promise<Result> | Result,
  limits: () => { readonly milliseconds: number; readonly enough?: number },
): Promise<Result> {
  return new harness.Promise((resolve, reject) => {
    harness.setImmediate(() => {
      const begun = (async () => await begin())();
      // It is heard of once nothing follows any more.
      begun.catch(() => undefined);
      const { milliseconds, enough } = limits();
      let continued = 0;
      const stopCounting = promiseHooks.onBefore(() => {
        continued++;
      }) as () => void;
      try {
        withinTimeDrained(milliseconds, () => undefined, enough);
        resolve(begun);
      } catch (error) {
        if (!(error instanceof Endless)) {
          // What a tick throws is nobody's here: what was begun goes on.
          resolve(begun);
          throw error;
        }
        error.isFollowing = true;
        error.isPolling ||= continued > CONTINUED_AT_MOST;
        reject(error);
      } finally {
        stopCounting();
      }
    });
  });
}

/** What follows from something that was loaded or constructed. */
export function followingLimits(patience: number): { readonly milliseconds: number } {
  return { milliseconds: FOLLOWING_AT_MOST * patience };
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT";
}

function seconds(milliseconds: number): string {
  return `${Number((milliseconds / 1000).toPrecision(2))} s`;
}
