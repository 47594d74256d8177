import { promiseHooks } from "node:v8";
import { peek, stateOf } from "./peek.ts";

/** The engine's own, whatever the program puts in its place. */
const then: unknown = Reflect.get(Promise.prototype, "then");

/** Promises that are watched at a time. */
const WATCHED_AT_MOST = 2_000;

/** What hears that a promise comes to something. */
type End = (how: "value" | "error", value: unknown) => void;

/**
 * Hears what promises come to, but waits for none that nobody else waits for: who waits for one that fails changes what the engine tells
 * of it. The engine tells that somebody waits, and that one settles for which nobody does; that one is looked at.
 */
export class WatchedPromises {
  readonly #safely: <T>(otherwise: T, act: () => T) => T;
  readonly #watched = new Map<Promise<unknown>, End[]>();
  /** To be looked at as the next turn begins, and whether they are resolved: maybe with another one that is pending yet. */
  readonly #unheard = new Map<Promise<unknown>, boolean>();
  #stop: (() => void) | null = null;

  constructor(safely: <T>(otherwise: T, act: () => T) => T) {
    this.#safely = safely;
  }

  /** Looks what became of what has settled and nobody waits for. */
  onTurn(): void {
    for (const [promise, isResolved] of this.#unheard) {
      if (!isResolved) this.#unheard.delete(promise);
      this.#safely(undefined, () => {
        const settled = peek(promise);
        if (settled.state === "pending") return;
        const end = this.#taken(promise);
        if (settled.state === "error") end("error", settled.reason);
        else whenSettled(promise, (value) => end("value", value));
      });
    }
  }

  /** Hears what a promise comes to, a turn later at most. */
  watch(promise: Promise<unknown>, end: End): void {
    const ends = this.#watched.get(promise);
    if (ends !== undefined) ends.push(end);
    else if (this.#watched.size < WATCHED_AT_MOST) {
      this.#watched.set(promise, [end]);
      this.#unheard.set(promise, false);
      this.#stop ??= this.#listen();
    }
  }

  /** Hears of no more. */
  end(): void {
    this.#stop?.();
  }

  /** From now on nothing else hears what a promise comes to. */
  #taken(promise: Promise<unknown>): End {
    const ends = this.#watched.get(promise) ?? [];
    this.#watched.delete(promise);
    this.#unheard.delete(promise);
    return (how, value) => {
      for (const one of ends) this.#safely(undefined, () => one(how, value));
    };
  }

  #listen(): () => void {
    return promiseHooks.createHook({
      init: (_, parent) => {
        if (!this.#watched.has(parent)) return;
        const end = this.#taken(parent);
        whenSettled(
          parent,
          (value) => end("value", value),
          (error) => end("error", error),
        );
      },
      settled: (promise) => {
        if (this.#watched.has(promise)) this.#unheard.set(promise, true);
      },
    }) as () => void;
  }
}

/** Hears what a native promise comes to. */
export function whenSettled(
  promise: Promise<unknown>,
  onValue: (value: unknown) => void,
  onError?: (error: unknown) => void,
): void {
  void Reflect.apply(then as typeof promise.then, promise, [onValue, onError]);
}

/** Whether a promise has a value by now. */
export function hasValue(promise: Promise<unknown>): boolean {
  return stateOf(promise) === "value";
}
