import { createHook } from "node:async_hooks";
import v8 from "node:v8";
import type { Completion } from "../../../analysis/model.ts";
import type { CallRunner, StartCall } from "../call/run-calls.ts";
import type { IoCore } from "../io/io-core.ts";
import { enterLockstep } from "./lockstep.ts";
import { PromiseCounter } from "./promise-counter.ts";

/** Counted twice, with different numbers of calls, since waiting for them all costs something as well. */
const CALLS = { few: 5, many: 25 } as const;
/** The median of some, as messages from the host make promises too. */
const ATTEMPTS = 5;
/** The same of calls that take long. */
const CALLS_IF_SLOW = { few: 1, many: 4 } as const;
const ATTEMPTS_IF_SLOW = 3;

/** What a call of the target does by the engine's means of asynchrony. */
export interface Asynchrony {
  /** Native promises that it creates, its libraries' and the fake I/O's included. */
  readonly promises: number;
  /** Microtasks that run for it: reactions of promises, and callbacks of `queueMicrotask`. */
  readonly microticks: number;
}

/**
 * Counts in passes of their own what a call makes the engine do, less the one promise and the one microtask by which
 * we hear of its end. Undefined where the engine has no way to count, or the calls fail.
 *
 * @param isSlow Whether a call takes so long that it is made some fifty times only, and not some hundred.
 */
export async function countAsynchrony(
  core: IoCore,
  runner: CallRunner,
  start: StartCall,
  completion: Completion,
  isSlow = false,
): Promise<Asynchrony | undefined> {
  const { promiseHooks } = v8 as { promiseHooks?: typeof v8.promiseHooks };
  if (promiseHooks === undefined) return undefined;
  enterLockstep(core);
  const { few, many } = isSlow ? CALLS_IF_SLOW : CALLS;
  const attempts = isSlow ? ATTEMPTS_IF_SLOW : ATTEMPTS;

  /** By how much a number grows with each call. */
  const eachCall = async (read: () => number): Promise<number> => {
    const growth = async (calls: number): Promise<number> => {
      const before = read();
      await runner.run(start, calls);
      return read() - before;
    };
    // What is still under way from before must not be counted.
    await growth(1);
    const each: number[] = [];
    for (let attempt = 0; attempt < attempts; attempt++) {
      const ofFew = await growth(few);
      each.push(((await growth(many)) - ofFew) / (many - few));
    }
    return each.sort((a, b) => a - b)[attempts >> 1]!;
  };
  const ours = completion === "promise" ? 1 : 0;
  let reactions = 0;
  let callbacks = 0;
  const counter = new PromiseCounter();
  const count = async (stop: () => unknown, read: () => number): Promise<number> => {
    try {
      return await eachCall(read);
    } finally {
      stop();
    }
  };
  try {
    const promises = await count(promiseHooks.onInit(counter.onInit) as () => void, () => counter.count);
    const stopBefore = promiseHooks.onBefore(() => {
      reactions++;
    }) as () => void;
    const ofPromises = await count(stopBefore, () => reactions);
    const hook = createHook({
      init: (_id, type) => {
        if (type === "Microtask") callbacks++;
      },
    }).enable();
    const queued = await count(
      () => hook.disable(),
      () => callbacks,
    );
    return {
      promises: rounded(Math.max(0, promises - ours)),
      microticks: rounded(Math.max(0, ofPromises - ours) + queued),
    };
  } catch {
    return undefined;
  }
}

/** Shares of a call, as where one in some makes another promise, to two places. */
function rounded(count: number): number {
  return Math.round(count * 100) / 100;
}
