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

  /** Puts back what can be: what was made for good stays. */
  putBack(): void {
    for (const key of Reflect.ownKeys(globalThis)) {
      const isOwn = typeof key === "string" && key.startsWith(OWN);
      if (!isOwn && !this.#properties.has(key)) Reflect.deleteProperty(globalThis, key);
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
