import { peek } from "./peek.ts";

/** The engine's own, whatever the program puts in its place. */
const then: unknown = Reflect.get(Promise.prototype, "then");

/** Promises that are looked at from turn to turn. */
const WATCHED_AT_MOST = 2_000;

/** Hears what promises come to that others may not wait for: who waits for one that fails changes what the engine tells. */
export class WatchedPromises {
  readonly #safely: <T>(otherwise: T, act: () => T) => T;
  #watched: (() => boolean)[] = [];

  constructor(safely: <T>(otherwise: T, act: () => T) => T) {
    this.#safely = safely;
  }

  /** Looks what became of what is waited for. */
  onTurn(): void {
    if (this.#watched.length > 0)
      this.#watched = this.#watched.filter((isPending) => this.#safely(false, isPending));
  }

  /** Hears what a promise comes to, a turn later at most, whoever else waits for it. */
  watch(promise: Promise<unknown>, end: (how: "value" | "error", value: unknown) => void): void {
    const isPending = (): boolean => {
      const settled = peek(promise);
      if (settled.state === "pending") return true;
      if (settled.state === "error") end("error", settled.reason);
      else whenSettled(promise, (value) => end("value", value));
      return false;
    };
    if (this.#watched.length < WATCHED_AT_MOST && isPending()) this.#watched.push(isPending);
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
  return peek(promise).state === "value";
}
