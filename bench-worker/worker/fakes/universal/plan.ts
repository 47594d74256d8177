import { RememberedCalls } from "./remembered-calls.ts";

/**
 * What was found out about all fakes of one name, so that each further one costs as little as an object of its own would: what
 * is timed and weighed shall be the target, not what is made up for it.
 */
export class Plan {
  readonly name: string;
  /** Of what was known when the rest was found out. */
  generation = -1;
  /** Whether what goes by the name is a fake at all, and no value that somebody told of. */
  isFake = false;
  /** Whether it is no function. */
  isObject = false;
  /** Whether it has no `then`, which is asked for wherever a promise is resolved with it. */
  isNoThenable = false;
  /** What reading a member gives. */
  readonly members = new Map<PropertyKey, Member>();
  /** How its calls were answered. */
  readonly calls = new RememberedCalls();
  /** Makes a plain value in the place of a fake, and gives nothing where there is none; null where nobody has asked. */
  makePlain: (() => unknown) | null = null;
  /** What all share who read it of an item, where items are to hold the same. */
  alike: object | undefined = undefined;
  /** Of what a call gives, once one gave it. */
  answer: Plan | null = null;
  /** What watched calls were given, by texts that tell it, in the order of the first of each. */
  readonly #given = new Map<string, number>();

  constructor(name: string) {
    this.name = name;
  }

  /** At which place among what calls were given something is, counted from 0. */
  givenAt(key: string): number {
    const at = this.#given.get(key) ?? this.#given.size;
    this.#given.set(key, at);
    return at;
  }
}

/** A fake of its own for each that is read; the same for all; or something that is to be asked for each time. */
export type Member = { readonly plan: Plan } | { readonly value: unknown } | typeof EACH_TIME;

export const EACH_TIME = "each time";

/** Members that are functions which know nothing of what they are read of but its name. */
const BY_NAME_ONLY: ReadonlySet<PropertyKey> = new Set<PropertyKey>([
  "then",
  "catch",
  "finally",
  "toString",
  "toISOString",
  "valueOf",
  "hasOwnProperty",
  Symbol.toPrimitive,
  Symbol.iterator,
  Symbol.asyncIterator,
  Symbol.hasInstance,
]);

/** Whether a member of that name is a function which knows nothing of what it is read of but its name. */
export function isByNameOnly(key: PropertyKey): boolean {
  return BY_NAME_ONLY.has(key);
}

/** How a member is read from here on, of which `value`, no fake, was the first. */
export function memberOf(key: PropertyKey, value: unknown): Member {
  // Whether something is over changes from look to look.
  if (key === "done") return EACH_TIME;
  const isShared = (typeof value !== "object" || value === null) && typeof value !== "function";
  return isShared || BY_NAME_ONLY.has(key) ? { value } : EACH_TIME;
}
