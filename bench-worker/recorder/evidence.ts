import http from "node:http";
import { types } from "node:util";
import type { Activation, Call } from "./activation.ts";
import type { Captured } from "./captured.ts";
import type { Classes } from "./classes.ts";
import { calleeOf, isFetchOfOthers, isObject, isPairs, isPuttingOff, isTimer } from "./callees.ts";
import { dataOf, keysOf } from "./data-of.ts";
import type { MadeByPackages } from "./made-by-packages.ts";
import { isFromOutside, turn } from "./turns.ts";

const KEYS_OF_VALUE_AT_MOST = 20;

/** Node's own, whatever a test puts in its place. */
const { ClientRequest } = http;

/** Knows why a call is an I/O call: what began the turn that completed it, and which objects came from outside. */
export class Evidence {
  readonly #classes: Pick<Classes, "isInstance" | "isHeldBy">;
  readonly #captured: Pick<Captured, "functionOf">;
  readonly #made: Pick<MadeByPackages, "of">;
  /** Objects that came from outside, or from a test in its place. */
  readonly #handles = new WeakSet<object>();
  /** Emitters and streams of which a call is told already. */
  readonly #listenedTo = new WeakMap<object, Activation>();

  constructor(
    classes: Pick<Classes, "isInstance" | "isHeldBy">,
    captured: Pick<Captured, "functionOf">,
    made: Pick<MadeByPackages, "of">,
  ) {
    this.#classes = classes;
    this.#captured = captured;
    this.#made = made;
  }

  /** An activation ends, which may be what others have waited for. */
  ended({ fn, from, startedAt }: Activation): void {
    if (from !== null) return;
    fn.ended.startedAt = fn.ended.turn === turn.number ? Math.max(fn.ended.startedAt, startedAt) : startedAt;
    fn.ended.turn = turn.number;
  }

  /**
   * Whether a package's promise settles because a function of the project has ended that it was given, or that it has made the
   * receiver of: a queue gives what its worker comes to.
   */
  #isLed({ given, receiver, startedAt }: Call): boolean {
    const made = isObject(receiver) ? (this.#made.of(receiver)?.given ?? []) : [];
    return given.concat(made).some((one) => {
      const ended = isObject(one) ? this.#captured.functionOf(one)?.ended : undefined;
      return ended?.turn === turn.number && ended.startedAt >= startedAt;
    });
  }

  /** Why a call that completes in this turn is an I/O call; null where it is none. */
  of(call: Call): string | null {
    const { receiver, kind, style, site } = call;
    if (style === "sync") return null;
    call.leads ||= style === "promise" && kind === "package" && this.#isLed(call);
    // What calls the project's own functions is no I/O itself.
    if (call.leads && style === "promise") return null;
    if (kind === "double") return "double";
    if (style === "event" && isObject(receiver)) {
      const heard = this.#listenedTo.get(receiver);
      if (heard === call.by) return null;
      this.#listenedTo.set(receiver, call.by);
    }
    if (this.isHandle(receiver) && style !== "event") return "handle";
    if (isTimer(call) && turn.number !== call.turn) return turn.type === "" ? "Timeout" : turn.type;
    if (turn.number === call.turn) return null;
    // What one packet of the network brings may begin several turns, before what the first of them has put off.
    if (isFromOutside()) return isPuttingOff(calleeOf(site, receiver)) ? null : turn.type;
    if (kind === "package") return areRequestsDoubled() ? "double" : null;
    return kind === "core" && turn.type === "Timeout" ? "Timeout" : null;
  }

  /** Whether something came from outside. */
  isHandle(value: unknown): boolean {
    return isObject(value) && this.#handles.has(value);
  }

  /** A value came from outside: so did what can be made of no data in it. */
  cameFromOutside(value: unknown): void {
    if (!isObject(value)) return;
    const add = (one: unknown): void => {
      if (isObject(one) && this.isOpaque(one)) this.#handles.add(one);
    };
    add(value);
    if (!types.isProxy(value) && !Array.isArray(value))
      for (const key of keysOf(value, KEYS_OF_VALUE_AT_MOST)) add(dataOf(value, key));
  }

  /** Whether an object is one that no data can make again. */
  isOpaque(receiver: unknown): boolean {
    if (!isObject(receiver)) return false;
    // Whoever has made it is not asked. The project makes its own again.
    if (types.isProxy(receiver))
      return typeof receiver !== "function" && this.#made.of(receiver)?.site.expression !== "Proxy";
    if (Array.isArray(receiver)) return false;
    if (isPairs(receiver)) return false;
    if (types.isMap(receiver) || types.isSet(receiver) || types.isDate(receiver) || types.isRegExp(receiver))
      return false;
    if (ArrayBuffer.isView(receiver) || types.isNativeError(receiver) || typeof receiver === "function")
      return false;
    const constructor = dataOf(receiver, "constructor");
    if (typeof constructor !== "function" || this.#classes.isInstance(receiver)) return false;
    // A static getter of the program's is not run for us.
    const name = dataOf(constructor, "name");
    return name !== "Object" && name !== "URL";
  }

  /** Whether a call asks what holds private members of instances, which is kept with these. */
  isOfMember({ receiver, given: [key] }: Call): boolean {
    const isWeak = types.isWeakMap(receiver) || types.isWeakSet(receiver);
    return isWeak && isObject(key) && this.#classes.isHeldBy(key, receiver);
  }

  /** Whether a package's function is given what no data can make again: it could not be run with what stands in for that. */
  isGivenOpaque({ kind, given }: Call): boolean {
    return kind === "package" && given.some((one) => this.isOpaque(one) && !types.isPromise(one));
  }

  /** Whether a function that is no code of the project was given to an instance of the project's class, which has it itself. */
  isGivenTo(receiver: unknown, member: string): boolean {
    if (!isObject(receiver) || types.isProxy(receiver) || !Object.hasOwn(receiver, member)) return false;
    return this.#classes.isInstance(receiver);
  }
}

/** Whether tests have put a double in the place of Node's requests, as nock and msw do: what clients get of it comes by time alone. */
function areRequestsDoubled(): boolean {
  return http.ClientRequest !== ClientRequest || isFetchOfOthers(Reflect.get(globalThis, "fetch"));
}
