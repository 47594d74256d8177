import type { InjectionMode } from "../stack-traces.ts";
import type { FakeUse } from "../target-result.ts";
import { engine } from "./engine.ts";
import { VirtualClock, type Clock, type Completion } from "./clock.ts";

/** A node-style callback. */
export type Callback = (error: Error | null, value?: unknown) => void;

/** An error that an operation gives instead of its answer. */
export interface Injection {
  readonly mode: InjectionMode;
  /** The error is made when the operation is called, not when it answers. */
  readonly keepsStack: boolean;
  /** A helper that is not the target's hands the error straight to the caller's last callback. */
  readonly final: ((error: unknown) => void) | null;
}

/** Hears of an operation, synchronously in its call, and may make it fail. */
export type Tap = (expression: string, callback: unknown) => Injection | null;

/** The one place where fake I/O happens: it waits on the clock for the latency and then gives its answer. */
export class Io {
  clock: Clock = new VirtualClock();
  latencyMilliseconds = 1;
  /** Watches and disturbs operations: in passes of its own, never while time or memory is taken. */
  tap: Tap | null = null;
  /** How many operations, one after another, had to complete before what runs now; kept while there is a tap. */
  depth = 0;
  mostInFlight = 0;
  /** The first call of an API that is neither faked nor run. */
  blocked: Error | null = null;
  /** The call of `process.exit`, if there was one. */
  exit: Error | null = null;
  /** Operations that have not answered yet; kept while there is a tap. */
  inFlight = 0;
  private uses: FakeUse[] = [];

  /** The fakes that were used since `forget`. */
  get fakes(): FakeUse[] {
    return this.uses;
  }

  forget(): void {
    this.uses = [];
    this.forgetEnds();
  }

  /** What another target did explains nothing of this one. */
  forgetEnds(): void {
    this.blocked = null;
    this.exit = null;
  }

  watch(tap: Tap): void {
    this.tap = tap;
    this.depth = 0;
    this.mostInFlight = 0;
    this.inFlight = 0;
  }

  /** An operation that calls back with `(null, value)`. */
  call(expression: string, value: unknown, callback: Callback): void {
    if (this.tap === null) {
      this.clock.after(this.latencyMilliseconds, callback as Completion, null, value);
      return;
    }
    this.note(expression);
    const injection = this.tap(expression, callback);
    if (injection === null) this.atDueTime(() => callback(null, value));
    else this.fail(expression, injection, callback);
  }

  /** A timer of the target's: it waits for its own time, and is no I/O call. */
  timer(milliseconds: number, run: () => void): void {
    const { depth } = this;
    const fire = (): void => {
      this.depth = depth;
      run();
    };
    this.clock.after(milliseconds, this.tap === null ? run : fire, undefined, undefined);
  }

  private note(expression: string): void {
    for (const use of this.uses) if (use.expression === expression) return;
    this.uses.push({ expression, kind: "callback", from: "default" });
  }

  private fail(expression: string, { mode, keepsStack, final }: Injection, callback: Callback): void {
    const make = (): Error => new engine.Error(`Async Cost made ${expression} fail`);
    const deliver = (error: Error): void => (final === null ? callback(error) : final(error));
    if (mode === "throw") {
      if (final === null) throw make();
      deliver(make());
      return;
    }
    const kept = keepsStack ? make() : null;
    this.atDueTime(() => {
      const error = kept ?? make();
      if (mode === "async-throw") throw error;
      deliver(error);
    });
  }

  private atDueTime(run: () => void): void {
    const depth = this.depth + 1;
    this.mostInFlight = Math.max(this.mostInFlight, ++this.inFlight);
    const complete = (): void => {
      this.inFlight--;
      this.depth = depth;
      run();
    };
    this.clock.after(this.latencyMilliseconds, complete, undefined, undefined);
  }
}
