import { promiseHooks } from "node:v8";
import { peek } from "./peek.ts";

/** The engine's own, whatever the program puts in its place. */
const then: unknown = Reflect.get(Promise.prototype, "then");

/** Promises of which it is heard at a time. */
const WATCHED_AT_MOST = 2_000;

/** What hears that a promise comes to something. */
type End = (how: "value" | "error", value: unknown) => void;

/**
 * Hears what promises come to that others may not wait for: who waits for one that fails changes what the engine tells. The engine tells
 * that one is about to settle; from the next turn on it is looked at.
 */
export class WatchedPromises {
  readonly #safely: <T>(otherwise: T, act: () => T) => T;
  readonly #watched = new Map<Promise<unknown>, End[]>();
  readonly #settling = new Set<Promise<unknown>>();
  #stop: (() => void) | null = null;

  constructor(safely: <T>(otherwise: T, act: () => T) => T) {
    this.#safely = safely;
  }

  /** Looks what became of what was about to settle. */
  onTurn(): void {
    for (const promise of this.#settling) {
      const end: End = (how, value) => {
        for (const one of this.#watched.get(promise) ?? []) this.#safely(undefined, () => one(how, value));
        this.#watched.delete(promise);
      };
      if (this.#safely(true, () => tellSettled(promise, end))) this.#settling.delete(promise);
    }
  }

  /** Hears what a promise comes to, a turn later at most, whoever else waits for it. */
  watch(promise: Promise<unknown>, end: End): void {
    if (this.#watched.size >= WATCHED_AT_MOST || tellSettled(promise, end)) return;
    this.#stop ??= promiseHooks.onSettled((one: Promise<unknown>) => {
      if (this.#watched.has(one)) this.#settling.add(one);
    }) as () => void;
    const ends = this.#watched.get(promise);
    if (ends === undefined) this.#watched.set(promise, [end]);
    else ends.push(end);
  }

  /** Hears of no more. */
  end(): void {
    this.#stop?.();
  }
}

/** Tells what a promise has come to, where it is not pending. */
function tellSettled(promise: Promise<unknown>, end: End): boolean {
  const settled = peek(promise);
  if (settled.state === "error") end("error", settled.reason);
  else if (settled.state === "value") whenSettled(promise, (value) => end("value", value));
  return settled.state !== "pending";
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
