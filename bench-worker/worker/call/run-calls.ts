import { immediates } from "../clock/immediates.ts";
import { harness } from "../harness/intrinsics.ts";
import type { Escape, Uncaught } from "../harness/uncaught.ts";
import type { IoCore } from "../io/io-core.ts";
import { failureOf, isFailure, type Settled } from "./caller.ts";

/** Starts one call; `settled` hears of its end. May throw, which is an end as well. */
export interface StartCall {
  (settled: Settled): void;
  /** Makes ready what so many calls need, which is no part of them: before they are timed or weighed. */
  readonly prepare?: (calls: number) => void;
}

/** What became of n calls that were started together. */
export interface Trial {
  /** From before the first call to after the last settlement, in milliseconds of time. */
  readonly elapsedMilliseconds: number;
  /** The same without what this thread was kept waiting by others: CPU time where it was, else time. */
  readonly busyMilliseconds: number;
  /** The same in simulated time: on the real clock, in time. */
  readonly simulatedMilliseconds: number;
  /** From the start to the first settlement, simulated. */
  readonly firstSettledMilliseconds: number;
  /** What the first call that failed failed with. */
  readonly failure: { readonly error: unknown; readonly calls: number } | null;
}

/** An error that nobody caught. */
export interface Escaped {
  readonly error: unknown;
  readonly how: Escape;
}

/** Calls that did not all settle. */
export class Unsettled extends Error {
  readonly settledCalls: number;
  /** What escaped meanwhile, if something did, and how. */
  readonly escaped: readonly Escaped[];
  /** Nothing was left that could wake them; otherwise they went on for too long. */
  readonly isIdle: boolean;
  /** They made this many I/O calls each, and went on; undefined where that is not why they were ended. */
  readonly ioCallsEach: number | undefined;

  constructor(settledCalls: number, escaped: readonly Escaped[], isIdle: boolean, ioCallsEach?: number) {
    super("not all calls have settled");
    this.settledCalls = settledCalls;
    this.escaped = escaped;
    this.isIdle = isIdle;
    this.ioCallsEach = ioCallsEach;
  }
}

/** So often is looked whether something can still happen, in milliseconds. */
const LOOK_EVERY = 60;
/** So many looks in a row must find nothing. */
const IDLE_LOOKS = 3;
/** The same of calls that are watched once one of them was left waiting, and turns of the event loop in which nothing comes either. */
const IDLE_AGAIN = { looks: 1, turns: 3 };
/** A call that waits for longer than this, simulated, or than so long a chain of I/O calls, is taken never to settle. */
const SIMULATED_AT_MOST = 600_000;
const LONGEST_CHAIN = 50;
/** A call that makes more I/O calls than this is taken never to settle: some make two of each, and soon there are millions. */
const IO_CALLS_AT_MOST = 50_000;
/** The same while each is watched, which takes its time. */
const WATCHED_IO_CALLS_AT_MOST = 10_000;
const LIMITS = {
  /** Milliseconds of computing after which calls that are watched are taken never to settle. */
  watchedComputing: 2_500,
  /** Looks in a row where immediates are left: what promises of a library do by them may take long with many calls. */
  immediateLooks: 100,
};
/** Turns that what goes on after the last settlement gets, before it is forgotten, and milliseconds of CPU time. */
const TURNS_AFTER = 20;
const MILLISECONDS_AFTER = 100;

/** Runs many calls at once and waits for all of them; one trial at a time. */
export class CallRunner {
  readonly #core: IoCore;
  readonly #uncaught: Pick<Uncaught, "listener">;
  readonly #limits: typeof LIMITS;
  #look: (() => void) | null = null;
  #reject: ((error: Error) => void) | null = null;
  readonly #timer: NodeJS.Timeout;
  #escaped: Escaped[] = [];
  /** Whether a call that was watched was left waiting before. */
  #hasIdled = false;

  constructor(core: IoCore, uncaught: Pick<Uncaught, "listener">, limits: Partial<typeof LIMITS> = {}) {
    this.#core = core;
    this.#limits = { ...LIMITS, ...limits };
    this.#uncaught = uncaught;
    this.#timer = harness.setInterval(() => this.#look?.(), LOOK_EVERY);
  }

  /** Errors that nobody caught in the last run, until what its calls left behind had come to rest. */
  get escaped(): readonly Escaped[] {
    return this.#escaped;
  }

  dispose(): void {
    harness.clearInterval(this.#timer);
  }

  /** Ends the trial that is under way with `error`: its calls were thrown out of what they were doing. */
  abandon(error: Error): void {
    this.#reject?.(error);
  }

  /**
   * Starts `n` calls and waits until all have settled and what they left behind has come to rest.
   *
   * @param settledAt Is filled with the simulated milliseconds from the start to each settlement, one after the other.
   * @throws {Unsettled} when not all settle, or an error escapes.
   */
  async run(start: StartCall, n: number, settledAt?: Float64Array): Promise<Trial> {
    const escaped: Escaped[] = (this.#escaped = []);
    try {
      return await this.#run(start, n, settledAt);
    } finally {
      this.#look = null;
      this.#reject = null;
      this.#uncaught.listener = (error, how) => void escaped.push({ error, how });
      await this.settleDown();
      this.#uncaught.listener = null;
    }
  }

  #run(start: StartCall, n: number, settledAt?: Float64Array): Promise<Trial> {
    const { clock, latencyMilliseconds, backEnd } = this.#core;
    const simulatedAtMost = Math.max(
      SIMULATED_AT_MOST,
      LONGEST_CHAIN * latencyMilliseconds * (backEnd?.queueing ?? 1),
    );
    return new harness.Promise((resolve, reject) => {
      let settledCalls = 0;
      let failure: { error: unknown; calls: number } | null = null;
      let firstSettledMilliseconds = 0;
      let idleLooks = 0;
      const escaped = this.#escaped;
      const ioCallsBefore = this.#core.calls;
      const ioCallsAtMost = this.#core.tap === null ? IO_CALLS_AT_MOST : WATCHED_IO_CALLS_AT_MOST;
      this.#reject = reject;
      start.prepare?.(n);
      this.#uncaught.listener = (error, how) => {
        escaped.push({ error, how });
        // Others of the same kind may follow at once; the calls cannot be trusted any more.
        harness.setImmediate(() => reject(new Unsettled(settledCalls, escaped, true)));
      };
      const startSimulated = clock.time();
      const startCpu = harness.cpuMilliseconds();
      const startTime = harness.now();
      this.#look = () => {
        // Immediates that set each other are counted where somebody hears of it: a slow machine is no reason.
        const isCounted = immediates.pending > 0 && immediates.onEndless !== null;
        idleLooks = clock.idle && !isCounted ? idleLooks + 1 : 0;
        const isWatched = this.#core.tap !== null;
        const usual = isWatched && this.#hasIdled ? IDLE_AGAIN.looks : IDLE_LOOKS;
        const looksAtMost = immediates.pending > 0 ? this.#limits.immediateLooks : usual;
        const giveUp = (): void => {
          if (settledCalls === n) return;
          this.#hasIdled ||= isWatched;
          reject(new Unsettled(settledCalls, escaped, true));
        };
        if (idleLooks >= looksAtMost && looksAtMost < IDLE_LOOKS) void this.#ifStillIdle(giveUp);
        else if (idleLooks >= looksAtMost) giveUp();
        else if (clock.time() - startSimulated > simulatedAtMost) {
          reject(new Unsettled(settledCalls, escaped, false));
        } else {
          const ioCalls = this.#core.calls - ioCallsBefore;
          const isTooLong =
            this.#core.tap !== null && harness.cpuMilliseconds() - startCpu > this.#limits.watchedComputing;
          if (ioCalls > n * ioCallsAtMost || isTooLong) {
            reject(
              new Unsettled(settledCalls, escaped, false, Math.min(Math.ceil(ioCalls / n), ioCallsAtMost)),
            );
          }
        }
      };
      const settled: Settled = (error) => {
        if (settledCalls === 0) firstSettledMilliseconds = clock.time() - startSimulated;
        if (settledAt !== undefined) settledAt[settledCalls] = clock.time() - startSimulated;
        if (isFailure(error)) {
          failure = { error: failure === null ? error : failure.error, calls: (failure?.calls ?? 0) + 1 };
        }
        if (++settledCalls !== n) return;
        const elapsedMilliseconds = harness.now() - startTime;
        resolve({
          elapsedMilliseconds,
          busyMilliseconds: busyOf(elapsedMilliseconds, harness.cpuMilliseconds() - startCpu),
          simulatedMilliseconds: clock.time() - startSimulated,
          firstSettledMilliseconds,
          failure,
        });
      };
      for (let i = 0; i < n; i++) {
        try {
          start(settled);
        } catch (error) {
          settled(failureOf(error));
        }
      }
    });
  }

  /** Does something where nothing comes in the next turns of the event loop either. */
  async #ifStillIdle(act: () => void): Promise<void> {
    for (let turn = 0; turn < IDLE_AGAIN.turns; turn++) {
      await nextTurn();
      if (!this.#core.clock.idle || immediates.pending > 0) return;
    }
    act();
  }

  /**
   * Lets what goes on come to rest, for a while, and forgets what is still to come then.
   *
   * @param turnsAtMost of the event loop that it gets.
   */
  async settleDown(turnsAtMost = TURNS_AFTER): Promise<void> {
    const { clock } = this.#core;
    await nextTurn();
    const begun = harness.cpuMilliseconds();
    for (let turn = 0; turn < turnsAtMost && !(clock.idle && immediates.pending === 0); turn++) {
      await nextTurn();
      if (harness.cpuMilliseconds() - begun > MILLISECONDS_AFTER) break;
    }
    clock.clear();
  }
}

/** Time that passes beyond the CPU time without anybody else's doing: the watches themselves. */
const WATCHES = 0.005;

/**
 * Milliseconds that this thread was busy. The watch is finer than the account of CPU time, and right as long as the thread ran all the while. Where it had to
 * wait, the account knows better.
 */
export function busyOf(elapsedMilliseconds: number, cpuMilliseconds: number): number {
  return elapsedMilliseconds - cpuMilliseconds > WATCHES ? cpuMilliseconds : elapsedMilliseconds;
}

/** Resolves in a later turn of the event loop. */
export function nextTurn(): Promise<void> {
  return new harness.Promise((resolve) => {
    harness.setImmediate(() => resolve());
  });
}
