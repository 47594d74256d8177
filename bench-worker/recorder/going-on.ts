import { OutgoingMessage } from "node:http";
import { types } from "node:util";
import type { Activation, Call } from "./activation.ts";
import { itemsOf } from "./callees.ts";
import { dataOf, keysOf } from "./data-of.ts";

/** Activations that go on at a time; of more the oldest is told no end of. */
const GOING_ON_AT_MOST = 100;
/** Of an object that a function is given, or called on. */
const KEYS_AT_MOST = 20;

/** How a response has ended, and with it an activation that gives nothing to wait for. */
export interface Over {
  /** The call by which it has; null where that is not known. */
  readonly by: Call | null;
  readonly endedAt: number;
}

/**
 * Knows the activations that give nothing to wait for, call nobody back, and answer all the same: by the response of HTTP that they were
 * given. They are over once that is.
 */
export class GoingOn {
  readonly #now: () => number;
  readonly #onOver: (by: Activation, over: Over | null) => void;
  readonly #responses = new Map<Activation, OutgoingMessage>();
  /** What is known of the responses that are waited for; null: they have not ended. */
  readonly #ended = new WeakMap<object, Over | null>();

  /** @param onOver Is called as a turn begins, once all that belongs to the one before is done. */
  constructor(now: () => number, onOver: (by: Activation, over: Over | null) => void) {
    this.#now = now;
    this.#onOver = onOver;
  }

  /**
   * An activation is left: whether it goes on until its response has ended, as it has begun something that has not answered.
   *
   * @param self What it was called on.
   * @param given Its arguments; null where it is not asked whether it answers.
   */
  begins(by: Activation, self: unknown, given: ArrayLike<unknown> | null): boolean {
    // Who has called the next handler before it is left has answered by that.
    if (given === null || by.hasCalledBackAtOnce || by.calls.length === 0) return false;
    const response = responseAmong(given) ?? responseIn(self);
    if (response === null || hasEnded(response) || !waitsForOthers(by, response)) return false;
    this.#responses.set(by, response);
    if (!this.#ended.has(response)) this.#ended.set(response, null);
    if (this.#responses.size > GOING_ON_AT_MOST) this.#giveUp();
    return true;
  }

  #giveUp(): void {
    const [oldest] = this.#responses.keys();
    this.#onOver(oldest!, null);
  }

  /** An activation is over in another way. */
  forget(by: Activation): void {
    if (this.#responses.size > 0) this.#responses.delete(by);
  }

  /** A call has returned: it may have ended a response. */
  returned(call: Call): void {
    if (this.#responses.size === 0) return;
    this.#sees(call.receiver, call);
    for (const one of call.given) this.#sees(one, call);
  }

  #sees(one: unknown, by: Call): void {
    if (typeof one !== "object" || one === null || this.#ended.get(one) !== null) return;
    if (hasEnded(one as OutgoingMessage)) this.#ended.set(one, { by, endedAt: this.#now() });
  }

  /** A turn begins. */
  onTurn(): void {
    if (this.#responses.size === 0) return;
    for (const [by, response] of this.#responses) {
      if (!hasEnded(response)) continue;
      this.#responses.delete(by);
      this.#onOver(by, this.#ended.get(response) ?? { by: null, endedAt: this.#now() });
    }
  }
}

/** Whether an activation waits for anything but what becomes of the response. */
function waitsForOthers({ calls }: Activation, response: object): boolean {
  return calls.some(
    ({ style, endedAt, receiver }) => style !== "sync" && endedAt === null && receiver !== response,
  );
}

function responseAmong(given: ArrayLike<unknown>): OutgoingMessage | null {
  const values = itemsOf(given);
  // Frameworks put it into an object of theirs.
  return values.find(isResponse) ?? values.map(responseIn).find((one) => one !== null) ?? null;
}

/** The response that an object has by some name. */
function responseIn(value: unknown): OutgoingMessage | null {
  if (typeof value !== "object" || value === null || types.isProxy(value)) return null;
  for (const key of keysOf(value, KEYS_AT_MOST)) {
    const own = dataOf(value, key);
    if (isResponse(own)) return own;
  }
  return null;
}

/** Whether something is a response that a server gives, not a request that a client makes. */
function isResponse(value: unknown): value is OutgoingMessage {
  return (
    typeof value === "object" &&
    value !== null &&
    !types.isProxy(value) &&
    value instanceof OutgoingMessage &&
    "statusCode" in value
  );
}

function hasEnded(response: OutgoingMessage): boolean {
  return dataOf(response, "finished") === true || dataOf(response, "destroyed") === true;
}
