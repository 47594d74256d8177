import { types } from "node:util";

/** JSON, with a {@link Snapshot} in the place of each object, so that it is known which are the same. */
export type Encoded =
  | null
  | boolean
  | number
  | string
  | Snapshot
  | Redacted
  | readonly Encoded[]
  | { readonly [key: string]: Encoded };

/** A text in which secrets were replaced, so that these are counted. */
class Redacted {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** An object as it was. */
export class Snapshot {
  /** The same for the same object. */
  readonly id: number;
  body: Encoded = null;

  constructor(id: number) {
    this.id = id;
  }
}

/** A promise in a value that was kept. */
export interface KeptPromise {
  readonly promise: Promise<unknown>;
  /** Tells what it came to. */
  readonly settle: (state: "value" | "error", value: unknown) => void;
}

/** How values are kept. */
export interface SnapshotOptions {
  /** A text without secrets; `key` is the name of the property that holds it. */
  readonly redact: (text: string, key?: string) => string;
  /** Only what kind of value it was. */
  readonly shapesOnly: boolean;
  /** The class of the project that made an instance. */
  readonly classOf: (constructor: unknown) => ClassOfProject | undefined;
}

/** A class of the project. */
export interface ClassOfProject {
  readonly file: string;
  readonly name: string;
  readonly line: number;
  /** The `#private` fields that an instance has of it; null where it declares none. */
  readonly privatesOf: ((instance: object) => Record<string, unknown>) | null;
}

const OBJECTS_AT_MOST = 300;
const DEEPEST = 10;
const ITEMS_AT_MOST = 200;
const KEYS_AT_MOST = 100;
const KEYS_OF_HANDLE_AT_MOST = 24;
const DEEPEST_OF_HANDLE = 2;
const CHARACTERS_AT_MOST = 20_000;
const BYTES_AT_MOST = 16_384;

/** What instances of the web's classes tell by getters, which change nothing. */
const TOLD_BY_GETTERS: Readonly<Record<string, readonly string[]>> = {
  Response: ["ok", "status", "statusText", "url", "redirected", "type"],
  Request: ["url", "method"],
  Headers: [],
};

/** Makes snapshots of values. Runs no code of the user: no getter, no `toJSON`, no trap of a proxy. */
export class Snapshots {
  readonly #options: SnapshotOptions;
  readonly #ids = new WeakMap<object, number>();
  #nextId = 1;
  #left = 0;
  #seen = new Map<object, Snapshot>();
  #promises: KeptPromise[] | null = null;

  constructor(options: SnapshotOptions) {
    this.#options = options;
  }

  /** What `keep` gives, and the promises in the values that it keeps: what they come to is to be told. */
  withPromises<T>(keep: () => T): { readonly kept: T; readonly promises: readonly KeptPromise[] } {
    const promises: KeptPromise[] = [];
    this.#promises = promises;
    try {
      return { kept: keep(), promises };
    } finally {
      this.#promises = null;
    }
  }

  /** The value as it is now; what is large or deep is cut. */
  of(value: unknown, key?: string): Encoded {
    this.#left = OBJECTS_AT_MOST;
    this.#seen = new Map();
    try {
      return this.#encode(value, 0, key);
    } catch {
      return { $: "cut", was: "a value that cannot be read" };
    }
  }

  #encode(value: unknown, depth: number, key?: string): Encoded {
    switch (typeof value) {
      case "string":
        return this.#text(value, key);
      case "number":
        return this.#number(value);
      case "boolean":
        return this.#options.shapesOnly ? false : value;
      case "undefined":
        return { $: "undefined" };
      case "bigint":
        return { $: "bigint", text: this.#options.shapesOnly ? "0" : String(value) };
      case "symbol":
        return symbolIn(value);
      case "function":
        return this.#function(value);
      default:
        return value === null ? null : this.#object(value as object, depth, key);
    }
  }

  #text(text: string, key?: string): Encoded {
    if (this.#options.shapesOnly) return "x".repeat(Math.min(text.length, 16));
    if (text.length > CHARACTERS_AT_MOST) return { $: "cut", was: `a text of ${text.length} characters` };
    const redacted = this.#options.redact(text, key);
    return redacted === text ? text : new Redacted(redacted);
  }

  #number(value: number): Encoded {
    if (this.#options.shapesOnly) return 0;
    if (Number.isFinite(value)) return Object.is(value, -0) ? { $: "-0" } : value;
    return { $: String(value) };
  }

  #function(value: unknown): Encoded {
    const known = this.#options.classOf(value);
    const name = this.#ownText(value as object, "name") ?? "";
    return this.#snapshot(value as object, () => ({
      ...{ $: "function", name },
      ...(known === undefined ? {} : { file: known.file, line: known.line }),
      ...(name !== "" && Reflect.get(globalThis, name) === value ? { of: "engine" } : {}),
    }));
  }

  #object(value: object, depth: number, key?: string): Encoded {
    const seen = this.#seen.get(value);
    if (seen !== undefined) return seen;
    if (types.isProxy(value))
      return this.#snapshot(value, () => ({ $: "handle", class: "Proxy", properties: {} }));
    if (--this.#left < 0 || depth > DEEPEST)
      return { $: "cut", was: Array.isArray(value) ? "a list" : "an object" };
    return this.#snapshot(value, () => this.#body(value, depth + 1, key));
  }

  #snapshot(value: object, body: () => Encoded): Snapshot {
    let id = this.#ids.get(value);
    if (id === undefined) this.#ids.set(value, (id = this.#nextId++));
    const snapshot = new Snapshot(id);
    this.#seen.set(value, snapshot);
    snapshot.body = body();
    return snapshot;
  }

  #body(value: object, depth: number, key?: string): Encoded {
    if (Array.isArray(value)) return this.#list(value, depth, key);
    if (types.isDate(value)) {
      const milliseconds = Date.prototype.getTime.call(value);
      return { $: "date", milliseconds: Number.isNaN(milliseconds) ? null : milliseconds };
    }
    if (types.isRegExp(value)) return { $: "regexp", text: RegExp.prototype.toString.call(value) };
    if (types.isMap(value)) {
      const entries = [...Map.prototype.entries.call(value)].slice(0, ITEMS_AT_MOST);
      return { $: "map", entries: entries.map((entry) => this.#list(entry, depth)) };
    }
    if (types.isSet(value)) {
      const items = [...Set.prototype.values.call(value)].slice(0, ITEMS_AT_MOST);
      return { $: "set", items: items.map((item) => this.#encode(item, depth, key)) };
    }
    if (ArrayBuffer.isView(value) || types.isAnyArrayBuffer(value)) return this.#bytes(value);
    if (types.isPromise(value)) return this.#promise(value, depth);
    if (types.isBoxedPrimitive(value))
      return this.#encode((value as { valueOf(): unknown }).valueOf(), depth);
    if (types.isNativeError(value)) {
      const known = this.#classOf(value);
      return {
        $: "error",
        class: this.#classNameOf(value),
        ...(known === undefined ? {} : { file: known.file, line: known.line }),
        message: this.#text(this.#ownText(value, "message") ?? ""),
        properties: this.#properties(value, depth, KEYS_AT_MOST, ["stack", "message"]),
      };
    }
    const prototype = Object.getPrototypeOf(value) as object | null;
    if (prototype === null) return this.#entries(value, depth);
    if (isPlainPrototype(prototype)) {
      return Object.hasOwn(value, "$") || Object.getOwnPropertySymbols(value).length > 0
        ? this.#entries(value, depth)
        : this.#properties(value, depth, KEYS_AT_MOST);
    }
    const known = this.#classOf(value);
    if (known !== undefined) {
      const { name, file, line } = known;
      const properties = this.#properties(value, depth, KEYS_AT_MOST);
      const hidden = this.#privates(value, depth);
      const symbols = this.#symbols(value, depth);
      return {
        ...{ $: "instance", class: name, file, line, properties },
        ...(hidden === null ? {} : { private: hidden }),
        ...(symbols.length === 0 ? {} : { symbols }),
      };
    }
    if (value instanceof URL) return { $: "url", text: this.#text(value.href) };
    return { $: "handle", class: this.#classNameOf(value), properties: this.#ofHandle(value, depth) };
  }

  /** A promise is told as pending, until somebody knows more. */
  #promise(promise: Promise<unknown>, depth: number): Encoded {
    const body: { $: string; state: string; value?: Encoded } = { $: "promise", state: "pending" };
    this.#promises?.push({
      promise,
      settle: (state, value) => {
        body.state = state;
        this.#left = OBJECTS_AT_MOST;
        this.#seen = new Map();
        body.value = this.#encode(value, depth);
      },
    });
    return body;
  }

  /** @param key What the list stands under, which tells of its items, too. */
  #list(list: readonly unknown[], depth: number, key?: string): Encoded {
    const items: Encoded[] = [];
    const { length } = list;
    for (let index = 0; index < Math.min(length, ITEMS_AT_MOST); index++) {
      // The second of two is under the first, as in the entries of headers.
      const isNamed = length === 2 && index === 1 && typeof list[0] === "string";
      items.push(this.#encode(list[index], depth, isNamed ? (list[0] as string) : key));
    }
    if (length > ITEMS_AT_MOST) items.push({ $: "cut", was: `${length - ITEMS_AT_MOST} more items` });
    return items;
  }

  #bytes(value: ArrayBufferView | ArrayBufferLike): Encoded {
    const bytes = ArrayBuffer.isView(value)
      ? Buffer.from(value.buffer, value.byteOffset, value.byteLength)
      : Buffer.from(value);
    const about = { $: "bytes", class: this.#classNameOf(value) };
    if (this.#options.shapesOnly || bytes.length > BYTES_AT_MOST) return { ...about, length: bytes.length };
    const text = bytes.toString("latin1");
    // What is text may hold a secret, too.
    const redacted = isText(text) ? this.#options.redact(text) : text;
    const base64 = Buffer.from(redacted, "latin1").toString("base64");
    return { ...about, base64: redacted === text ? base64 : new Redacted(base64) };
  }

  #entries(value: object, depth: number): Encoded {
    const entries = Object.entries(this.#properties(value, depth, KEYS_AT_MOST));
    return { $: "object", entries: [...entries, ...this.#symbols(value, depth)] };
  }

  /** What an object has under symbols, as pairs. */
  #symbols(value: object, depth: number): (readonly Encoded[])[] {
    return Object.getOwnPropertySymbols(value)
      .slice(0, KEYS_AT_MOST)
      .flatMap((key) => {
        const descriptor = Object.getOwnPropertyDescriptor(value, key);
        if (descriptor === undefined || !("value" in descriptor)) return [];
        return [[symbolIn(key), this.#encode(descriptor.value, depth, key.description)]];
      });
  }

  /** The class of the project that an instance is of, or that its own class extends: a test often has one of its own. */
  #classOf(value: object): ClassOfProject | undefined {
    for (const constructor of constructorsOf(value)) {
      const known = this.#options.classOf(constructor);
      if (known !== undefined) return known;
    }
    return undefined;
  }

  /** The private fields of an instance, of its class and of those that this one extends; null where there are none. */
  #privates(value: object, depth: number): Record<string, Encoded> | null {
    let hidden: Record<string, Encoded> | null = null;
    for (const constructor of constructorsOf(value)) {
      const fields = this.#options.classOf(constructor)?.privatesOf?.(value) ?? {};
      for (const [name, one] of Object.entries(fields)) {
        hidden ??= {};
        hidden[name] ??= this.#encode(one, depth, name);
      }
    }
    return hidden;
  }

  #properties(
    value: object,
    depth: number,
    atMost: number,
    leftOut: readonly string[] = [],
  ): Record<string, Encoded> {
    const properties: Record<string, Encoded> = Object.create(null) as Record<string, Encoded>;
    let count = 0;
    for (const key of Object.keys(value)) {
      if (leftOut.includes(key)) continue;
      const descriptor = Object.getOwnPropertyDescriptor(value, key);
      if (descriptor === undefined || !("value" in descriptor)) continue;
      if (++count > atMost) break;
      // What is kept by a token, as sessions are, has that for its name.
      properties[this.#options.redact(key)] = this.#encode(descriptor.value, depth, key);
    }
    return properties;
  }

  #ofHandle(value: object, depth: number): Record<string, Encoded> {
    const deep = Math.max(depth, DEEPEST - DEEPEST_OF_HANDLE);
    const all = Object.entries(this.#properties(value, deep, KEYS_OF_HANDLE_AT_MOST));
    const properties = Object.fromEntries(
      all.filter(([, one]) => !(one instanceof Snapshot && typeOf(one.body) === "function")),
    );
    for (const name of TOLD_BY_GETTERS[this.#classNameOf(value)] ?? []) {
      properties[name] = this.#encode((value as Record<string, unknown>)[name], DEEPEST);
    }
    return properties;
  }

  #classNameOf(value: object): string {
    const prototype = Object.getPrototypeOf(value) as object | null;
    const constructor = prototype === null ? undefined : dataOf(prototype, "constructor");
    return typeof constructor === "function" ? (this.#ownText(constructor, "name") ?? "") : "";
  }

  #ownText(value: object, name: string): string | undefined {
    const text = Object.getOwnPropertyDescriptor(value, name)?.value as unknown;
    return typeof text === "string" ? text : undefined;
  }
}

function symbolIn(value: symbol): Encoded {
  const registered = Symbol.keyFor(value);
  if (registered !== undefined) return { $: "symbol", text: registered, of: "registry" };
  const ofEngine = Object.getOwnPropertyNames(Symbol).find((name) => Reflect.get(Symbol, name) === value);
  if (ofEngine !== undefined) return { $: "symbol", text: ofEngine, of: "engine" };
  return { $: "symbol", text: value.description ?? "" };
}

/** The constructors of what an object inherits from, the nearest first. */
function constructorsOf(value: object): unknown[] {
  const constructors: unknown[] = [];
  let prototype = Object.getPrototypeOf(value) as object | null;
  for (; prototype !== null; prototype = Object.getPrototypeOf(prototype) as object | null) {
    if (types.isProxy(prototype)) break;
    constructors.push(Object.getOwnPropertyDescriptor(prototype, "constructor")?.value);
  }
  return constructors;
}

/** What an object has by a name, itself or by what it inherits from, without running a getter. */
export function dataOf(object: object, name: string): unknown {
  for (let at: object | null = object, steps = 0; at !== null && steps < 20; steps++) {
    if (types.isProxy(at)) return undefined;
    if (Object.hasOwn(at, name)) return Object.getOwnPropertyDescriptor(at, name)?.value;
    at = Object.getPrototypeOf(at) as object | null;
  }
  return undefined;
}

/** Whether a prototype is that of plain objects, of whatever realm. */
function isPlainPrototype(prototype: object): boolean {
  return Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype, "hasOwnProperty");
}

/** Whether bytes are text, by their first ones. */
function isText(latin1: string): boolean {
  for (let at = 0; at < Math.min(latin1.length, 1000); at++) {
    const code = latin1.charCodeAt(at);
    if (code < 9 || (code > 13 && code < 32)) return false;
  }
  return true;
}

function typeOf(body: Encoded): unknown {
  return typeof body === "object" && body !== null && "$" in body ? (body as { $: unknown }).$ : undefined;
}

/**
 * The JSON of what was kept of one call: what occurs more than once in it is `shared`, and from then on the `same`.
 * Ids count from 1 in each call. Beside it, how many texts had secrets in them.
 */
export function written(value: unknown): { readonly value: unknown; readonly redacted: number } {
  const occurrences = new Map<number, number>();
  count(value, occurrences, new Set());
  const writing: Writing = { occurrences, ids: new Map(), redacted: 0 };
  return { value: write(value, writing), redacted: writing.redacted };
}

interface Writing {
  readonly occurrences: ReadonlyMap<number, number>;
  readonly ids: Map<number, number>;
  redacted: number;
}

function count(value: unknown, occurrences: Map<number, number>, within: Set<Snapshot>): void {
  if (typeof value !== "object" || value === null) return;
  if (value instanceof Snapshot) {
    const before = occurrences.get(value.id) ?? 0;
    occurrences.set(value.id, before + 1);
    if (before > 0 || within.has(value)) return;
    within.add(value);
    count(value.body, occurrences, within);
    return;
  }
  for (const one of Object.values(value)) count(one, occurrences, within);
}

function write(value: unknown, writing: Writing): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Redacted) {
    writing.redacted++;
    return value.text;
  }
  if (value instanceof Snapshot) {
    const { occurrences, ids } = writing;
    if (occurrences.get(value.id) === 1) return write(value.body, writing);
    const known = ids.get(value.id);
    if (known !== undefined) return { $: "same", id: known };
    const id = ids.size + 1;
    ids.set(value.id, id);
    return { $: "shared", id, value: write(value.body, writing) };
  }
  if (Array.isArray(value)) return value.map((one) => write(one, writing));
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, write(one, writing)]));
}
