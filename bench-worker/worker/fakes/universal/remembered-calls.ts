import { isErrorFirst, takesItem, takesOnlyValue } from "../callback-shape.ts";
import type { GivenFake } from "../../fakes-file/given-fakes.ts";
import { BAD_EVENTS } from "../telling-names.ts";
import type { AnyFunction } from "./any-function.ts";
import { textOfFunction } from "../../harness/function-text.ts";

/** How calls of one operation are answered whose last parameter is a function of one kind. */
export interface CallbackWay {
  /** Of the call. */
  readonly parameters: number;
  /** Parameters of the function. */
  readonly length: number;
  /** Of the function's text, see {@link markOf}. */
  readonly mark: number;
  readonly isErrorFirst: boolean;
  /** Whether it takes no error. */
  readonly takesValueFirst: boolean;
}

/** How calls are answered for which a fakes file says what they answer. */
export interface GivenWay {
  readonly given: GivenFake;
  readonly kind: "promise" | "callback";
  /** What calls return that call back, and mostly nobody looks at: the same each time, as to make it would count as the target's. */
  returned?: unknown;
}

/** Where the first two letters stand, behind `(` and behind `function (`. */
const LETTERS_OF_FIRST = [1, 2, 10, 11] as const;

/** A function of the engine's own has no other text than this, whatever it does. */
const NATIVE_MARK = markOf((() => undefined).bind(null));
/** So many calls in a row that were answered in one way, and the next is, too: to look at what it is given took as long as the rest. */
const SURE_AFTER = 1_000;
/** Kinds of functions that one operation is given; more are not worth to be looked through. */
const KINDS_AT_MOST = 4;
/** By these names more decides than what is remembered. */
const OTHERWISE = /^(?:pipe|pipeThrough|subscribe|add|delete|replace(?:All)?)$/;

/**
 * How calls of one fake were answered, so that what is decided by names and texts is decided once: the more a call costs to be
 * told apart, the more of it would count as the target's, and with callbacks it costs the most.
 */
export class RememberedCalls {
  /** Calls that are given no function give a promise. */
  givesPromise = false;
  /** What a file says of them, where that is known of calls before; null where nothing is. */
  given: GivenWay | null = null;
  /** Of the function that the items of a list were given to, where calls go through one; null where they do not. */
  #throughList: { readonly length: number; readonly mark: number } | null = null;
  #ways: CallbackWay[] | null = null;
  /** How often in a row it was the only way there is. */
  #inOneWay = 0;
  /** Whether one was to be looked at since the first: it never goes without saying then how the next one is answered. */
  #isMixed = false;

  clear(): void {
    this.givesPromise = false;
    this.given = null;
    this.#throughList = null;
    this.#ways = null;
    this.#inOneWay = 0;
    this.#isMixed = false;
  }

  /** Notes that a call was not to be answered as those before it. */
  isOtherwise(): void {
    this.#isMixed ||= !this.isEmpty;
  }

  /** Whether there is anything to go by. */
  get isEmpty(): boolean {
    return !this.givesPromise && this.#ways === null;
  }

  /** Notes that one more call gave a promise. */
  gavePromise(): void {
    this.#inOneWay = this.#ways === null ? this.#inOneWay + 1 : 0;
  }

  /** How a call is answered, where so many were answered in one way that nothing is to be looked at but the number of parameters. */
  sureWay(parameters: readonly unknown[]): CallbackWay | "promise" | undefined {
    if (this.#isMixed || this.#inOneWay < SURE_AFTER) return undefined;
    const last = parameters.at(-1);
    const way = this.#ways?.[0];
    if (way === undefined) return typeof last === "function" ? undefined : "promise";
    const isSame =
      typeof last === "function" &&
      last.length === way.length &&
      way.parameters === parameters.length &&
      this.#mayBeOf(way, parameters[0]);
    return isSame ? way : undefined;
  }

  /** Remembers that a call which was given no function gave a promise, whatever its parameters are. */
  keepPromise(last: string): void {
    this.givesPromise = !OTHERWISE.test(last);
    this.#inOneWay = 0;
  }

  /** Remembers that a call went through a list, whose items it gave to a function. */
  keepThroughList(run: AnyFunction): void {
    this.#throughList = { length: run.length, mark: markOfLonger(run) };
  }

  /** Whether a call goes through a list as one before it did: with a function of the same kind, which is no class and not made up. */
  goesThroughList(run: unknown): run is AnyFunction {
    const before = this.#throughList;
    return (
      before !== null &&
      typeof run === "function" &&
      run.length === before.length &&
      markOfLonger(run as AnyFunction) === before.mark
    );
  }

  /** Remembers that a call called back its last parameter. */
  keepCallback(last: string, parameters: readonly unknown[], callback: AnyFunction): void {
    const mark = markOf(callback);
    if (mark === NATIVE_MARK || OTHERWISE.test(last)) return;
    const way = {
      parameters: parameters.length,
      length: callback.length,
      mark,
      isErrorFirst: isErrorFirst(callback),
      takesValueFirst: takesValueFirst(callback),
    };
    // Of a function that is given with a path it is looked at each time whether it is kept for later.
    if (!way.isErrorFirst && typeof parameters[0] === "string") return;
    if ((this.#ways ??= []).length >= KINDS_AT_MOST) this.#ways.length = 0;
    this.#ways.push(way);
  }

  /** How a call is answered that is given no function but its last parameter; undefined where that is to be found out. */
  callbackWay(parameters: readonly unknown[], callback: AnyFunction): CallbackWay | undefined {
    if (this.#ways === null) return undefined;
    const mark = markOf(callback);
    for (const way of this.#ways) {
      const isSame =
        way.mark === mark &&
        way.length === callback.length &&
        way.parameters === parameters.length &&
        this.#mayBeOf(way, parameters[0]);
      if (!isSame) continue;
      this.#inOneWay = this.#ways.length === 1 && !this.givesPromise ? this.#inOneWay + 1 : 0;
      return way;
    }
    this.#inOneWay = 0;
    return undefined;
  }

  /** Of what is given with a path, or the name of bad news, more is asked. */
  #mayBeOf({ isErrorFirst: takesError }: CallbackWay, first: unknown): boolean {
    return typeof first !== "string" || (takesError && !BAD_EVENTS.test(first));
  }
}

/** Whether a function is given values without an error before them. */
export function takesValueFirst(run: AnyFunction): boolean {
  return takesOnlyValue(run) || takesItem(run);
}

/** What takes no more than an item is no callback of another kind. */
function markOfLonger(run: AnyFunction): number {
  return run.length < 2 ? 0 : markOf(run);
}

/**
 * Of a function's text its length and two letters of the first parameter's name, in `(err, row) => …` and `function (err, row) …`:
 * by this functions of one operation are told apart. To read the whole text takes twice as long, and would count as the target's.
 */
function markOf(run: AnyFunction): number {
  const text = textOfFunction(run);
  let mark = text.length;
  for (const at of LETTERS_OF_FIRST) mark = (Math.imul(mark, 31) + (text.charCodeAt(at) || 0)) | 0;
  return mark;
}
