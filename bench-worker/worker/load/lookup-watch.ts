import { MISSES } from "../../deciding.ts";
import { WRITE_FAKES_COMMAND } from "../../fakes-file/command.ts";
import { framesOf, stackBelow } from "../io/call-site.ts";
import { isObject } from "../io/is-object.ts";
import { trapsOf } from "../fakes/universal/traps.ts";

type AnyFunction = (...parameters: unknown[]) => unknown;

/** A look-up by one field of a list's items that found nothing. */
export interface Miss {
  /** Of the target. */
  readonly line: number;
  readonly of: "map" | "list";
  /** The fake's name that the field goes by. */
  readonly field: string;
  /** What was asked for: a value, or the name of a fake. */
  readonly asked: { readonly value: string | number } | { readonly name: string };
}

/** Whether a function may look items of a list up by one of their fields. */
const LOOKS_UP = /\.\s*(?:get|find|findIndex|filter)\s*[(<]/;
/** Methods of lists that are given a function to find something. */
const FINDING = ["find", "findIndex", "filter"] as const;
/** Fields that such a function may read, and values that each is tried with. */
const FIELDS_AT_MOST = 4;
const TRIED_AT_MOST = 400;

/**
 * Hears of look-ups in what was made up: by a field of made-up rows in a `Map`, and by functions that are given to `find` and the
 * like. What is asked for is made up elsewhere and never the same, unless somebody sees to that.
 */
class LookupWatch {
  /** Fakes that were made while it listens, and values that the call was given; null while it does not. */
  seen: Set<unknown> | null = null;
  #misses: Miss[] = [];

  /** Those of the last call that was listened to, each once. */
  get misses(): readonly Miss[] {
    return this.#misses;
  }

  /** Whether anything in a text may be a look-up. */
  isWorthIt(text: string): boolean {
    return LOOKS_UP.test(text);
  }

  /**
   * Gives what `call` gives, and hears of look-ups meanwhile.
   *
   * @param given What the call is given, and what that is made of.
   * @param file The target's.
   */
  async listen<T>(given: Iterable<unknown>, file: string, call: () => Promise<T>): Promise<T> {
    const seen = new Set(given);
    const misses: Miss[] = (this.#misses = []);
    this.seen = seen;
    const watch: Watch = {
      seen,
      tell: (miss) => {
        if (!misses.some((one) => isSame(one, miss))) misses.push(miss);
      },
      // What stands above is ours.
      callers: (below, depth) =>
        framesOf(stackBelow(below, depth)).map((frame) => (frame.file === file ? frame.line : null)),
    };
    const putBack = [watchMaps(watch), ...FINDING.map((method) => watchLists(method, watch))];
    try {
      return await call();
    } finally {
      this.seen = null;
      for (const one of putBack) one();
    }
  }

  forget(): void {
    this.#misses = [];
  }
}

export const lookupWatch = new LookupWatch();

/** What the user is told of look-ups that found nothing. */
export function missedLookupsSentence(misses: readonly Miss[]): string | null {
  const lines = [...new Set(misses.map(({ line }) => line))].sort((one, other) => one - other);
  if (lines.length === 0) return null;
  const where = lines.length === 1 ? `line ${lines[0]}` : `lines ${lines.join(", ")}`;
  return `What is looked up at ${where} was not found, as what is asked for and what I/O answers were made up apart: ${MISSES} Say in a fakes file what the function is called with and what its I/O calls answer: ${WRITE_FAKES_COMMAND}.`;
}

/** What look-ups are told to while they are listened to. */
interface Watch {
  readonly seen: ReadonlySet<unknown>;
  readonly tell: (miss: Miss) => void;
  /** Lines of the target in the stack below a function, the nearest first; null for each frame that is of another file. */
  readonly callers: (below: AnyFunction, depth?: number) => readonly (number | null)[];
}

function isSame(one: Miss, other: Miss): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Maps of the target itself: what libraries keep in theirs they ask for before it is there. */
function watchMaps({ seen, tell, callers }: Watch): () => void {
  return replaced(Map.prototype, "get", (get) => {
    const watched = function (this: Map<unknown, unknown>, key: unknown): unknown {
      const found = Reflect.apply(get, this, [key]);
      if (found !== undefined || this.has(key) || this.size === 0) return found;
      // The worker looks up very much in maps of its own.
      const [line] = callers(watched, 1);
      const field = typeof line === "number" ? nameOf(this.keys().next().value, seen) : undefined;
      const asked = field === undefined ? undefined : askedFor(key, field, seen);
      if (asked !== undefined) tell({ line: line!, of: "map", field: field!, asked });
      return found;
    };
    return watched;
  });
}

function watchLists(method: (typeof FINDING)[number], { seen, tell, callers }: Watch): () => void {
  return replaced(Array.prototype, method, (real) => {
    const watched = function (this: unknown[], ...parameters: unknown[]): unknown {
      const found = Reflect.apply(real, this, parameters);
      const isMissed = found === undefined || found === -1 || (Array.isArray(found) && found.length === 0);
      const [run] = parameters;
      const item: unknown = isMissed && Array.isArray(this) ? this[0] : undefined;
      if (typeof run !== "function" || trapsOf(run) !== undefined || !isMadeUp(item)) return found;
      const line = callers(watched).find((one) => one !== null);
      const would = typeof line === "number" ? whatWouldDo(run as AnyFunction, item, seen) : undefined;
      if (would !== undefined) tell({ line: line!, of: "list", ...would });
      return found;
    };
    return watched;
  });
}

/** Whether a value is a fake, or what a library made of some, as of a row's columns: `{ id: fake }`. */
function isMadeUp(item: unknown): item is object {
  if (trapsOf(item) !== undefined) return true;
  return isObject(item) && Object.values(item).some((value) => trapsOf(value) !== undefined);
}

/** By which field of an item a function would take it, and by what value of that: tried with all that was made up. */
function whatWouldDo(
  run: AnyFunction,
  item: object,
  seen: ReadonlySet<unknown>,
): Pick<Miss, "field" | "asked"> | undefined {
  const read = new Set<string>();
  const takes = (field: string | null, value: unknown): boolean => {
    const get = (_: object, key: PropertyKey): unknown => {
      if (typeof key === "string" && read.size < FIELDS_AT_MOST) read.add(key);
      return key === field ? value : Reflect.get(item, key);
    };
    try {
      const taken = run(new Proxy({}, { get }), 0);
      return Boolean(taken) && !(taken instanceof Promise);
    } catch {
      return false;
    }
  };
  if (takes(null, undefined)) return undefined;
  const values = [...seen].slice(-TRIED_AT_MOST);
  for (const key of read) {
    const field = trapsOf(Reflect.get(item, key))?.plan.name;
    if (field === undefined) continue;
    for (const value of values) {
      const asked = askedFor(value, field, seen);
      if (asked !== undefined && takes(key, value)) return { field, asked };
    }
  }
  return undefined;
}

/** What is asked for, unless it goes by the name of the field itself, as what is kept is asked for once more. */
function askedFor(key: unknown, field: string, seen: ReadonlySet<unknown>): Miss["asked"] | undefined {
  const name = nameOf(key, seen);
  if (name !== undefined) return name === field ? undefined : { name };
  const isPlain = (typeof key === "string" && key !== "") || typeof key === "number";
  return isPlain ? { value: key } : undefined;
}

/** The name of a fake, or of what it was turned into as text. */
function nameOf(value: unknown, seen: ReadonlySet<unknown>): string | undefined {
  const name = trapsOf(value)?.plan.name;
  if (name !== undefined || typeof value !== "string" || seen.has(value)) return name;
  for (const one of seen) if (trapsOf(one)?.plan.name === value) return value;
  return undefined;
}

/** Puts another function in the place of a method, and gives what puts it back. */
function replaced(of: object, method: string, watched: (real: AnyFunction) => AnyFunction): () => void {
  const real = Object.getOwnPropertyDescriptor(of, method)!;
  Object.defineProperty(of, method, { ...real, value: watched(real.value as AnyFunction) });
  return () => void Object.defineProperty(of, method, real);
}
