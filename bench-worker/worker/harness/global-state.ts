/**
 * The globals of each target: what it has put on the global object and into the environment holds for its calls, and for no
 * other's. Each begins with what was there before any of them.
 */
export class OwnGlobals {
  readonly #before = new GlobalState();
  /** What each had when another was last called. */
  readonly #kept = new WeakMap<object, GlobalState>();
  #current: object | null = null;

  /** Whether those of a target hold. */
  isCurrent(target: object): boolean {
    return target === this.#current;
  }

  /**
   * Has those of a target hold, in the place of those that do. Where it was called before, what only others have is undefined
   * rather than gone: code that the engine has compiled for a name which goes and comes is thrown away each time.
   */
  enter(target: object): void {
    if (this.#current !== null) this.#kept.set(this.#current, new GlobalState());
    this.#current = target;
    const kept = this.#kept.get(target);
    if (kept === undefined) this.#before.putBack();
    else kept.putBack((key) => Reflect.defineProperty(globalThis, key, NOT_THERE));
  }
}

const NOT_THERE = { value: undefined, writable: true, enumerable: false, configurable: true };

/** Names of what the harness gives to code that it watches. */
const OWN = "__asyncCost";

/**
 * What stands on the global object and in the environment at a moment, to put it back: code that runs more than once in a
 * process, each time with modules of its own, keeps connections and caches there (`global.conn ??= await connect()`).
 */
export class GlobalState {
  readonly #properties = new Map<PropertyKey, PropertyDescriptor>();
  readonly #environment: ReadonlyMap<string, string | undefined>;

  constructor() {
    for (const key of Reflect.ownKeys(globalThis)) {
      const property = Reflect.getOwnPropertyDescriptor(globalThis, key);
      if (property !== undefined) this.#properties.set(key, property);
    }
    this.#environment = new Map(Object.entries(globalThis.process.env));
  }

  /**
   * Puts back what can be: what was made for good stays.
   *
   * @param takeAway Does so with a name that was not there.
   */
  putBack(takeAway = (key: PropertyKey) => Reflect.deleteProperty(globalThis, key)): void {
    for (const key of Reflect.ownKeys(globalThis)) {
      const isOwn = typeof key === "string" && key.startsWith(OWN);
      if (!isOwn && !this.#properties.has(key)) takeAway(key);
    }
    for (const [key, property] of this.#properties) {
      const now = Reflect.getOwnPropertyDescriptor(globalThis, key);
      if (now === undefined || !isSame(now, property)) Reflect.defineProperty(globalThis, key, property);
    }
    const { env } = globalThis.process;
    for (const name of Object.keys(env)) if (!this.#environment.has(name)) Reflect.deleteProperty(env, name);
    for (const [name, value] of this.#environment) if (env[name] !== value) env[name] = value;
  }
}

function isSame(one: PropertyDescriptor, other: PropertyDescriptor): boolean {
  return Object.is(one.value, other.value) && one.get === other.get && one.set === other.set;
}
