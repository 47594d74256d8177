import { types } from "node:util";
import type { Activation, Call } from "./activation.ts";
import { CERTAIN_ENDS } from "../contract/certain-ends.ts";
import { isObject, itemsOf } from "./callees.ts";
import { dataOf, keysOf } from "./data-of.ts";
import { hasEnded, isResponse } from "./responses.ts";

/** Activations that go on at a time; of more the oldest is told no end of. */
const GOING_ON_AT_MOST = 100;
/** Of an object that a function is given, or called on. */
const KEYS_AT_MOST = 20;

/** How a response has ended, or an emitter, and with it an activation that gives nothing else to wait for. */
export interface Over {
  /** `over` with the response that it was given, `event` of the emitter that it has given, `error` of that. */
  readonly how: "over" | "event" | "error";
  /** What that failed with. */
  readonly value: unknown;
  /** The call by which it has; null where that is not known. */
  readonly by: Call | null;
  readonly endedAt: number;
}

/**
 * Knows the activations that give no promise, call nobody back, and answer all the same: by the response of HTTP that they were
 * given, or by events of the emitter that they have given, which their own code emits. They are over once that is.
 */
export class GoingOn {
  readonly #now: () => number;
  readonly #onOver: (by: Activation, over: Over | null) => void;
  /** What they answer by: responses and emitters. */
  readonly #answersBy = new Map<Activation, object>();
  /** What is known of those that are waited for; null: they have not ended. */
  readonly #ended = new WeakMap<object, Over | null>();

  /** @param onOver Is called as a turn begins, once all that belongs to the one before is done. */
  constructor(now: () => number, onOver: (by: Activation, over: Over | null) => void) {
    this.#now = now;
    this.#onOver = onOver;
  }

  /**
   * An activation is left: whether it goes on until its response or its emitter has ended, as it has begun something that has not answered.
   *
   * @param self What it was called on.
   * @param given Its arguments; null where it is not asked whether it answers.
   */
  begins(by: Activation, self: unknown, given: ArrayLike<unknown> | null): boolean {
    // Who has called the next handler before it is left has answered by that.
    if (given === null || by.hasCalledBackAtOnce || by.calls.length === 0) return false;
    const answersBy = emitterOf(by, self, given) ?? responseAmong(given) ?? responseIn(self);
    if (answersBy === null || isOver(answersBy) || !waitsForOthers(by, answersBy)) return false;
    this.#answersBy.set(by, answersBy);
    if (!this.#ended.has(answersBy)) this.#ended.set(answersBy, null);
    if (this.#answersBy.size > GOING_ON_AT_MOST) this.#giveUp();
    return true;
  }

  #giveUp(): void {
    const [oldest] = this.#answersBy.keys();
    this.#onOver(oldest!, null);
  }

  /** An activation is over in another way. */
  forget(by: Activation): void {
    if (this.#answersBy.size > 0) this.#answersBy.delete(by);
  }

  /** A call has returned: it may have ended a response, or emitted an end. */
  returned(call: Call): void {
    if (this.#answersBy.size === 0) return;
    this.#sees(call.receiver, call);
    for (const one of call.given) this.#sees(one, call);
  }

  #sees(one: unknown, by: Call): void {
    if (typeof one !== "object" || one === null || this.#ended.get(one) !== null) return;
    const emitted = one === by.receiver && by.site.member === "emit" ? by.given[0] : undefined;
    const ending = { by, value: by.given[1], endedAt: this.#now() };
    if (emitted === "error") this.#ended.set(one, { ...ending, how: "error" });
    else if (CERTAIN_ENDS.includes(emitted as string)) this.#ended.set(one, { ...ending, how: "event" });
    else if (isOver(one)) this.#ended.set(one, { ...ending, how: "over" });
  }

  /** A turn begins. */
  onTurn(): void {
    if (this.#answersBy.size === 0) return;
    for (const [by, one] of this.#answersBy) {
      const ended = this.#ended.get(one) ?? null;
      if (ended === null && !isOver(one)) continue;
      this.#answersBy.delete(by);
      this.#onOver(by, ended ?? { how: "over", value: undefined, by: null, endedAt: this.#now() });
    }
  }
}

/** The emitter that an activation has given, whose end its text emits, unless it was there before. */
function emitterOf({ returned, fn }: Activation, self: unknown, given: ArrayLike<unknown>): object | null {
  if (fn.emitsEnd !== true || !isObject(returned) || types.isProxy(returned) || returned === self)
    return null;
  const isEmitter =
    typeof dataOf(returned, "emit") === "function" && typeof dataOf(returned, "on") === "function";
  return isEmitter && !itemsOf(given).includes(returned) ? returned : null;
}

/** Whether an activation waits for anything but what becomes of the response. */
function waitsForOthers({ calls }: Activation, response: object): boolean {
  return calls.some(
    ({ style, endedAt, receiver }) => style !== "sync" && endedAt === null && receiver !== response,
  );
}

function responseAmong(given: ArrayLike<unknown>): object | null {
  const values = itemsOf(given);
  // Frameworks put it into an object of theirs.
  return values.find(isResponse) ?? values.map(responseIn).find((one) => one !== null) ?? null;
}

/** The response that an object has by some name. */
function responseIn(value: unknown): object | null {
  if (typeof value !== "object" || value === null || types.isProxy(value)) return null;
  for (const key of keysOf(value, KEYS_AT_MOST)) {
    const own = dataOf(value, key);
    if (isResponse(own)) return own;
  }
  return null;
}

/** Whether what somebody answers by has ended; of emitters other than responses only what they emit tells it. */
function isOver(one: object): boolean {
  return isResponse(one) && hasEnded(one);
}
