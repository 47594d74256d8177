import { isObject } from "../../io/is-object.ts";
import type { Known } from "./known.ts";
import { partsOf } from "./names.ts";
import { trapsOf } from "./traps.ts";

/** In place of a number of calls. */
const ASKED_FOR_MORE = -1;

/** Operations that go on and on until they have nothing more to give. */
export class RunningDry {
  readonly #known: Known;
  /** How often an operation was asked that runs dry. */
  readonly #calls = new Map<string, number>();
  /** Whether what it has nothing more of is a list. */
  readonly #lists = new Map<string, boolean>();

  constructor(known: Known) {
    this.#known = known;
  }

  /** Whether there are such operations. */
  get isAny(): boolean {
    return this.#known.runDry.size > 0;
  }

  /**
   * Whether an operation that goes on and on has nothing more to give: where it is asked for more of what it gave before, as by who
   * goes down a tree or on from a cursor; else at every second call, or at any.
   */
  isDry(name: string, parameters: readonly unknown[] = []): boolean {
    const { last } = partsOf(name);
    if (!this.#known.runDry.has(last)) return false;
    if (this.#known.alwaysDry.has(last)) return true;
    if (goesOn(name, parameters)) {
      this.#calls.set(last, ASKED_FOR_MORE);
      return true;
    }
    const calls = this.#calls.get(last) ?? 0;
    // Of what says itself when it goes on, each other call is another's first.
    if (calls === ASKED_FOR_MORE) return false;
    this.#calls.set(last, calls + 1);
    return calls % 2 === 1;
  }

  /**
   * What the last page of an operation is like: a list without items, as are its members that are read as lists; nothing where the
   * source reads none.
   */
  nothingMore(name: string): unknown {
    const { last } = partsOf(name);
    let isList = this.#lists.get(last);
    if (isList === undefined)
      this.#lists.set(last, (isList = this.#known.readsLists || this.#known.answersList(last)));
    if (!isList) return undefined;
    return new Proxy([] as unknown[], {
      get: (list, key, receiver): unknown =>
        typeof key === "string" && !(key in list) && this.#known.isList(key)
          ? []
          : (Reflect.get(list, key, receiver) as unknown),
    });
  }
}

/** Whether an operation is given something of what it gave. */
function goesOn(name: string, parameters: readonly unknown[]): boolean {
  const { answer } = partsOf(name);
  const isOfAnswer = (value: unknown): boolean => trapsOf(value)?.plan.name.startsWith(answer) === true;
  return parameters.some((one) => {
    if (!isObject(one) || typeof one === "function" || trapsOf(one) !== undefined) return isOfAnswer(one);
    return Object.values(one).some(isOfAnswer);
  });
}
