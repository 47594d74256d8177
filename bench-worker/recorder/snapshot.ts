import { types } from "node:util";
import { Activation, Call, isPowerOfTwo } from "./activation.ts";
import type { Captured, CapturedVariables, Reads } from "./captured.ts";
import { isGlobal, namedFunction, isClassOfNode, moduleOfClass } from "./callees.ts";
import { dataOf } from "./data-of.ts";
import type { Classes } from "./classes.ts";
import type { Made, MadeByPackages } from "./made-by-packages.ts";
import { Redacted, Snapshot, type Encoded, type KeptPromise } from "./encoded.ts";
import { stateGettersOf } from "./stream-state.ts";

/** How values are kept. */
export interface SnapshotOptions {
  /** A text without secrets; `key` is the name of the property that holds it. */
  readonly redact: (text: string, key?: string) => string;
  /** Only what kind of value it was. */
  readonly shapesOnly: boolean;
  /** The classes of the project. */
  readonly classes: Pick<Classes, "of" | "ofInstance" | "constructorsOf" | "holdersOf" | "isPrototype">;
  /** Tells what packages have made. */
  readonly made: Pick<MadeByPackages, "of">;
  /** Tells of functions what they captured. */
  readonly captured: Pick<Captured, "of" | "ofCall" | "boundOf" | "functionOf">;
}

const OBJECTS_AT_MOST = 300;
/** Functions that are asked what they captured, of all values of a call that begins. */
const FUNCTIONS_AT_MOST = 100;
/** What functions have captured may be as deep as if they stood here. */
const DEEPEST_FUNCTION = 3;
const DEEPEST = 10;
const ITEMS_AT_MOST = 200;
const KEYS_AT_MOST = 100;
const KEYS_OF_HANDLE_AT_MOST = 48;
/** Prototypes of an object that are no class's. */
const PROTOTYPES_AT_MOST = 8;
const DEEPEST_OF_HANDLE = 2;
/** What packages keep in their own objects, their classes need. */
const DEEPEST_OF_PACKAGE = 6;
const CHARACTERS_AT_MOST = 20_000;
const BYTES_AT_MOST = 16_384;

/** What instances of classes of the web and of Node tell by getters, which change nothing. */
const TOLD_BY_GETTERS: Readonly<Record<string, readonly string[]>> = {
  Response: ["ok", "status", "statusText", "url", "redirected", "type", "body"],
  Request: ["url", "method", "body"],
  Headers: [],
  AbortSignal: ["aborted", "reason"],
  AbortController: ["signal"],
  Stats: ["atime", "mtime", "ctime", "birthtime"],
};
/** And what only the web's own and Node's tell so. */
const TOLD_BY_OWN: Readonly<Record<string, readonly string[]>> = {
  Response: ["headers"],
  Request: ["headers", "signal"],
  IncomingMessage: ["headers", "trailers"],
};

/** The web's classes that are lists of pairs, of which they can be made again. */
let pairs: readonly [typeof URLSearchParams, typeof Headers] | undefined;

/** Node loads all that `fetch` needs with its headers, which takes as long as all of the recorder: only once there is a value to look at. */
function classesOfPairs(): readonly [typeof URLSearchParams, typeof Headers] {
  return (pairs ??= [URLSearchParams, Headers]);
}

/** Makes snapshots of values. Runs no code of the user: no getter, no `toJSON`, no trap of a proxy. */
export class Snapshots {
  readonly #options: SnapshotOptions;
  readonly #ids = new WeakMap<object, number>();
  readonly #classesOfOthers = new WeakMap<object, ClassOfOthers>();
  #nextId = 1;
  #left = 0;
  #seen = new Map<object, Snapshot>();
  /** Objects that were met and are not looked into yet: those that lie deeper come later, so that what is cut is deep. */
  #waiting: (() => void)[] = [];
  /** What is kept as a call begins; null for what comes of it later. */
  #whole: Whole | null = null;

  constructor(options: SnapshotOptions) {
    this.#options = options;
  }

  /**
   * What `keep` gives, with all that is needed to make its values again: what functions in them captured is kept, too. Beside it the
   * promises in the values: what they come to is to be told.
   */
  whole<T>(keep: () => T): { readonly kept: T; readonly promises: readonly KeptPromise[] } {
    const whole = newWhole();
    this.#whole = whole;
    try {
      return { kept: keep(), promises: whole.promises };
    } finally {
      this.#whole = null;
    }
  }

  /** The value as it is now; what is large or deep is cut. */
  of(value: unknown, key?: string): Encoded {
    return this.#now(() => this.#encode(value, 0, key));
  }

  /** What a function that has begun captured; null for nothing. */
  around(begun: Activation, reads: Reads | undefined): Encoded {
    const captured = this.#options.captured.ofCall(begun, reads);
    return captured === null ? null : this.#now(() => this.#scopes(captured, 0));
  }

  #now(encode: () => Encoded): Encoded {
    this.#left = OBJECTS_AT_MOST;
    this.#seen = new Map();
    try {
      const encoded = encode();
      this.#lookInto();
      // What functions tell does not take away from what they are among.
      this.#left = OBJECTS_AT_MOST;
      while (this.#whole !== null && this.#whole.asked.length > 0) {
        this.#describeFunctions(this.#whole);
        this.#lookInto();
      }
      return encoded;
    } catch {
      this.#waiting = [];
      return { $: "cut", was: "a value that cannot be read" };
    }
  }

  #lookInto(): void {
    for (const look of this.#waiting) look();
    this.#waiting = [];
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
        return this.#function(value, depth);
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

  #function(value: object, depth: number): Encoded {
    if (types.isProxy(value)) return { $: "function", name: "" };
    const before = this.#whole?.functions.get(value);
    if (before !== undefined) return before;
    const known = this.#options.classes.of(value);
    const name = this.#ownText(value, "name") ?? "";
    const body: FunctionBody = {
      ...{ $: "function", name },
      ...(known === undefined ? {} : { file: known.file, line: known.line }),
      ...(isGlobal(value) ? OF_ENGINE : {}),
    };
    const found = namedFunction(value);
    if (found !== undefined) return this.#snapshot(value, () => ({ ...body, ...found }));
    const snapshot = this.#snapshot(value, () => body);
    if (this.#whole !== null && body["of"] === undefined) {
      this.#whole.functions.set(value, snapshot);
      this.#whole.asked.push({ value, body, depth: Math.min(depth, DEEPEST_FUNCTION) });
    }
    return snapshot;
  }

  /** Tells of functions that were met which they are and what they captured, in which there may be others. */
  #describeFunctions(whole: Whole): void {
    for (const { value, body, depth } of whole.asked) {
      const bound = this.#options.captured.boundOf(value);
      if (bound !== undefined) {
        const [target, self] = [bound.target, bound.self].map((one) => this.#encode(one, depth + 1)) as [
          Encoded,
          Encoded,
        ];
        body["bound"] = { target, this: self, arguments: this.#list(bound.given, depth + 1) };
      }
      const known = this.#options.captured.of(value);
      const captured = known?.captured ?? this.#options.classes.of(value)?.captured?.();
      if (known === null && captured === undefined) {
        const made = this.#options.made.of(value);
        Object.assign(body, takesAs(value), made === undefined ? {} : { made: this.#made(made, depth) });
        continue;
      }
      // A class is told by its name.
      if (known !== null && body["file"] === undefined) {
        const { file, line, column, isInside = false } = known.fn;
        Object.assign(body, { file, line, column, ...(isInside ? { isInside } : {}) });
      }
      if (Object.keys(value).length > 0) {
        body["properties"] = this.#properties(value, depth + 1, KEYS_AT_MOST);
        Object.assign(body, this.#members(value, depth + 1, null));
      }
      if (captured == null) continue;
      body["around"] =
        --whole.left < 0 ? { $: "cut", was: "what a function captured" } : this.#scopes(captured, depth);
    }
    whole.asked.length = 0;
  }

  /** The scopes of the calls around a function, with what it makes use of in each. */
  #scopes({ around, variables }: CapturedVariables, depth: number): Encoded {
    const calls: Activation[] = [];
    for (let one: Activation | null = around; one !== null && one.fn.depth >= 0; one = one.around)
      calls.push(one);
    let scope: Snapshot | null = null;
    let left = variables;
    for (const call of calls.toReversed()) {
      // What a function declares that has no hooks is told with the one around it.
      const isOwn = (one: (typeof variables)[number]): boolean =>
        call === around || one.depth <= call.fn.within + 1;
      scope = this.#scope(call, left.filter(isOwn), scope, depth);
      left = left.filter((one) => !isOwn(one));
    }
    return scope;
  }

  #scope(
    call: Activation,
    variables: CapturedVariables["variables"],
    around: Snapshot | null,
    depth: number,
  ): Snapshot {
    const { scopes } = this.#whole ?? newWhole();
    const known = scopes.get(call) ?? [];
    scopes.set(call, known);
    let scope = known.find(
      (one) =>
        one.around === around &&
        variables.every(({ name, value }) => !one.values.has(name) || Object.is(one.values.get(name), value)),
    );
    if (scope === undefined) {
      const own: Record<string, Encoded> = Object.create(null) as Record<string, Encoded>;
      const { file } = call.fn;
      const body = { $: "scope", ...(around === null ? { file } : { around }), variables: own };
      // Blocks of one call have variables of the same name.
      const snapshot = this.#snapshot(known.length === 0 ? call : {}, () => body);
      scope = { around, snapshot, own, values: new Map() };
      known.push(scope);
    }
    for (const { name, value } of variables) {
      if (scope.values.has(name)) continue;
      scope.values.set(name, value);
      scope.own[name] = this.#encode(value, depth + 1, name);
    }
    return scope.snapshot;
  }

  #object(value: object, depth: number, key?: string): Encoded {
    const seen = this.#seen.get(value);
    if (seen !== undefined) return seen;
    const isProxy = types.isProxy(value);
    if (--this.#left < 0 || depth > DEEPEST)
      return { $: "cut", was: !isProxy && Array.isArray(value) ? "a list" : "an object" };
    const snapshot = this.#snapshot(value, () => null);
    this.#waiting.push(() => {
      snapshot.body = isProxy ? this.#proxy(value, depth + 1) : this.#body(value, depth + 1, key);
    });
    return snapshot;
  }

  /** A proxy that the project has made is told by what it has made that of: nothing is asked of it. */
  #proxy(value: object, depth: number): Encoded {
    const made = this.#whole === null ? undefined : this.#options.made.of(value);
    if (made?.site.expression !== "Proxy") return { $: "handle", class: "Proxy", properties: {} };
    const [target, handler] = made.given;
    return { $: "proxy", target: this.#encode(target, depth), handler: this.#encode(handler, depth) };
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
    if (types.isArgumentsObject(value))
      return { $: "arguments", items: this.#list(Array.prototype.slice.call(value), depth, key) };
    if (types.isDate(value)) {
      const milliseconds = Date.prototype.getTime.call(value);
      return { $: "date", milliseconds: Number.isNaN(milliseconds) ? null : milliseconds };
    }
    if (types.isRegExp(value)) return { $: "regexp", text: RegExp.prototype.toString.call(value) };
    if (ArrayBuffer.isView(value) || types.isAnyArrayBuffer(value)) return this.#bytes(value);
    if (types.isPromise(value)) return this.#promise(value, depth);
    if (types.isBoxedPrimitive(value))
      return this.#encode((value as { valueOf(): unknown }).valueOf(), depth);
    if (types.isNativeError(value)) {
      const known = this.#options.classes.ofInstance(value);
      return {
        $: "error",
        class: this.#classNameOf(value),
        ...(known === undefined ? {} : { file: known.file, line: known.line }),
        message: this.#text(this.#ownText(value, "message") ?? ""),
        properties: this.#properties(
          value,
          depth,
          KEYS_AT_MOST,
          (key) => key === "stack" || key === "message",
        ),
      };
    }
    const prototype = Object.getPrototypeOf(value) as object | null;
    if (prototype === null) return this.#entries(value, depth);
    if (isPlainPrototype(prototype)) {
      const made = this.#whole === null ? undefined : this.#options.made.of(value);
      if (made !== undefined && Object.keys(value).some((key) => typeof dataOf(value, key) === "function"))
        return { ...this.#made(made, depth), value: this.#properties(value, depth, KEYS_AT_MOST) };
      return Object.hasOwn(value, "$") || Object.getOwnPropertySymbols(value).length > 0
        ? this.#entries(value, depth)
        : this.#properties(value, depth, KEYS_AT_MOST);
    }
    const known = this.#options.classes.ofInstance(value);
    const base = this.#collection(value, depth, known !== undefined, key);
    if (known !== undefined) {
      const { name, file, line } = known;
      const properties = this.#properties(value, depth, KEYS_AT_MOST);
      const hidden = this.#privates(value, depth);
      const symbols = this.#symbols(value, depth);
      const held = this.#held(value, depth);
      const isMade = this.#whole !== null && known.captured !== undefined;
      return {
        ...{ $: "instance", class: name, file, line, properties },
        ...(isMade ? { of: this.#encode(known.made, depth) } : {}),
        ...(base === null ? {} : { base }),
        ...this.#unlisted(value, depth),
        ...this.#members(value, depth, "class of the project"),
        ...(hidden === null ? {} : { private: hidden }),
        ...(held.length === 0 ? {} : { held }),
        ...(symbols.length === 0 ? {} : { symbols }),
      };
    }
    if (base !== null) return base;
    if (value instanceof URL) return { $: "url", text: this.#text(value.href) };
    const constructor = dataOf(value, "constructor");
    const isOfNode = isClassOfNode(constructor);
    const module = isOfNode ? moduleOfClass(constructor as object) : undefined;
    const deep = Math.max(depth, DEEPEST - (isOfNode ? DEEPEST_OF_HANDLE : DEEPEST_OF_PACKAGE));
    const symbols = isOfNode ? [] : [...this.#symbols(value, deep), ...this.#symbolsGivenTo(value, deep)];
    return {
      ...{ $: "handle", class: this.#classNameOf(value) },
      ...(isOfNode ? (module === undefined ? OF_ENGINE : { module }) : this.#classOf(prototype).told),
      properties: this.#ofHandle(value, deep, isOfNode),
      ...(isOfNode ? {} : this.#unlisted(value, deep)),
      ...(symbols.length === 0 ? {} : { symbols }),
      ...this.#members(value, depth, "class"),
    };
  }

  /** What a map, a set or a list of pairs holds, which are such by more than their classes; null for what is none. */
  #collection(value: object, depth: number, isOfProject: boolean, key?: string): Encoded {
    if (types.isMap(value)) {
      const entries = [...Map.prototype.entries.call(value)].slice(0, ITEMS_AT_MOST);
      return { $: "map", entries: entries.map((entry) => this.#list(entry, depth)) };
    }
    if (types.isSet(value)) {
      const items = [...Set.prototype.values.call(value)].slice(0, ITEMS_AT_MOST);
      return { $: "set", items: items.map((item) => this.#encode(item, depth, key)) };
    }
    const made = classesOfPairs().find(
      ({ prototype }) =>
        Object.getPrototypeOf(value) === prototype || (isOfProject && isWebs(value, prototype)),
    );
    if (made === undefined) return null;
    const entries = [...made.prototype.entries.call(value as never)];
    return {
      ...{ $: "pairs", class: made.name },
      entries: entries.slice(0, ITEMS_AT_MOST).map((entry) => this.#list(entry, depth)),
    };
  }

  /**
   * What an object has by getters of the project, and what it inherits from objects that are no class of the project or of others: from such as
   * others were made of, or from the class that a test has made of one of the project; and of the project's what a class of others was given.
   *
   * @param upTo Which classes tell the rest; null: nothing of what it inherits is told.
   */
  #members(
    value: object,
    depth: number,
    upTo: "class of the project" | "class" | null,
  ): { readonly getters?: Record<string, Encoded>; readonly inherits?: Record<string, Encoded> } {
    const { classes, captured } = this.#options;
    const getters = Object.create(null) as Record<string, Encoded>;
    const inherits = Object.create(null) as Record<string, Encoded>;
    const seen = new Set<string>(["constructor"]);
    let from: object | null = value;
    const add = (key: string, holder: object): void => {
      if (seen.has(key)) return;
      seen.add(key);
      const own = Object.getOwnPropertyDescriptor(holder, key);
      const get = own === undefined ? undefined : (Reflect.get(own, "get") as object | undefined);
      if (get !== undefined) {
        if (captured.functionOf(get) !== null) getters[key] = this.#encode(get, depth);
      } else if (holder !== value) inherits[key] = this.#encode(own?.value, depth, key);
    };
    for (let links = 0; links < PROTOTYPES_AT_MOST; links++) {
      for (const key of Object.getOwnPropertyNames(from).slice(0, KEYS_AT_MOST)) add(key, from);
      from = upTo === null ? null : (Object.getPrototypeOf(from) as object | null);
      if (from === null || types.isProxy(from) || Object.getPrototypeOf(from) === null) break;
      if (classes.isPrototype(from)) break;
      if (upTo !== "class" || !Object.hasOwn(from, "constructor")) continue;
      // Of what a class of others has, that tells the rest which the project has given to it.
      for (const { key, holder } of this.#classOf(from).given) if (typeof key === "string") add(key, holder);
      break;
    }
    return {
      ...(Object.keys(getters).length === 0 ? {} : { getters }),
      ...(Object.keys(inherits).length === 0 ? {} : { inherits }),
    };
  }

  /** What is known of a class of others by what its instances inherit; looked at again once it was asked for twice as often. */
  #classOf(prototype: object): ClassOfOthers {
    const known = this.#classesOfOthers.get(prototype);
    if (known !== undefined && !isPowerOfTwo(++known.asked)) return known;
    const made = { ...classOfOthers(prototype, this.#options.captured), asked: known?.asked ?? 1 };
    this.#classesOfOthers.set(prototype, made);
    return made;
  }

  /** Functions of the project that somebody has given to the class of others under symbols, as pairs. */
  #symbolsGivenTo(value: object, depth: number): (readonly Encoded[])[] {
    const { given } = this.#classOf(Object.getPrototypeOf(value) as object);
    return given.flatMap(({ key, holder }) =>
      typeof key === "symbol" && !Object.hasOwn(value, key)
        ? [[symbolIn(key), this.#encode(Object.getOwnPropertyDescriptor(holder, key)?.value, depth)]]
        : [],
    );
  }

  /** Which call has made something, and with what. */
  #made({ site: { file, line, expression }, given }: Made, depth: number): Record<string, Encoded> {
    return { $: "made", file, line, expression, arguments: this.#list(given, depth + 1) };
  }

  /** A promise is told as pending, until somebody knows more. */
  #promise(promise: Promise<unknown>, depth: number): Encoded {
    const body: { $: string; state: string; value?: Encoded } = { $: "promise", state: "pending" };
    this.#whole?.promises.push({
      promise,
      settle: (state, value) => {
        body.state = state;
        this.#left = OBJECTS_AT_MOST;
        this.#seen = new Map();
        body.value = this.#encode(value, depth);
        this.#lookInto();
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
        // What runs in the context of a call has that under a symbol of Node's.
        if (descriptor.value instanceof Call || descriptor.value instanceof Activation) return [];
        return [[symbolIn(key), this.#encode(descriptor.value, depth, key.description)]];
      });
  }

  /** The private fields of an instance, of its class and of those that this one extends; null where there are none. */
  #privates(value: object, depth: number): Record<string, Encoded> | null {
    let hidden: Record<string, Encoded> | null = null;
    const { classes } = this.#options;
    for (const constructor of classes.constructorsOf(value)) {
      const fields = classes.of(constructor)?.privatesOf?.(value) ?? {};
      for (const [name, one] of Object.entries(fields)) {
        hidden ??= {};
        hidden[name] ??= this.#encode(one, depth, name);
      }
    }
    return hidden;
  }

  /** What variables of modules hold of an instance. */
  #held(value: object, depth: number): Encoded[] {
    return this.#options.classes.holdersOf(value).map(({ file, variable, weak }) => ({
      ...{ $: "held", file, variable },
      ...(types.isWeakMap(weak)
        ? { value: this.#encode(WeakMap.prototype.get.call(weak, value), depth, variable) }
        : {}),
    }));
  }

  #properties(
    value: object,
    depth: number,
    atMost: number,
    isLeftOut: (key: string, own: unknown) => boolean = () => false,
  ): Record<string, Encoded> {
    const properties: Record<string, Encoded> = Object.create(null) as Record<string, Encoded>;
    let count = 0;
    for (const key of Object.keys(value)) {
      const descriptor = Object.getOwnPropertyDescriptor(value, key);
      if (descriptor === undefined || !("value" in descriptor) || isLeftOut(key, descriptor.value)) continue;
      if (++count > atMost) break;
      // What is kept by a token, as sessions are, has that for its name.
      properties[this.#options.redact(key)] = this.#encode(descriptor.value, depth, key);
    }
    return properties;
  }

  /** What an object has itself that no loop and no JSON shows. */
  #unlisted(value: object, depth: number): { readonly unlisted?: Record<string, Encoded> } {
    let unlisted: Record<string, Encoded> | null = null;
    for (const key of Object.getOwnPropertyNames(value).slice(0, KEYS_AT_MOST)) {
      const own = Object.getOwnPropertyDescriptor(value, key);
      if (own === undefined || own.enumerable === true || !("value" in own)) continue;
      unlisted ??= Object.create(null) as Record<string, Encoded>;
      unlisted[this.#options.redact(key)] = this.#encode(own.value, depth, key);
    }
    return unlisted === null ? {} : { unlisted };
  }

  #ofHandle(value: object, deep: number, isOfNode: boolean): Record<string, Encoded> {
    const { captured } = this.#options;
    const isOfOthers = (_: string, own: unknown): boolean =>
      typeof own === "function" && captured.functionOf(own) === null;
    const properties = this.#properties(value, deep, KEYS_OF_HANDLE_AT_MOST, isOfOthers);
    const className = this.#classNameOf(value);
    const told = TOLD_BY_GETTERS[className] ?? stateGettersOf(value);
    for (const name of [...told, ...(isOfNode ? (TOLD_BY_OWN[className] ?? []) : [])]) {
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

/** What is kept together as a call begins: all of it is of one moment. */
interface Whole {
  readonly promises: KeptPromise[];
  readonly functions: Map<object, Snapshot>;
  /** Those of which it is not told yet which they are. */
  readonly asked: { readonly value: object; readonly body: FunctionBody; readonly depth: number }[];
  readonly scopes: Map<Activation, Scope[]>;
  /** Functions that may still tell what they captured. */
  left: number;
}

function newWhole(): Whole {
  return { promises: [], asked: [], functions: new Map(), scopes: new Map(), left: FUNCTIONS_AT_MOST };
}

/** Variables of one call that functions have captured. */
interface Scope {
  readonly around: Snapshot | null;
  readonly snapshot: Snapshot;
  readonly own: Record<string, Encoded>;
  readonly values: Map<string, unknown>;
}

/** How a function takes what it is given, which libraries ask for: its parameters, and whether it is async or a generator. */
function takesAs(value: object): { readonly parameters?: number; readonly kind?: string } {
  const length: unknown = Object.getOwnPropertyDescriptor(value, "length")?.value;
  const kind = types.isAsyncFunction(value)
    ? types.isGeneratorFunction(value)
      ? "async-generator"
      : "async"
    : types.isGeneratorFunction(value)
      ? "generator"
      : null;
  return {
    ...(typeof length === "number" && length > 0 ? { parameters: length } : {}),
    ...(kind === null ? {} : { kind }),
  };
}

/** Of a function: more of it is told once it is known. */
type FunctionBody = Record<string, Encoded>;

const ENGINES_SYMBOLS: ReadonlyMap<unknown, string> = new Map(
  Object.getOwnPropertyNames(Symbol).map((name) => [Reflect.get(Symbol, name), name]),
);

function symbolIn(value: symbol): Encoded {
  const registered = Symbol.keyFor(value);
  if (registered !== undefined) return { $: "symbol", text: registered, of: "registry" };
  const ofEngine = ENGINES_SYMBOLS.get(value);
  if (ofEngine !== undefined) return { $: "symbol", text: ofEngine, of: "engine" };
  return { $: "symbol", text: value.description ?? "" };
}

const OF_ENGINE = { of: "engine" };

/** A class that is none of the project. */
interface ClassOfOthers {
  /**
   * The classes that it extends: packages make such as nobody else has of those that they export. Node's have their module before
   * their names.
   */
  readonly told: { readonly extends?: readonly string[] };
  /** Functions of the project that somebody has given to it or to one of those, as plugins do: nothing else has them. */
  readonly given: readonly { readonly key: string | symbol; readonly holder: object }[];
  asked: number;
}

function classOfOthers(
  prototype: object,
  captured: Pick<Captured, "functionOf">,
): Omit<ClassOfOthers, "asked"> {
  const extended: string[] = [];
  const given: { key: string | symbol; holder: object }[] = [];
  let holder = prototype;
  for (let links = 0; links < PROTOTYPES_AT_MOST && !types.isProxy(holder); links++) {
    const from = Object.getPrototypeOf(holder) as object | null;
    if (from === null) break;
    for (const key of Reflect.ownKeys(holder)) {
      const own = Object.getOwnPropertyDescriptor(holder, key)!;
      const one: unknown = Reflect.get(own, "get") ?? own.value;
      if (key !== "constructor" && typeof one === "function" && captured.functionOf(one) !== null)
        given.push({ key, holder });
    }
    const made: unknown = Object.getOwnPropertyDescriptor(holder, "constructor")?.value;
    const name = holder !== prototype && typeof made === "function" ? dataOf(made, "name") : undefined;
    const isOver = extended.some((one) => one.includes("."));
    if (!isOver && typeof name === "string" && name !== "") {
      const module = moduleOfClass(made as object);
      extended.push(module === undefined ? name : `${module}.${name}`);
    }
    holder = from;
  }
  return { told: extended.length === 0 ? {} : { extends: extended }, given };
}

/** Whether an instance of a class that extends one of the web is what that makes: only then its methods run. */
function isWebs(value: object, prototype: object): boolean {
  if (!Object.prototype.isPrototypeOf.call(prototype, value)) return false;
  try {
    Reflect.apply(Reflect.get(prototype, "keys") as () => unknown, value, []);
    return true;
  } catch {
    return false;
  }
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
