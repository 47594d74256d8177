import { types } from "node:util";
import { isPlainPrivate } from "../../instrument/plain-name.ts";
import {
  listIn,
  pairsIn,
  propertiesIn,
  taggedOf,
  textIn,
  type Tagged,
} from "../../contract/recorded-object.ts";

/** How values are compared. */
export interface Comparing {
  /** Texts were replaced as they may be secrets: what is made of them is only as long as it was. */
  readonly isRedacted: boolean;
  /** Whether a value may be another one than was recorded, as it is one by chance or by the time. */
  readonly mayDiffer?: (recorded: unknown, value: unknown) => boolean;
  /** Whether a value is the one that the recording shares by an id and tells elsewhere. */
  readonly isShared?: (id: number, value: unknown) => boolean;
}

/** What was first another value than was recorded. */
export interface Difference {
  /** `.rows[0].id`; empty for the value itself. */
  readonly where: string;
  readonly recorded: unknown;
  readonly value: unknown;
}

const DEEPEST = 60;
const UNDEFINED = { $: "undefined" };

/**
 * Whether a value is the one that was recorded, by what JSON can tell: of an object that no data can make again only the kind
 * is compared, and of what was cut nothing.
 */
export function isSameValue(recorded: unknown, value: unknown, comparing: Comparing): boolean {
  return differenceIn(recorded, value, comparing) === null;
}

/** Where a value is first another one than was recorded; null where it is the same. */
export function differenceIn(recorded: unknown, value: unknown, comparing: Comparing): Difference | null {
  const comparison = new Comparison(comparing);
  return comparison.isSame(recorded, value, 0) ? null : (comparison.first ?? { where: "", recorded, value });
}

class Comparison {
  readonly #comparing: Comparing;
  /** What is compared already by an id is not compared again: it may hold itself. */
  readonly #seen = new Map<number, unknown>();
  first: Difference | null = null;

  constructor(comparing: Comparing) {
    this.#comparing = comparing;
  }

  isSame(recorded: unknown, value: unknown, depth: number): boolean {
    if (this.#isSame(recorded, value, depth) || this.#comparing.mayDiffer?.(recorded, value) === true)
      return true;
    this.first ??= { where: "", recorded, value };
    return false;
  }

  #isSame(recorded: unknown, value: unknown, depth: number): boolean {
    if (depth > DEEPEST) return true;
    if (typeof recorded === "string") {
      if (typeof value !== "string") return false;
      return recorded === value || (this.#comparing.isRedacted && recorded.length === value.length);
    }
    if (typeof recorded !== "object" || recorded === null) return Object.is(recorded, value);
    if (Array.isArray(recorded)) return this.#isSameList(recorded, value, depth);
    const tagged = taggedOf(recorded);
    if (tagged !== null) return this.#isTagged(tagged, value, depth);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
    return this.#hasSame(Object.entries(recorded), value, depth);
  }

  #isSameList(recorded: readonly unknown[], value: unknown, depth: number): boolean {
    if (!Array.isArray(value)) return false;
    const isCut = taggedOf(recorded.at(-1))?.$ === "cut";
    if (!isCut && value.length !== recorded.length) return false;
    const compared = isCut ? recorded.slice(0, -1) : recorded;
    return compared.every((one, at) => this.#isIn(`[${at}]`, one, value[at], depth));
  }

  /** Properties that were recorded are all there and the same; whatever is nothing may be missing. */
  #hasSame(recorded: readonly (readonly [string, unknown])[], value: object, depth: number): boolean {
    const names = new Set(recorded.map(([key]) => key));
    if (!recorded.every(([key, one]) => this.#isIn(`.${key}`, one, dataOf(value, key), depth))) return false;
    if (names.size >= KEYS_KEPT) return true;
    const more = Object.keys(value).find(
      (key) => !names.has(key) && !isPlainPrivate(key) && dataOf(value, key) !== undefined,
    );
    if (more !== undefined)
      this.first = { where: `.${more}`, recorded: UNDEFINED, value: dataOf(value, more) };
    return more === undefined;
  }

  #isIn(key: string, recorded: unknown, value: unknown, depth: number): boolean {
    if (this.isSame(recorded, value, depth + 1)) return true;
    if (this.first !== null) this.first = { ...this.first, where: key + this.first.where };
    return false;
  }

  #isTagged(tagged: Tagged, value: unknown, depth: number): boolean {
    switch (tagged.$) {
      case "undefined":
        return value === undefined;
      case "NaN":
        return Number.isNaN(value);
      case "Infinity":
        return value === Infinity;
      case "-Infinity":
        return value === -Infinity;
      case "-0":
        return Object.is(value, -0);
      case "bigint":
        return typeof value === "bigint" && String(value) === textIn(tagged, "text");
      case "symbol":
        return typeof value === "symbol" && (value.description ?? "") === textIn(tagged, "text");
      case "regexp":
        return types.isRegExp(value) && String(value) === textIn(tagged, "text");
      case "url":
        return value instanceof URL && this.isSame(textIn(tagged, "text"), value.href, depth);
      case "arguments":
        return (
          types.isArgumentsObject(value) &&
          this.#isSameList(listIn(tagged, "items"), Array.prototype.slice.call(value), depth)
        );
      case "pairs":
        return this.#isPairs(tagged, value, depth);
      case "date":
        return (
          types.isDate(value) &&
          Object.is(Date.prototype.getTime.call(value), tagged["milliseconds"] ?? Number.NaN)
        );
      case "bytes":
        return this.#isBytes(tagged, value);
      case "map":
        return (
          types.isMap(value) &&
          this.#isSameList(
            pairsIn(tagged, "entries").flat(),
            [...Map.prototype.entries.call(value)].flat(),
            depth,
          )
        );
      case "set":
        return (
          types.isSet(value) &&
          this.#isSameList(listIn(tagged, "items"), [...Set.prototype.values.call(value)], depth)
        );
      case "object":
        return (
          typeof value === "object" &&
          value !== null &&
          this.#hasSame(
            pairsIn(tagged, "entries").flatMap(([key, one]) =>
              typeof key === "string" ? [[key, one] as const] : [],
            ),
            value,
            depth,
          )
        );
      case "error":
        return isSameError(tagged, value);
      case "instance":
        return (
          typeof value === "object" &&
          value !== null &&
          this.#hasSame(propertiesIn(tagged, "properties"), value, depth)
        );
      case "handle":
        return (
          (typeof value === "object" || typeof value === "function") &&
          value !== null &&
          isKind(textIn(tagged, "class"), value)
        );
      case "function":
        return typeof value === "function";
      case "promise":
        return types.isPromise(value);
      case "shared": {
        const { id } = tagged;
        if (typeof id === "number") this.#seen.set(id, value);
        return this.isSame(tagged["value"], value, depth + 1);
      }
      case "same": {
        const { id } = tagged;
        if (typeof id !== "number") return true;
        if (this.#seen.has(id)) return this.#seen.get(id) === value;
        return this.#comparing.isShared?.(id, value) ?? true;
      }
      default:
        // What was cut may be anything.
        return true;
    }
  }

  #isPairs(tagged: Tagged, value: unknown, depth: number): boolean {
    const isOne = value instanceof URLSearchParams || value instanceof Headers;
    if (!isOne || !isKind(textIn(tagged, "class"), value)) return false;
    return this.#isSameList(pairsIn(tagged, "entries").flat(), [...value].flat(), depth);
  }

  #isBytes(tagged: Tagged, value: unknown): boolean {
    if (!ArrayBuffer.isView(value) && !types.isAnyArrayBuffer(value)) return false;
    const { length, base64 } = tagged;
    if (typeof base64 !== "string") return typeof length !== "number" || value.byteLength === length;
    const bytes = ArrayBuffer.isView(value)
      ? Buffer.from(value.buffer, value.byteOffset, value.byteLength)
      : Buffer.from(value);
    const recorded = Buffer.from(base64, "base64");
    return this.#comparing.isRedacted ? recorded.length === bytes.length : recorded.equals(bytes);
  }
}

/** So many keys of an object are kept: it may have more. */
const KEYS_KEPT = 100;

/** Whether an error is the recorded one by name, message and code. */
function isSameError(recorded: Tagged, error: unknown): boolean {
  if (!types.isNativeError(error) && !(error instanceof Error)) return false;
  const { code } = Object.fromEntries(propertiesIn(recorded, "properties"));
  const actual = error as Error & { code?: unknown };
  const kind = textIn(recorded, "class");
  const isKindOf = kind === "" || isKind(kind, error) || actual.name === kind;
  return (
    isKindOf && actual.message === textIn(recorded, "message") && (code === undefined || code === actual.code)
  );
}

function isKind(name: string, value: object): boolean {
  const { constructor } = value as { constructor?: unknown };
  return name === "" || name === "Proxy" || (typeof constructor === "function" && constructor.name === name);
}

/** A property's value, of its own or inherited; what a getter throws is nothing. */
function dataOf(value: object, key: string): unknown {
  try {
    return (value as Record<string, unknown>)[key];
  } catch {
    return undefined;
  }
}
