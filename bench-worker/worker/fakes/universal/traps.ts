import type { AnyFunction } from "./context.ts";
import type { Plan } from "./plan.ts";

/** Asked of a fake, it gives its traps; of anything else, nothing that is one. */
export const TRAPS = Symbol("traps");

/** What makes fakes and knows what they do. */
export interface FakeOwner {
  /** What a member is that is read for the first time; the traps keep what is to be given again. */
  member(traps: FakeTraps, key: PropertyKey): unknown;
  /** A function was put where the fake has its handler of an event. */
  handle(traps: FakeTraps, key: string, handler: AnyFunction): void;
  call(traps: FakeTraps, receiver: unknown, parameters: unknown[]): unknown;
  construct(name: string, parameters: unknown[]): object;
  /** Keys that a fake of a name has of its own. */
  keysOf(name: string): readonly string[];
  make(name: string): unknown;
  /** A fake is read. */
  read(): void;
}

/** The traps of one fake: few fields and no functions of its own, as there is one for every value that is made up. */
export class FakeTraps implements ProxyHandler<object> {
  readonly owner: FakeOwner;
  readonly plan: Plan;
  /** What it was asked of, where a call gave it. */
  readonly origin: object | undefined;
  /** The fake itself. */
  readonly self: object;
  /** What was read of it or put into it; null where nothing was. */
  #children: Map<PropertyKey, unknown> | null = null;

  /** @param absent Properties that it does not have. */
  constructor(owner: FakeOwner, plan: Plan, absent: readonly string[], origin: object | undefined) {
    this.owner = owner;
    this.plan = plan;
    this.origin = origin;
    this.self = new Proxy(plan.isObject ? {} : newBase(), this);
    for (const key of absent) this.keep(key, undefined);
  }

  get(target: object, key: PropertyKey, receiver: unknown): unknown {
    if (key === TRAPS) return this;
    this.owner.read();
    const known = this.#children?.get(key);
    if (known !== undefined || this.#children?.has(key) === true) return known;
    return key === "prototype" ? Reflect.get(target, key, receiver) : this.owner.member(this, key);
  }

  set(_target: object, key: PropertyKey, value: unknown): boolean {
    this.keep(key, value);
    if (typeof value === "function" && typeof key === "string")
      this.owner.handle(this, key, value as AnyFunction);
    return true;
  }

  has(_target: object, key: PropertyKey): boolean {
    return typeof key === "string" || this.#children?.has(key) === true;
  }

  deleteProperty(_target: object, key: PropertyKey): boolean {
    this.#children?.delete(key);
    return true;
  }

  apply(_target: object, receiver: unknown, parameters: unknown[]): unknown {
    return this.owner.call(this, receiver, parameters);
  }

  construct(_target: object, parameters: unknown[]): object {
    return this.owner.construct(this.plan.name, parameters);
  }

  defineProperty(_target: object, key: PropertyKey, descriptor: PropertyDescriptor): boolean {
    this.keep(key, descriptor.value);
    return true;
  }

  /** Gives this whenever it is read again. */
  keep(key: PropertyKey, value: unknown): void {
    (this.#children ??= new Map()).set(key, value);
  }
}

/** The same with keys of its own, for whoever spreads it or goes through them. */
export class FakeTrapsWithKeys extends FakeTraps {
  ownKeys(target: object): (string | symbol)[] {
    return [...new Set([...Reflect.ownKeys(target), ...this.owner.keysOf(this.plan.name)])];
  }

  getOwnPropertyDescriptor(target: object, key: PropertyKey): PropertyDescriptor | undefined {
    if (typeof key !== "string" || !this.owner.keysOf(this.plan.name).includes(key))
      return Reflect.getOwnPropertyDescriptor(target, key);
    return {
      value: this.owner.make(`${this.plan.name}.${key}`),
      writable: true,
      enumerable: true,
      configurable: true,
    };
  }
}

/** Must be constructible, so an arrow function would not do; and its own, as the target may freeze it. */
function newBase(): object {
  return function fake(): void {
    // Is called through the traps only.
  };
}

/** The traps of a fake, whoever made it; undefined for any other value. */
export function trapsOf(value: unknown): FakeTraps | undefined {
  if (typeof value !== "function" && (typeof value !== "object" || value === null)) return undefined;
  try {
    const traps: unknown = Reflect.get(value, TRAPS);
    return traps instanceof FakeTraps ? traps : undefined;
  } catch {
    // A proxy of the target's that knows no symbols.
    return undefined;
  }
}
