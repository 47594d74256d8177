import nodeCrypto from "node:crypto";
import Module from "node:module";
import path from "node:path";
import { types } from "node:util";
import type { SiteEntry } from "../instrument/for-recording.ts";
import { COMPUTING_GLOBALS, COMPUTING_MODULES } from "../contract/recording.ts";
import { Given, listWith, type Call } from "./activation.ts";
import { dataOf, keysOf } from "./data-of.ts";

/** A function's text as the engine has it: those of the project are made to tell it without hooks, which takes time. */
export const sourceOf: (this: unknown) => string = Reflect.get(Function.prototype, "toString");

/** Node's modules whose functions are told from those of packages. */
const MODULES = [
  ...[
    "fs",
    "fs/promises",
    "http",
    "https",
    "http2",
    "net",
    "tls",
    "dns",
    "dns/promises",
    "dgram",
    "child_process",
  ],
  ...[
    "crypto",
    "zlib",
    "timers",
    "timers/promises",
    "stream",
    "stream/promises",
    "events",
    "util",
    "readline",
    "worker_threads",
  ],
];
const GLOBALS = ["fetch", "setTimeout", "setImmediate", "setInterval", "queueMicrotask", "structuredClone"];

/** Of these, those whose functions begin I/O, and may give at once what tells of it by events. */
const OPENS = new Set([
  ...["fs", "http", "https", "http2", "net", "tls", "dgram", "child_process", "readline", "worker_threads"],
]);

/** Of these, those whose functions only compute: they are told by their names, and are the same in a replay. */
const PURE = new Set(COMPUTING_MODULES);

/** The classes of Node's timers, which none of its modules gives. */
const TIMERS = timerClasses();

let core: WeakSet<object> | null = null;
const opening = new WeakSet();
const named = new WeakMap<object, NamedFunction>();
/** The engine's own of other realms. */
const globals = new WeakSet();
const NATIVE = "{ [native code] }";
const classModules = new WeakMap<object, string>();

/** Where a function is found: in a module of Node, or on a global object. */
export type NamedFunction = { readonly name: string } & (
  | { readonly of: "node"; readonly module: string }
  | { readonly of: "engine"; readonly on: string }
);

/** Where a function is found that only computes and is Node's or the engine's; undefined for any other. */
export function namedFunction(made: object): NamedFunction | undefined {
  core ??= coreFunctions();
  return named.get(made);
}

/** Whether a function is a global one by its own name, in whatever realm. */
export function isGlobal(made: object): boolean {
  const name = dataOf(made, "name");
  return globals.has(made) || (typeof name === "string" && Reflect.get(globalThis, name) === made);
}

/** Whether a function is Node's own, or the engine's. */
export function isCore(callee: unknown): boolean {
  if (typeof callee !== "function" || types.isProxy(callee)) return false;
  core ??= coreFunctions();
  if (core.has(callee)) return true;
  return sourceOf.call(callee).endsWith(NATIVE) && !isBound(callee);
}

const ofNode = new WeakMap<object, boolean>();

/** Whether a class is Node's own, the web's or the engine's. */
export function isClassOfNode(made: unknown): boolean {
  if (typeof made !== "function") return false;
  let isOne = ofNode.get(made);
  if (isOne === undefined) {
    isOne = isCore(made) || isGlobal(made);
    ofNode.set(made, isOne);
  }
  return isOne;
}

/** The module of Node that exports a class by its name; undefined for any other. */
export function moduleOfClass(made: object): string | undefined {
  core ??= coreFunctions();
  return classModules.get(made);
}

/** Whether a call of a function of Node's has begun I/O of which what it gave at once tells by events: a process, a stream, a request. */
export function hasOpened(callee: unknown, gave: unknown): boolean {
  if (typeof callee !== "function" || !isObject(gave) || types.isProxy(gave)) return false;
  core ??= coreFunctions();
  return opening.has(callee) && typeof dataOf(gave, "on") === "function";
}

/** Whether a function was made by `bind`: its text looks as if it were the engine's. */
export function isBound(callee: object): boolean {
  return String(dataOf(callee, "name")).startsWith("bound ");
}

function timerClasses(): object[] {
  const [timeout, immediate] = [setTimeout(() => undefined, 0), setImmediate(() => undefined)] as const;
  clearTimeout(timeout);
  clearImmediate(immediate);
  return [timeout.constructor, immediate.constructor];
}

function coreFunctions(): WeakSet<object> {
  // By its object: bundlers take the function's name for a call of theirs.
  const load = Module.createRequire(path.resolve("/core.js"));
  const found = new WeakSet();
  const add = (holder: object, module: string | null = null): void => {
    for (const name of Object.getOwnPropertyNames(holder)) {
      const one = Object.getOwnPropertyDescriptor(holder, name)?.value as unknown;
      if (typeof one !== "function" || found.has(one)) continue;
      found.add(one);
      if (module !== null && one.name === name) classModules.set(one, module);
      if (module !== null && OPENS.has(module)) opening.add(one);
      const { prototype } = one as { prototype?: unknown };
      if (typeof prototype === "object" && prototype !== null) add(prototype);
      // Streams have the classes of their state there.
      for (const key of Object.keys(one)) {
        const its = Object.getOwnPropertyDescriptor(one, key)?.value as unknown;
        if (typeof its === "function") found.add(its);
      }
    }
  };
  for (const made of TIMERS) found.add(made);
  for (const module of MODULES) add(load(module) as object, module);
  for (const module of PURE)
    for (const [name, one] of Object.entries(load(module) as Record<string, unknown>))
      if (typeof one === "function" && !named.has(one)) named.set(one, { of: "node", module, name });
  nameFunctionsOf(globalThis);
  for (const name of GLOBALS) {
    const one: unknown = Reflect.get(globalThis, name);
    if (typeof one === "function") found.add(one);
  }
  return found;
}

/**
 * Knows the engine's own functions in a realm: those that are global, and those that hang on what only computes.
 *
 * @param realm Its global object.
 */
export function nameFunctionsOf(realm: object): void {
  for (const on of Object.getOwnPropertyNames(realm)) {
    const holder = dataOf(realm, on);
    if (!isObject(holder) || types.isProxy(holder)) continue;
    const isOther = realm !== globalThis && typeof holder === "function" && dataOf(holder, "name") === on;
    if (isOther && sourceOf.call(holder).endsWith(NATIVE)) globals.add(holder);
    if (!COMPUTING_GLOBALS.includes(on)) continue;
    for (const name of Object.getOwnPropertyNames(holder)) {
      const one: unknown = dataOf(holder, name);
      if (typeof one === "function" && !named.has(one)) named.set(one, { of: "engine", on, name });
    }
  }
}

/** Objects whose functions tell of time or chance, and those. */
const TELLS_TIME = [
  [Date, ["now"]],
  [Math, ["random"]],
  [performance, ["now"]],
  [process, ["hrtime"]],
  [process.hrtime, ["bigint"]],
  [crypto, ["randomUUID", "getRandomValues"]],
  [
    nodeCrypto,
    ["randomBytes", "pseudoRandomBytes", "randomInt", "randomUUID", "randomFillSync", "getRandomValues"],
  ],
] as const;
const TIME = new Set<unknown>(
  TELLS_TIME.flatMap(([holder, names]) => names.map((name) => Reflect.get(holder, name) as unknown)),
);

/** Whether a function tells of time or chance, called with these arguments. */
export function isOfTime(callee: unknown, given: readonly unknown[]): boolean {
  if (TIME.has(callee)) return true;
  if (typeof callee !== "function" || types.isProxy(callee)) return false;
  const name = dataOf(callee, "name");
  // Those of another realm, such as Jest has one for each file of tests.
  const mayBe = name === "now" || name === "random" || (name === "Date" && given.length === 0);
  return mayBe && sourceOf.call(callee).endsWith(NATIVE);
}

/** Whether a call sets a timer. */
export function isTimer(call: Call): boolean {
  return timerOf(call) !== null;
}

/** By which function of Node's a call sets a timer, whatever the text calls that: `const defer = setImmediate`. Null where it sets none. */
export function timerOf({ kind, site, receiver }: Call): string | null {
  return kind === "core" ? (timerNamed(site) ?? TIMERS_OF_NODE.get(calleeOf(site, receiver)) ?? null) : null;
}

/** The function that a text's own words name where they are those of a timer. */
function timerNamed({ member, expression }: SiteEntry): string | undefined {
  const name = member ?? expression;
  return SETS_TIMER.has(name) ? name : undefined;
}

/** What a call calls, in the words of its text; a timer that goes by another name there, by its own. */
export function expressionOf(call: Call): string {
  const { site } = call;
  return timerNamed(site) === undefined ? (timerOf(call) ?? site.expression) : site.expression;
}

const SETS_TIMER = new Set(["setTimeout", "setImmediate", "setInterval"]);
const TIMERS_OF_NODE = new Map<unknown, string>(
  Array.from(SETS_TIMER, (name) => [Reflect.get(globalThis, name) as unknown, name]),
);

/** Whether a function only puts something off until the program has done what it is at: nothing comes from outside before that. */
export function isPuttingOff(callee: unknown): boolean {
  return PUTS_OFF.has(callee);
}

const PUTS_OFF = new Set<unknown>([
  Reflect.get(process, "nextTick"),
  Reflect.get(globalThis, "queueMicrotask"),
]);

/** Node's own, whatever a test puts in its place. */
const { fetch: fetchOfNode } = globalThis;

/** Whether a function was put in the place of Node's `fetch`, as tests do by packages. */
export function isFetchOfOthers(callee: unknown): boolean {
  return (
    callee !== fetchOfNode && typeof callee === "function" && callee === Reflect.get(globalThis, "fetch")
  );
}

/** Whether something is a list of pairs of the web's own: it can be made again, and its own methods do at once what they do. */
export function isPairs(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === URLSearchParams.prototype || prototype === Headers.prototype;
}

/** Whether a function stands in a test for another one: Jest's and Vitest's, Sinon's, `node:test`'s. */
export function isTestDouble(callee: unknown): boolean {
  if (typeof callee !== "function") return false;
  // `node:test` has a proxy in the place of the function; only its own member tells.
  if (types.isProxy(callee)) return typeof Reflect.get(callee, "mock") === "object";
  return dataOf(callee, "_isMockFunction") === true || dataOf(callee, "isSinonProxy") === true;
}

/** Whether something has a `then`. */
export function isThenable(value: unknown): boolean {
  return isObject(value) && typeof dataOf(value, "then") === "function";
}

/** Whether something is a promise, of the engine or of a library: one that others were waiting for may do so too. */
export function isPromiseLike(value: unknown): boolean {
  if (types.isPromise(value)) return true;
  if (!isThenable(value)) return false;
  const constructor = dataOf(value as object, "constructor");
  return typeof constructor === "function" && isPromiseClass(constructor);
}

/** Whether a value is an object, or a function. */
export function isObject(value: unknown): value is object {
  return (typeof value === "object" && value !== null) || typeof value === "function";
}

/** What is called: the receiver itself, also by its `call` or `apply`, or what that has by the member's name. */
export function calleeOf({ member }: SiteEntry, receiver: unknown): unknown {
  if (member === null || isCallOrApply(receiver, member)) return receiver;
  return isObject(receiver) ? dataOf(receiver, member) : undefined;
}

/** What is called, unless the receiver has inherited it: nobody was given that. */
export function ownCalleeOf({ member }: SiteEntry, receiver: unknown): unknown {
  if (member === null || isCallOrApply(receiver, member)) return receiver;
  if (!isObject(receiver) || types.isProxy(receiver) || !Object.hasOwn(receiver, member)) return undefined;
  return Object.getOwnPropertyDescriptor(receiver, member)?.value;
}

/** Whether a call calls its receiver, not a method of that. */
export function isCalledItself({ site: { member }, receiver }: Call): boolean {
  return member === null || isCallOrApply(receiver, member);
}

function isCallOrApply(receiver: unknown, member: string | null): boolean {
  return typeof receiver === "function" && (member === "call" || member === "apply");
}

/** The arguments that what is called gets, also by `call` or `apply`. */
export function argumentsOf(
  { member }: SiteEntry,
  receiver: unknown,
  given: readonly unknown[],
): readonly unknown[] {
  if (!isCallOrApply(receiver, member)) return given;
  if (member === "call") return given.slice(1);
  const list = given[1];
  return isObject(list) && "length" in list ? itemsOf(list as unknown as ArrayLike<unknown>) : [];
}

/** What a list, or the arguments of a call, have, as a list of its own. */
export function itemsOf(list: ArrayLike<unknown>): unknown[] {
  // Not by its iterator, which takes long where the program has its own.
  return Reflect.apply(slice, list, []) as unknown[];
}

const slice: () => unknown = Reflect.get(Array.prototype, "slice");

/** The functions among values, and those in plain objects among them by whose names somebody is called back; the last one first. */
export function functionsAmong(values: ArrayLike<unknown>): readonly Given[] {
  let found: Given[] | null = null;
  for (let index = 0; index < values.length; index++) {
    const one = values[index];
    if (typeof one === "function") found = listWith(found, new Given(one, [index]));
    else if (isObject(one) && !types.isProxy(one) && !Array.isArray(one)) {
      for (const key of keysOf(one, KEYS_AT_MOST)) {
        if (!CALLS_BACK.test(key)) continue;
        const inner = Object.getOwnPropertyDescriptor(one, key)?.value as unknown;
        if (typeof inner === "function") found = listWith(found, new Given(inner, [index, key]));
      }
    }
  }
  // By custom the last one is who hears of the end.
  return found === null ? NONE : found.reverse();
}

/** The functions that a call gives to what it calls, also by `apply`: the last one first. */
export function functionsGiven({ site, receiver, given }: Call): readonly Given[] {
  const list = given[1];
  if (site.member !== "apply" || !isCallOrApply(receiver, "apply") || !isObject(list) || types.isProxy(list))
    return functionsAmong(given);
  const among = functionsAmong(argumentsOf(site, receiver, given));
  return among.map(({ given: one, at }) => new Given(one, [1, ...at]));
}

const KEYS_AT_MOST = 20;
const NONE: readonly Given[] = [];

const CALLS_BACK =
  /^(?:callback|cb|done|next|resolve|reject|success|error|fail|complete|finish|end|handler|on[A-Z_].*)$/i;

/** Whether something is the class of promises, of the engine or of a library. */
export function isPromiseClass(value: object): boolean {
  if (types.isProxy(value)) return false;
  return (
    value === Promise ||
    (typeof dataOf(value, "resolve") === "function" && typeof dataOf(value, "all") === "function")
  );
}

const LISTENS = new Set([
  "on",
  "once",
  "addListener",
  "prependListener",
  "addEventListener",
  "prependOnceListener",
]);

/** Whether a method by this name listens to events. */
export function isListening(member: string | null): boolean {
  return member !== null && LISTENS.has(member);
}

const TAKES_BACK = new Set(["clearTimeout", "clearImmediate", "clearInterval", "unref", "close"]);

/** Whether a call from a place takes a timer back, where it is given one. */
export function takesBack({ member, expression }: SiteEntry): boolean {
  return TAKES_BACK.has(member ?? expression);
}

/** Whether a function is what the executor of a promise is given: no code of anybody sees who calls it. */
export function isNativeResolve(given: object): boolean {
  return (
    !types.isProxy(given) &&
    !Object.hasOwn(given, "prototype") &&
    sourceOf.call(given) === "function () { [native code] }" &&
    dataOf(given, "name") === "" &&
    dataOf(given, "length") === 1
  );
}

/** Whether something is a list, a map or a text of the engine: its own methods do at once what they do. */
export function isCollection(value: unknown): boolean {
  return (
    typeof value === "string" ||
    (isObject(value) &&
      !types.isProxy(value) &&
      (Array.isArray(value) || types.isMap(value) || types.isSet(value) || types.isTypedArray(value)))
  );
}
