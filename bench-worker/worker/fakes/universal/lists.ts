import { answerOneByOne } from "../given-answers.ts";
import type { FakeCallbacks } from "./callbacks.ts";
import type { FakeContext } from "./context.ts";
import type { AnyFunction } from "./any-function.ts";
import { ITEMS_OF_LISTS } from "../../load/stand-ins.ts";
import { atItem } from "../item-place.ts";
import type { Known } from "./known.ts";
import { levelsOf, partsOf } from "./names.ts";

/** How many items come of a stream behind the first: none, unless what costs for each item shall cost as often as where it is a list. */
export function itemsBehindFirst(
  stream: string,
  { facts, itemsOfLists }: Pick<Known, "facts" | "itemsOfLists">,
): number {
  return facts.has("stream", stream) || itemsOfLists !== ITEMS_OF_LISTS ? itemsOfLists - 1 : 0;
}

/** What takes entries takes no more; no pattern takes more apart than this. */
const ELEMENTS_OF_A_PAIR = 2;
const ELEMENTS_OF_A_TUPLE = 3;
/** Slices of one list that are told apart: batches have too many. */
const CUTS_AT_MOST = 3;
/** Fakes that are read item by item. */
export class FakeLists {
  readonly #fakes: FakeContext;
  readonly #callbacks: FakeCallbacks;
  /** How often it was asked whether it is at its end, of what was read. */
  readonly #looks = new WeakMap<object, number>();
  /** How long slices are, by their names. */
  readonly #lengths = new Map<string, number>();
  /** The names of slices of one list, by their bounds. */
  readonly #cuts = new Map<string, Map<string, string>>();
  /** The names of what was read as a list. */
  readonly read = new Set<string>();
  /** Whether a call that was watched goes through something asynchronously. */
  isStreamed = false;

  constructor(fakes: FakeContext, callbacks: FakeCallbacks) {
    this.#fakes = fakes;
    this.#callbacks = callbacks;
  }

  /**
   * The items of a list; other values where the source may take a pair or more of it: `[key, value]` of entries, `[rows, fields] =`. What is gone
   * through to its end is a list.
   */
  elementsOf(name: string): Iterable<unknown> {
    const isTuple = this.#fakes.known.isTakenApart(partsOf(name).last.replace(/\(\)$/, ""));
    if (isTuple || name.endsWith("[0]")) {
      this.#fakes.noting?.otherwise(name);
      return this.#elements(name, isTuple ? ELEMENTS_OF_A_TUPLE : this.#lengthOfPair(name));
    }
    this.read.add(name);
    return this.itemsOf(name);
  }

  /** What takes pairs apart takes two of them, and what goes through them as lists takes all; the engine's own classes refuse other pairs. */
  #lengthOfPair(name: string): number {
    return this.#fakes.core.arePairsShort
      ? ELEMENTS_OF_A_PAIR
      : Math.max(ELEMENTS_OF_A_PAIR, this.lengthOf(name));
  }

  *#elements(name: string, count: number): Generator {
    for (let at = 0; at < count; at++) yield this.#fakes.make(`${name}[${at}]`);
    this.read.add(name);
  }

  itemsOf(name: string): unknown[] {
    const { item } = partsOf(name);
    const length = this.lengthOf(name);
    // A plain list is as long as all are. A slice that nobody goes through may be one of a text.
    if (this.#lengths.has(name)) this.#fakes.noting?.otherwise(name);
    const items: unknown[] = [];
    // It is timed with the target, and `Array.from` takes several times as long.
    for (let at = 0; at < length; at++)
      items.push(atItem(this.#fakes.core, at, () => this.#fakes.make(item)));
    return items;
  }

  /** An object with as many keys as a list has items, each of which goes by one. */
  recordOf(name: string): Record<string, unknown> {
    this.read.add(name);
    return Object.fromEntries(this.itemsOf(name).map((item, at) => [`key${at + 1}`, item]));
  }

  /** The name of what a slice of a list gives, `rows.slice(0, 3)`, which is as long as it says: of each further one by other bounds another name. */
  cut(answer: string, parent: string, [from, to]: readonly unknown[]): string {
    const isBound = (bound: unknown): bound is number | undefined =>
      bound === undefined || typeof bound === "number";
    const names = this.#cuts.get(answer) ?? new Map<string, string>();
    const bounds = `${String(from)} ${String(to)}`;
    if (!isBound(from) || !isBound(to) || (names.size >= CUTS_AT_MOST && !names.has(bounds))) return answer;
    const name = names.get(bounds) ?? (names.size === 0 ? answer : `${parent}.slice${names.size + 1}()`);
    this.#cuts.set(answer, names.set(bounds, name));
    const { length } = Array.from({ length: this.lengthOf(parent) }).slice(from, to);
    // What takes nothing of two takes something of real ones.
    if (length > 0) this.#lengths.set(name, length);
    return name;
  }

  lengthOf(name: string): number {
    return this.#lengths.get(name) ?? this.#wholeLengthOf(name);
  }

  #wholeLengthOf(name: string): number {
    const { itemsOfLists } = this.#fakes.known;
    const { length } = partsOf(name);
    // The law of lists within a list is asked for with longer ones; deeper ones would be those of a tree.
    const isWithinOne = length === 1 && levelsOf(name) === 1;
    return isWithinOne && itemsOfLists !== ITEMS_OF_LISTS ? itemsOfLists : (length ?? itemsOfLists);
  }

  /** The `next` of an iterator over one element; of a cursor that calls back, an operation that gives something at every other call. */
  iterator(name: string): AnyFunction {
    let isOver = false;
    return (...parameters) => {
      const callback = parameters.at(-1);
      if (typeof callback === "function" && !this.#fakes.isFake(callback)) {
        this.#fakes.note(`${name}.next`, "callback", "given a function");
        this.#callbacks.callBack(`${name}.next`, callback as AnyFunction, isOver);
        isOver = !isOver;
        return;
      }
      if (this.#fakes.hints.get("next") === "promise")
        this.#fakes.note(`${name}.next`, "promise", "its promise is used");
      const result = isOver
        ? { done: true, value: undefined }
        : { done: false, value: this.#fakes.make(partsOf(name).item) };
      isOver = true;
      return this.#fakes.hints.get("next") === "promise"
        ? this.#fakes.core.promise(`${name}.next`, result)
        : result;
    };
  }

  oneByOne(name: string, element: unknown): AsyncGenerator {
    this.isStreamed ||= this.#fakes.core.tap !== null;
    const given = this.#fakes.given?.of(name);
    if (given === undefined) return this.#madeUpOneByOne(name, element);
    const { core } = this.#fakes;
    return answerOneByOne({ core, expression: name, given, parameters: [], otherwise: () => element });
  }

  async *#madeUpOneByOne(name: string, element: unknown): AsyncGenerator {
    this.#fakes.note(name, "stream", "it is read item by item");
    this.#fakes.clients.sayMadeUp(name);
    await this.#fakes.core.promise(name, undefined);
    yield element;
    const more = itemsBehindFirst(name, this.#fakes.known);
    for (let at = 1; at <= more; at++)
      yield atItem(this.#fakes.core, at, () => this.#fakes.make(partsOf(name).item));
  }

  /** What was read of `origin` is over at every second look: `while (!done) ({ done, value } = await reader.read())`. */
  isDone(origin: object | undefined): boolean {
    if (origin === undefined) return false;
    const looks = this.#looks.get(origin) ?? 0;
    this.#looks.set(origin, looks + 1);
    return looks % 2 === 1;
  }
}
