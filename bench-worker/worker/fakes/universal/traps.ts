import { isObject } from "../../io/is-object.ts";
import { within, type ItemPlace } from "../item-place.ts";
import type { Noting } from "../plain/noting.ts";
import type { AnyFunction } from "./any-function.ts";
import type { Plan } from "./plan.ts";

const NOTHING = Symbol("nothing");
/** Keys and values. */
const FEW = 12;

/** What makes fakes and knows what they do. */
export interface FakeOwner {
  /** Of all that was found out about fakes: see {@link Plan}. */
  generation: number;
  /** Where what is made belongs. */
  readonly place: ItemPlace;
  /** What a member is that is read for the first time; the traps keep what is to be given again. */
  member(traps: FakeTraps, key: PropertyKey): unknown;
  /** A function was put where the fake has its handler of an event. */
  handle(traps: FakeTraps, key: string, handler: AnyFunction): void;
  call(traps: FakeTraps, receiver: unknown, parameters: unknown[]): unknown;
  construct(name: string, parameters: unknown[]): object;
  make(name: string): unknown;
  /** How many were made, and how often one was read, in all. */
  readonly counts: { made: number; read: number };
  /** A fake is read. */
  read(): void;
  /** The names of fakes that were asked for their keys. */
  readonly askedForKeys: Set<string>;
  /** Where it is noted what is done with fakes; null where that is not. */
  noting: Noting | null;
}

/** The traps of one fake: few fields and no functions of its own, as there is one for every value that is made up. */
export class FakeTraps implements ProxyHandler<object> {
  readonly owner: FakeOwner;
  readonly plan: Plan;
  /** What it was asked of, where a call gave it. */
  readonly origin: object | undefined;
  /** Which item of a list it belongs to, see {@link ItemPlace}. */
  readonly itemAt: number;
  /** The fake itself. */
  readonly self: object;
  /**
   * What was read of it or put into it: keys and values in turn, as a map of one weighs three times as much; a map once there are
   * many; null where there is nothing.
   */
  #children: unknown[] | Map<PropertyKey, unknown> | null = null;

  /** @param absent Properties that it does not have. */
  constructor(owner: FakeOwner, plan: Plan, absent: readonly string[], origin: object | undefined) {
    this.owner = owner;
    this.plan = plan;
    this.origin = origin;
    this.itemAt = owner.place.itemAt;
    this.self = new Proxy(plan.isObject ? {} : newBase(), this);
    for (let at = 0; at < absent.length; at++) this.keep(absent[at]!, undefined);
  }

  get(target: object, key: PropertyKey, receiver: unknown): unknown {
    const { owner, plan } = this;
    const isKnown = plan.isNoThenable && plan.generation === owner.generation && this.#children === null;
    if (key === "then" && isKnown) return undefined;
    owner.read();
    const known = this.#kept(key);
    if (known !== NOTHING) return known;
    if (key !== "prototype")
      return this.#isHere
        ? owner.member(this, key)
        : within(owner.place, this.itemAt, () => owner.member(this, key));
    owner.noting?.otherwise(plan.name);
    return Reflect.get(target, key, receiver);
  }

  getPrototypeOf(target: object): object | null {
    if (asked.isOn) asked.found = this;
    else this.owner.noting?.otherwise(this.plan.name);
    return Reflect.getPrototypeOf(target);
  }

  set(_target: object, key: PropertyKey, value: unknown): boolean {
    if (put.before !== null) noteBefore(put.before, this, key, this.#kept(key));
    this.keep(key, value);
    this.owner.noting?.changed(this.plan.name);
    if (typeof value === "function" && typeof key === "string")
      this.owner.handle(this, key, value as AnyFunction);
    return true;
  }

  has(_target: object, key: PropertyKey): boolean {
    if (typeof key === "string") this.owner.noting?.asked(this.plan.name, key);
    return typeof key === "string" || this.#kept(key) !== NOTHING;
  }

  ownKeys(target: object): (string | symbol)[] {
    this.owner.askedForKeys.add(this.plan.name);
    this.owner.noting?.keysAsked(this.plan.name, []);
    return Reflect.ownKeys(target);
  }

  getOwnPropertyDescriptor(target: object, key: PropertyKey): PropertyDescriptor | undefined {
    const own = Reflect.getOwnPropertyDescriptor(target, key);
    if (own === undefined) this.owner.noting?.keysAsked(this.plan.name, []);
    return own;
  }

  deleteProperty(_target: object, key: PropertyKey): boolean {
    this.owner.noting?.otherwise(this.plan.name);
    if (this.#kept(key) !== NOTHING) this.#asMap().delete(key);
    return true;
  }

  apply(_target: object, receiver: unknown, parameters: unknown[]): unknown {
    const { owner } = this;
    return this.#isHere
      ? owner.call(this, receiver, parameters)
      : within(owner.place, this.itemAt, () => owner.call(this, receiver, parameters));
  }

  /** Whether what it gives belongs to the item that is at hand anyway: that is asked for each read which is timed, and makes nothing. */
  get #isHere(): boolean {
    return this.itemAt === this.owner.place.itemAt;
  }

  construct(_target: object, parameters: unknown[], newTarget: unknown): object {
    if (newTarget === this.self) this.owner.noting?.constructed(this.plan.name);
    else this.owner.noting?.otherwise(this.plan.name);
    return this.owner.construct(this.plan.name, parameters);
  }

  defineProperty(target: object, key: PropertyKey, descriptor: PropertyDescriptor): boolean {
    this.owner.noting?.otherwise(this.plan.name);
    if (Object.hasOwn(target, key) && descriptor.configurable === false)
      return Reflect.defineProperty(target, key, descriptor);
    if (put.before !== null) noteBefore(put.before, this, key, this.#kept(key));
    this.keep(key, descriptor.value);
    return true;
  }

  /** One that is frozen answers as before: what functions have of their own would have to stay as it is. */
  preventExtensions(target: object): boolean {
    this.owner.noting?.otherwise(this.plan.name);
    return (
      Reflect.deleteProperty(target, "length") &&
      Reflect.deleteProperty(target, "name") &&
      Reflect.preventExtensions(target)
    );
  }

  /** Gives this whenever it is read again. */
  keep(key: PropertyKey, value: unknown): void {
    const children = this.#children;
    if (children === null) this.#children = [key, value];
    else if (children instanceof Map || children.length >= FEW || this.#kept(key) !== NOTHING)
      this.#asMap().set(key, value);
    // Of just the length, as what is pushed to makes room for many; and a literal takes a third of the time of `concat`.
    else if (children.length === 2) this.#children = [children[0], children[1], key, value];
    else if (children.length === 4)
      this.#children = [children[0], children[1], children[2], children[3], key, value];
    else this.#children = children.concat([key, value]);
  }

  /** What is given whenever it is read; `NOTHING` where that is not known. */
  #kept(key: PropertyKey): unknown {
    const children = this.#children;
    if (children === null) return NOTHING;
    if (children instanceof Map) return children.has(key) ? children.get(key) : NOTHING;
    for (let at = 0; at < children.length; at += 2) if (children[at] === key) return children[at + 1];
    return NOTHING;
  }

  #asMap(): Map<PropertyKey, unknown> {
    const children = this.#children;
    if (children instanceof Map) return children;
    const map = new Map<PropertyKey, unknown>();
    for (let at = 0; at < (children?.length ?? 0); at += 2)
      map.set(children![at] as PropertyKey, children![at + 1]);
    return (this.#children = map);
  }
}

type Before = Map<FakeTraps, Map<PropertyKey, unknown>>;

/** What was in fakes before something was put there, while that is wanted to know. */
const put: { before: Before | null } = { before: null };

function noteBefore(before: Before, traps: FakeTraps, key: PropertyKey, value: unknown): void {
  const known = before.get(traps);
  if (known === undefined) before.set(traps, new Map([[key, value]]));
  else if (!known.has(key)) known.set(key, value);
}

/** Hears of all that is put into fakes from here on; what it gives takes that out again. */
export function hearPuts(): () => void {
  const before: Before = new Map();
  put.before = before;
  return () => {
    put.before = null;
    for (const [traps, members] of before) {
      for (const [key, value] of members) {
        if (value === NOTHING) traps.deleteProperty({}, key);
        else traps.keep(key, value);
      }
    }
    before.clear();
  };
}

/** Must be constructible, so an arrow function would not do; and its own, as the target may freeze it. */
function newBase(): object {
  return function fake(): void {
    // Is called through the traps only.
  };
}

/** Who is asked for its prototype tells here that it is a fake, while that is wanted to know. */
const asked: { isOn: boolean; found: FakeTraps | undefined } = { isOn: false, found: undefined };

/**
 * The traps of a fake, whoever made it; undefined for any other value. It is asked for its prototype, as a proxy of the
 * target's may do anything where a member of it is read; and it tells it here, so that no such proxy gets hold of the traps.
 */
export function trapsOf(value: unknown): FakeTraps | undefined {
  if (!isObject(value)) return undefined;
  asked.isOn = true;
  // The engine may have ended who asked before, without what stands below.
  asked.found = undefined;
  try {
    Reflect.getPrototypeOf(value);
    return asked.found;
  } catch {
    // A proxy of the target's.
    return undefined;
  } finally {
    asked.isOn = false;
    asked.found = undefined;
  }
}
