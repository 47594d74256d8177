import timersPromises from "node:timers/promises";
import { fakeTimers } from "../../fakes/timers.ts";
import { IoCore } from "../../io/io-core.ts";
import { VirtualClock } from "../virtual-clock.ts";

/** A timer, as far as the programs use it. */
export interface Timer {
  unref(): Timer;
  ref(): Timer;
  refresh(): Timer;
}

/** What a program runs on: real timers, or ours. */
export interface Environment {
  setTimeout(callback: () => void, milliseconds?: number): Timer;
  clearTimeout(timer: Timer): void;
  setInterval(callback: () => void, milliseconds?: number): Timer;
  clearInterval(timer: Timer): void;
  setImmediate(callback: () => void): unknown;
  clearImmediate(immediate: unknown): void;
  /** `timers/promises`. */
  sleep(milliseconds: number): Promise<unknown>;
  nextImmediate(): Promise<unknown>;
  ticks(milliseconds: number): AsyncIterable<string>;
  /** An I/O call with a callback, and one with a promise. */
  io(milliseconds: number, callback: () => void): void;
  ioPromise(milliseconds: number): Promise<unknown>;
}

/** The engine's own timers; I/O is what a driver does whose answer comes with one. */
export function realEnvironment(): Environment {
  return {
    setTimeout: (callback, milliseconds) => setTimeout(callback, milliseconds),
    clearTimeout: (timer) => clearTimeout(timer as NodeJS.Timeout),
    setInterval: (callback, milliseconds) => setInterval(callback, milliseconds),
    clearInterval: (timer) => clearInterval(timer as NodeJS.Timeout),
    setImmediate: (callback) => setImmediate(callback),
    clearImmediate: (immediate) => clearImmediate(immediate as NodeJS.Immediate),
    sleep: (milliseconds) => timersPromises.setTimeout(milliseconds),
    nextImmediate: () => timersPromises.setImmediate(),
    ticks: (milliseconds) => timersPromises.setInterval(milliseconds, "value"),
    io: (milliseconds, callback) => void setTimeout(callback, milliseconds),
    ioPromise: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  };
}

/** Ours: the fakes that targets get, on the virtual clock. */
export function virtualEnvironment(lockstep: boolean): Environment {
  const clock = new VirtualClock();
  clock.lockstep = lockstep;
  const core = new IoCore(clock, 1);
  const { callbacks, promises } = fakeTimers(core);
  return {
    ...callbacks,
    sleep: (milliseconds) => promises.setTimeout(milliseconds),
    nextImmediate: () => promises.setImmediate(),
    ticks: (milliseconds) => promises.setInterval(milliseconds, "value"),
    io: (milliseconds, callback) => {
      core.latencyMilliseconds = milliseconds;
      core.callback("io", undefined, callback);
    },
    ioPromise: (milliseconds) => {
      core.latencyMilliseconds = milliseconds;
      return core.promise("io", undefined);
    },
  };
}
