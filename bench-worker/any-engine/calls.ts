import { ENDING_EVENTS, listen, type Emitter } from "../ending-events.ts";
import type { TargetEntry } from "../protocol.ts";
import type { MakeArguments } from "./arguments.ts";
import { engine } from "./engine.ts";
import { asLongAs } from "./flow.ts";
import type { Io } from "./io.ts";

/** Hears that a call has settled: with what it failed with, else with nothing or null. */
export type Settled = (error?: unknown) => void;

/** Starts one call. May throw, which is an end as well. */
export type StartCall = (settled: Settled) => void;

/** The target as something that can be called. */
export interface Callable {
  readonly run: (...given: unknown[]) => unknown;
  readonly receiver: unknown;
  readonly makeArguments: MakeArguments;
  readonly completion: TargetEntry["completion"];
  /** Of what gives an emitter back: events any of which ends a call; all that may, where it is left out. */
  readonly endingEvents?: readonly string[];
}

interface Thenable {
  then(resolved: () => void, rejected: (reason: unknown) => void): unknown;
}
interface Subscribable {
  subscribe(observer: object): unknown;
}
/** Of the package fibers: a fiber that runs, for others than fibers. */
interface Future {
  wait(): unknown;
  resolve(callback: Settled): unknown;
}

/** Calls the target once. @throws what it throws before it has become asynchronous. */
export function callOnce(callable: Callable, settled: Settled): void {
  const { completion } = callable;
  const result = callable.run.apply(callable.receiver, callable.makeArguments(settled)) as
    | Partial<Thenable & Subscribable & Future & Emitter>
    | null
    | undefined;
  if (completion === "callback") {
    if (isFuture(result)) result.resolve(settled);
    return;
  }
  const succeed = (): void => settled(null);
  const fail = (reason: unknown): void =>
    settled(reason ?? new engine.Error(`rejected with ${String(reason)}`));
  if (completion === "thunk" && typeof result === "function") {
    (result as (done: Settled) => void)(settled);
  } else if (result === null || result === undefined) settled(null);
  else if (completion === "observable" && typeof result.subscribe === "function") {
    const next = (): void => undefined;
    const ofRx4 = { onNext: next, onError: fail, onCompleted: succeed };
    result.subscribe({ next, error: fail, complete: succeed, ...ofRx4 });
  } else if (completion === "emitter" && typeof result.on === "function") {
    listen(result as Emitter, callable.endingEvents ?? ENDING_EVENTS, succeed, fail);
  } else if (typeof result.then === "function") result.then(succeed, fail);
  else settled(null);
}

function isFuture(result: Partial<Future> | null | undefined): result is Future {
  return (
    typeof result === "object" &&
    result !== null &&
    typeof result.wait === "function" &&
    typeof result.resolve === "function"
  );
}

/** How an error escaped. */
export interface Escaped {
  readonly error: unknown;
  readonly how: "uncaughtException" | "unhandledRejection";
}

/** What became of n calls that were started together. */
export interface Trial {
  /** Milliseconds that this process was busy: CPU time where it had to wait for others, else time. */
  readonly busyMilliseconds: number;
  /** From before the first call to after the last settlement, simulated. */
  readonly simulatedMilliseconds: number;
  readonly firstSettledMilliseconds: number;
  readonly settledCalls: number;
  /** What the first call that failed failed with. */
  readonly failure: { readonly error: unknown } | null;
  /** Errors that nobody caught. */
  readonly escaped: readonly Escaped[];
  /** Whether all calls have settled and nothing escaped. */
  readonly isWhole: boolean;
}

/** So often is looked whether something can still happen, in milliseconds. */
const LOOK_EVERY = 60;
/** So many looks in a row must find nothing. */
const IDLE_LOOKS = 3;
/** A call that waits for longer than this, simulated, is taken never to settle. */
const SIMULATED_AT_MOST = 600_000;
/** Turns that what goes on after the last settlement gets, before it is forgotten. */
const TURNS_AFTER = 20;
/** Milliseconds that pass beyond the CPU time without anybody else's doing: the watches themselves. */
const WATCHES = 0.005;

/** Runs many calls at once and waits for all of them; one trial at a time. */
export class CallRunner {
  private readonly io: Io;
  private hear: ((escaped: Escaped) => void) | null = null;

  /** From here on nothing that the target lets escape ends this process. */
  constructor(io: Io) {
    this.io = io;
    const listen = (how: Escaped["how"]): void => {
      process.on(how as "uncaughtException", (error: unknown) => {
        if (this.hear !== null) this.hear({ error, how });
      });
    };
    listen("uncaughtException");
    listen("unhandledRejection");
  }

  /** Starts `n` calls; `done` hears when all have settled, or cannot, and what they left behind has come to rest. */
  run(start: StartCall, n: number, done: (trial: Trial) => void): void {
    const { clock } = this.io;
    const escaped: Escaped[] = [];
    let settledCalls = 0;
    let failure: Trial["failure"] = null;
    let firstSettledMilliseconds = 0;
    let isOver = false;
    let idleLooks = 0;
    let busyMilliseconds = 0;
    let simulatedMilliseconds = 0;
    const end = (): void => {
      if (isOver) return;
      isOver = true;
      this.hear = null;
      engine.clearInterval(look);
      const isWhole = settledCalls >= n && escaped.length === 0;
      const trial: Trial = {
        ...{ busyMilliseconds, simulatedMilliseconds, firstSettledMilliseconds },
        ...{ settledCalls, failure, escaped, isWhole },
      };
      this.settleDown(() => done(trial));
    };
    const startSimulated = clock.time();
    const look = engine.setInterval(() => {
      idleLooks = clock.isIdle() ? idleLooks + 1 : 0;
      if (idleLooks === IDLE_LOOKS || clock.time() - startSimulated > SIMULATED_AT_MOST) end();
    }, LOOK_EVERY);
    this.hear = (what) => {
      escaped.push(what);
      // Others of the same kind may follow at once; the calls cannot be trusted any more.
      engine.setImmediate(end);
    };
    const startCpu = engine.cpuMilliseconds();
    const startTime = engine.now();
    const settled: Settled = (error) => {
      if (isOver) return;
      if (settledCalls === 0) firstSettledMilliseconds = clock.time() - startSimulated;
      if (error !== null && error !== undefined && failure === null) failure = { error };
      if (++settledCalls !== n) return;
      const elapsed = engine.now() - startTime;
      const cpu = startCpu === null ? null : engine.cpuMilliseconds()! - startCpu;
      busyMilliseconds = cpu !== null && elapsed - cpu > WATCHES ? cpu : elapsed;
      simulatedMilliseconds = clock.time() - startSimulated;
      engine.setImmediate(end);
    };
    for (let i = 0; i < n; i++) {
      try {
        start(settled);
      } catch (error) {
        settled(error ?? new engine.Error(`threw ${String(error)}`));
      }
    }
  }

  /** Lets what goes on come to rest, for a while, and forgets what is still to come then. */
  settleDown(done: () => void): void {
    const { clock } = this.io;
    let turns = 0;
    asLongAs(
      () => turns === 0 || (turns < TURNS_AFTER && !clock.isIdle()),
      (next) => {
        turns++;
        engine.setImmediate(next);
      },
      () => {
        clock.clear();
        done();
      },
    );
  }
}
