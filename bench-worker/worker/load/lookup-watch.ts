import { MISSES } from "../../deciding.ts";
import { WRITE_FAKES_COMMAND } from "../../fakes-file/command.ts";
import { Endless, withinComputing } from "../harness/time-limit.ts";
import { framesOf, stackBelow } from "../io/call-site.ts";
import { isObject } from "../io/is-object.ts";
import { trapsOf } from "../fakes/universal/traps.ts";
import { plainPredicate, type PlainPredicate } from "./plain-predicate.ts";

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
/** Fields that such a function may read, and that have to match together; values that each is tried with. */
const FIELDS_AT_MOST = 4;
const TOGETHER_AT_MOST = 3;
const TRIED_AT_MOST = 400;
/** Of the same place so many look-ups are tried: two items have what is asked for. */
const OF_ONE_PLACE = 2;
/** So many look-ups of one call that find nothing are looked at, and of so many it is asked where they are. */
const LOOKS_AT_MOST = 10_000;
const STACKS_AT_MOST = 200;
/** The same of one map, and of functions of one text. */
const OF_ONE_AT_MOST = 20;
/** Milliseconds for which one function that finds something may be tried, as far as it computes. */
const TRYING_AT_MOST = 1_000;

/**
 * Hears of look-ups in what was made up: by a field of made-up rows in a `Map`, and by functions that are given to `find` and the
 * like. What is asked for is made up elsewhere and never the same, unless somebody sees to that.
 */
class LookupWatch {
  /** What is told of each fake that is made while it listens; null while it does not. */
  made: MadeUp | null = null;
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
   * Gives what `call` gives, and hears of look-ups meanwhile. Functions that found nothing in a list are tried with other values
   * once it has ended, so that nothing in it comes more often than without.
   *
   * @param given What the call is given, and what that is made of.
   * @param file The target's.
   */
  async listen<T>(given: Iterable<unknown>, file: string, call: () => Promise<T>): Promise<T> {
    const made = new MadeUp(given);
    const misses: Miss[] = (this.#misses = []);
    const watch = new Watch(made, file, (miss) => {
      if (!misses.some((one) => isSame(one, miss))) misses.push(miss);
    });
    this.made = made;
    const putBack = [watchMaps(watch), ...FINDING.map((method) => watchLists(method, watch))];
    try {
      return await call();
    } finally {
      this.made = null;
      for (const one of putBack) one();
      watch.tryLists();
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

/** What was made up, and given, by the time that something is looked up. */
class MadeUp {
  readonly #given: ReadonlySet<unknown>;
  /** The last ones. */
  #fakes: object[] = [];
  readonly #names = new Set<string>();

  constructor(given: Iterable<unknown>) {
    this.#given = new Set(given);
    for (const one of this.#given) {
      const name = trapsOf(one)?.plan.name;
      if (name !== undefined) this.#names.add(name);
    }
  }

  /** A fake was made. */
  add(fake: object, name: string): void {
    this.#names.add(name);
    if (this.#fakes.push(fake) >= 2 * TRIED_AT_MOST) this.#fakes = this.#fakes.slice(-TRIED_AT_MOST);
  }

  /** What may be asked for: what was given first. */
  candidates(): readonly unknown[] {
    const given = [...this.#given].slice(0, TRIED_AT_MOST);
    return [...given, ...this.#fakes.slice(-TRIED_AT_MOST)];
  }

  /** The name of a fake, or of what it was turned into as text. */
  nameOf(value: unknown): string | undefined {
    const name = trapsOf(value)?.plan.name;
    if (name !== undefined || typeof value !== "string" || this.#given.has(value)) return name;
    return this.#names.has(value) ? value : undefined;
  }

  /** What is asked for, unless it goes by the name of the field itself, as what is kept is asked for once more. */
  askedFor(key: unknown, field: string): Miss["asked"] | undefined {
    const name = this.nameOf(key);
    if (name !== undefined) return name === field ? undefined : { name };
    const isPlain = (typeof key === "string" && key !== "") || typeof key === "number";
    return isPlain ? { value: key } : undefined;
  }
}

/** A function that found nothing in a list of made-up items. */
interface ListLookup {
  readonly line: number;
  readonly run: AnyFunction;
  readonly item: object;
  readonly literals: PlainPredicate["literals"];
  readonly candidates: readonly unknown[];
}

/** What look-ups are told to while they are listened to. */
class Watch {
  readonly made: MadeUp;
  readonly tell: (miss: Miss) => void;
  readonly #file: string;
  readonly #lookups = new Map<string, ListLookup[]>();
  readonly #predicates = new Map<string, PlainPredicate | undefined>();
  /** How often it was asked who looks into a map, or for a function of some text. */
  readonly #asked = new Map<unknown, number>();
  #looks = 0;
  #stacks = 0;

  constructor(made: MadeUp, file: string, tell: (miss: Miss) => void) {
    this.made = made;
    this.#file = file;
    this.tell = tell;
  }

  /** Whether a look-up that found nothing is still worth a look. */
  looks(): boolean {
    return this.#stacks < STACKS_AT_MOST && this.#looks++ < LOOKS_AT_MOST;
  }

  /**
   * The nearest line of the target in the stack below a function; undefined where there is none.
   *
   * @param of What is looked into, or for: nothing is said of it once that was asked often, or it was somebody else's.
   */
  lineOf(of: unknown, below: AnyFunction, depth?: number): number | undefined {
    const asked = this.#asked.get(of) ?? 0;
    if (asked >= OF_ONE_AT_MOST) return undefined;
    this.#stacks++;
    // What stands above is ours.
    const line = framesOf(stackBelow(below, depth)).find(({ file }) => file === this.#file)?.line;
    this.#asked.set(of, line === undefined ? OF_ONE_AT_MOST : asked + 1);
    return line;
  }

  /** What the text of a function says that is given to find something. */
  predicateOf(run: AnyFunction): PlainPredicate | undefined {
    const text = Function.prototype.toString.call(run);
    if (!this.#predicates.has(text)) this.#predicates.set(text, plainPredicate(text));
    return this.#predicates.get(text);
  }

  /** Keeps a look-up, to be tried once the call has ended. */
  keep(method: string, lookup: Omit<ListLookup, "candidates">): void {
    const place = `${lookup.line} ${method}`;
    const known = this.#lookups.get(place) ?? [];
    if (known.length >= OF_ONE_PLACE) return;
    this.#lookups.set(place, [...known, { ...lookup, candidates: this.made.candidates() }]);
  }

  /** Tells by what the functions that were kept would find something. */
  tryLists(): void {
    const lookups = [...this.#lookups.values()].flat();
    if (lookups.length === 0) return;
    try {
      for (const one of lookups) {
        let would: readonly Would[] = [];
        withinComputing(TRYING_AT_MOST, () => (would = whatWouldDo(one, this.made)));
        for (const each of would) this.tell({ line: one.line, of: "list", ...each });
      }
    } catch (error) {
      if (!(error instanceof Endless)) throw error;
    }
  }
}

function isSame(one: Miss, other: Miss): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Maps of the target itself: what libraries keep in theirs they ask for before it is there. */
function watchMaps(watch: Watch): () => void {
  const { made } = watch;
  return replaced(Map.prototype, "get", (get) => {
    const watched = function (this: Map<unknown, unknown>, key: unknown): unknown {
      const found = Reflect.apply(get, this, [key]);
      if (found !== undefined || this.size === 0 || this.has(key)) return found;
      // The worker looks up very much in maps of its own.
      if (!watch.looks()) return found;
      const field = made.nameOf(this.keys().next().value);
      const asked = field === undefined ? undefined : made.askedFor(key, field);
      if (asked === undefined) return found;
      const line = watch.lineOf(this, watched, 1);
      if (line !== undefined) watch.tell({ line, of: "map", field: field!, asked });
      return found;
    };
    return watched;
  });
}

function watchLists(method: (typeof FINDING)[number], watch: Watch): () => void {
  return replaced(Array.prototype, method, (real) => {
    const watched = function (this: unknown[], ...parameters: unknown[]): unknown {
      const found = Reflect.apply(real, this, parameters);
      const isMissed = found === undefined || found === -1 || (Array.isArray(found) && found.length === 0);
      const [run] = parameters;
      const item: unknown = isMissed && Array.isArray(this) ? this[0] : undefined;
      if (!isObject(item) || typeof run !== "function" || !watch.looks()) return found;
      if (trapsOf(run) !== undefined || !isMadeUp(item)) return found;
      const predicate = watch.predicateOf(run as AnyFunction);
      const line = predicate && watch.lineOf(predicate, watched);
      if (line !== undefined) watch.keep(method, { line, run: run as AnyFunction, item, ...predicate! });
      return found;
    };
    return watched;
  });
}

/** Whether a value is a fake, or what a library made of some, as of a row's columns: `{ id: fake }`. */
function isMadeUp(item: object): boolean {
  if (trapsOf(item) !== undefined) return true;
  return Object.values(item).some((value) => trapsOf(value) !== undefined);
}

type Would = Pick<Miss, "field" | "asked">;

/**
 * By which fields of an item a function would take it, and by what values of those: tried with all that was made up, and where
 * several have to match, with what the function itself compares one with. None where nothing would do.
 */
function whatWouldDo({ run, item, literals, candidates }: ListLookup, made: MadeUp): readonly Would[] {
  const takes = (values: ReadonlyMap<string, unknown>): Taken => {
    const read = new Set<string>();
    const get = (_: object, key: PropertyKey): unknown => {
      if (typeof key === "string" && read.size < FIELDS_AT_MOST) read.add(key);
      return typeof key === "string" && values.has(key) ? values.get(key) : Reflect.get(item, key);
    };
    try {
      return { isTaken: Boolean(run(new Proxy({}, { get }), 0)), read };
    } catch {
      return { isTaken: false, read };
    }
  };
  const matching = new Map<string, unknown>();
  const would: Would[] = [];
  while (would.length < TOGETHER_AT_MOST) {
    const { isTaken, read } = takes(matching);
    if (isTaken) return [];
    const more = new Map<string, { readonly value: unknown; readonly one: Would }>();
    for (const key of read) {
      const field = trapsOf(Reflect.get(item, key))?.plan.name;
      if (field === undefined || matching.has(key)) continue;
      for (const [at, value] of [...literals, ...candidates].entries()) {
        const isLiteral = at < literals.length;
        const asked = isLiteral ? { value: literals[at]! } : made.askedFor(value, field);
        if (asked === undefined) continue;
        const one = { field, asked };
        const tried = takes(new Map([...matching, [key, value]]));
        const isAsked = !isLiteral || would.some(({ asked }) => !isOf(literals, asked));
        if (tried.isTaken && isAsked) return [...would, one];
        // It has come as far as to ask for another field.
        if (!tried.isTaken && tried.read.size > read.size && !more.has(key)) more.set(key, { value, one });
      }
    }
    const [first] = more;
    if (first === undefined) return [];
    const [key, { value, one }] = first;
    matching.set(key, value);
    would.push(one);
  }
  return [];
}

/** What a function says of an item, and the fields that it read for that. */
interface Taken {
  readonly isTaken: boolean;
  readonly read: ReadonlySet<string>;
}

function isOf(literals: PlainPredicate["literals"], asked: Miss["asked"]): boolean {
  return "value" in asked && literals.includes(asked.value);
}

/** Puts another function in the place of a method, and gives what puts it back; nothing where the target has frozen it. */
function replaced(of: object, method: string, watched: (real: AnyFunction) => AnyFunction): () => void {
  const real = Object.getOwnPropertyDescriptor(of, method);
  const isLeft = real?.configurable !== true || typeof real.value !== "function";
  if (isLeft || !Reflect.defineProperty(of, method, { ...real, value: watched(real.value as AnyFunction) }))
    return () => undefined;
  return () => void Reflect.defineProperty(of, method, real);
}
