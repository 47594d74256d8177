import type { Known } from "./known.ts";

/** Operations that go on and on until they have nothing more to give. */
export class RunningDry {
  readonly #known: Known;
  /** How often an operation was asked that runs dry. */
  readonly #calls = new Map<string, number>();

  constructor(known: Known) {
    this.#known = known;
  }

  /** Whether there are such operations. */
  get isAny(): boolean {
    return this.#known.runDry.size > 0;
  }

  /** Whether an operation, by its last name, that goes on and on has nothing more to give: at every second call, or at any. */
  isDry(last: string): boolean {
    if (!this.#known.runDry.has(last)) return false;
    if (this.#known.alwaysDry.has(last)) return true;
    const calls = (this.#calls.get(last) ?? 0) + 1;
    this.#calls.set(last, calls);
    return calls % 2 === 0;
  }

  /**
   * What the last page is like: a list without items, as are its members that are read as lists; nothing where the source
   * reads none.
   */
  nothingMore(): unknown {
    if (!this.#known.readsLists) return undefined;
    return new Proxy([] as unknown[], {
      get: (list, key, receiver): unknown =>
        typeof key === "string" && !(key in list) && this.#known.isList(key)
          ? []
          : (Reflect.get(list, key, receiver) as unknown),
    });
  }
}
