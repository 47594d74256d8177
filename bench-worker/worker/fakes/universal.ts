import { doesIoItself } from "../../../analysis/io-calls/given-functions.ts";
import { Writable } from "node:stream";
import type { IoCallKind } from "../../../analysis/model.ts";
import type { Callback, IoCore, IoTap } from "../io/io-core.ts";
import { harness } from "../harness/intrinsics.ts";
import { catchWatch } from "../load/catch-watch.ts";
import type { Shape } from "../load/stand-ins.ts";
import { NO_TYPES, type Scope } from "../types/type.ts";
import { enter } from "../fakes-file/enter.ts";
import type { GivenFake, GivenFakes } from "../fakes-file/given-fakes.ts";
import {
  answerAtOnce,
  answerByCallback,
  answerByPromise,
  answerByStream,
  answerByThunk,
} from "./given-answers.ts";
import { ClientFakes } from "./client-fakes.ts";
import { isErrorFirst, takesItem, takesOnlyValue } from "./callback-shape.ts";
import { holdFreeNames } from "./free-names.ts";
import { fileNamesOf } from "./file-names.ts";
import { functionToRun, keepsFunctions, returnsNothing } from "./functions-to-run.ts";
import { eventOfProperty } from "./handler-properties.ts";
import type { IoHints } from "./io-hints.ts";
import {
  areOperators,
  isLifted,
  liftedOn,
  OBSERVABLE,
  observerOf,
  piped,
  type Observer,
} from "./observables.ts";
import {
  BAD_EVENTS,
  BAD_NEWS,
  EVENTS_THAT_COME,
  FOR_BAD_NEWS,
  isEndOfOpen,
  isLeftOver,
  isOver,
  LISTENING,
  LIST_METHODS,
  PAGING,
  UNLISTENING,
} from "./telling-names.ts";

type AnyFunction = (...parameters: unknown[]) => unknown;

/** How long a made-up list is; shorter where it is itself of an item, as trees would grow without end. */
function lengthOf(name: string): number {
  return name.includes("[") ? 1 : ITEMS_OF_A_LIST;
}

/** A parameter that is a promise by its name, and no function that makes one. */
const PROMISE_NAME =
  /^(?!(?:as|build|create|get|is|make|new|resolve|to|with|wrap)[A-Z])[A-Za-z][\w$]*[a-z\d]Promise$/;

/** What calls of these names do is not changed by what they return. */
const SPECIAL = new Set([...LISTENING, ...LIST_METHODS, "pipe", "pipeThrough"]);

/** Milliseconds of CPU time of one call, watched, that reads fakes and never waits. */
const ENDLESS_AFTER = 600;

/** A call turns round and round on made-up values. */
export class EndlessError extends Error {
  /** The operation that was called last, by its last name; undefined where none was. */
  readonly lastCall: string | undefined;

  constructor(lastCall?: string) {
    super("it goes on without end on made-up values");
    this.lastCall = lastCall;
  }
}

/** Longer than what a function does that gives up after a while. */
const LONG_DELAY_MILLISECONDS = 60_000;
/** So that what happens for each item tells from what happens once, and one after the other from at once. */
const ITEMS_OF_A_LIST = 2;
/** What takes entries takes no more; no pattern takes more apart than this. */
const ELEMENTS_OF_A_PAIR = 2;
const ELEMENTS_OF_A_TUPLE = 3;
/** Parts of the name of a fake that still has keys of its own. */
const DEEPEST_WITH_KEYS = 3;

/** What is known of the fakes beside the calls that are waited for. */
export interface Known {
  /** Values to have instead of a fake, by the fake's name: `options.path`, `isReady()`; `*.ready` for any `ready`. */
  readonly shapes: ReadonlyMap<string, Shape>;
  /** Every event comes that is no bad news, and whatever function is given to an operation is called. */
  readonly isEager: boolean;
  /** Timers with a made-up delay wait for long: it gave itself too little time. */
  readonly hasLongDelays: boolean;
  /** What `fetch` answers has a body that is made up as it is read. */
  readonly makesBodies: boolean;
  /** All that is taken apart has as many items as anybody may take. */
  readonly hasTuples: boolean;
  /** Keys of its own that each has, for whoever spreads it or goes through them. */
  readonly keys: readonly string[];
  /** Operations, by their last name, that have nothing more to give at every second call. */
  readonly runDry: ReadonlySet<string>;
  /** Of them those that have nothing at all to give. */
  readonly alwaysDry: ReadonlySet<string>;
  /** Whether what has nothing more to give is asked for by `=== undefined`, and nowhere by `=== null`. */
  readonly endsWithUndefined: boolean;
  /** Whether the source reads lists: what has nothing more is an empty one. */
  readonly readsLists: boolean;
  /** Operations, by their last name, that give what is made up even where a list would do, and no promise but what can be waited for. */
  readonly plain: ReadonlySet<string>;
  /** Variables of the environment that are made up. */
  readonly environment: Readonly<Record<string, string>>;
  /** Globals that nobody defines: grows as they are met. */
  readonly freeNames: Set<string>;
  /** What directories hold. */
  readonly fileNames: readonly string[];
  /** JSON that has what the source reads of it. */
  readonly json: () => string;
  /** Whether the source makes copies by way of JSON. */
  readonly copiesByJson: boolean;
  /** What the names of types stand for in the target's file. */
  readonly types: Scope;
  /** Whether the source reads a member of a value of that name. */
  readonly hasMembers: (name: string) => boolean;
  /** Whether a value of that name is there only if it is no function: `if (typeof options === "function") done = options`. */
  readonly isNoFunction: (name: string) => boolean;
  /** Whether the source calls a member of that name. */
  readonly isCalled: (name: string) => boolean;
  /** Whether all that the source does with a value of that name may be done with a promise: no other member, no call. */
  readonly isOnlyWaitedFor: (name: string) => boolean;
  /** Whether the source calls a value of that name, or reads a member of it. */
  readonly isUsed: (name: string) => boolean;
  /** Whether the source reads a value of that name as a list. */
  readonly isList: (name: string) => boolean;
  /** Whether the source has an empty list in the place of a value of that name: `page.Items ?? []`. */
  readonly isListOrNothing: (name: string) => boolean;
  /** Whether the source reads values as they come, as streams give them. */
  readonly readsStreams: boolean;
  /** Whether the source takes what a call of that name gives, or a value of that name, apart: `[a, b] = name()`. */
  readonly isTakenApart: (name: string) => boolean;
  /** The member that the source waits for of what a call of that name gives: `promise` of `await acquire().promise`. */
  readonly awaitedMember: (name: string) => string | undefined;
}

const NOTHING_KNOWN: Omit<Known, "freeNames"> = {
  shapes: new Map(),
  isEager: false,
  hasLongDelays: false,
  makesBodies: false,
  hasTuples: false,
  keys: [],
  runDry: new Set(),
  alwaysDry: new Set(),
  endsWithUndefined: false,
  readsLists: false,
  plain: new Set(),
  environment: {},
  fileNames: fileNamesOf("txt"),
  json: () => "{}",
  copiesByJson: false,
  types: NO_TYPES,
  hasMembers: () => false,
  isNoFunction: () => false,
  isCalled: () => false,
  isOnlyWaitedFor: () => true,
  isUsed: () => false,
  isList: () => false,
  isListOrNothing: () => false,
  readsStreams: true,
  isTakenApart: () => false,
  awaitedMember: () => undefined,
};

/** Makes stand-ins for values that nobody knows: parameters, free names, packages that are not there. */
export class UniversalFakes {
  readonly #core: IoCore;
  readonly #hints: IoHints;
  readonly #known: Known;
  /** Those that stand for a module as a whole. */
  readonly #modules = new Set<string>();
  /** Those that are read and never called. */
  readonly #data = new Set<string>();
  /** What calls gave that can be waited for and goes on as well. */
  readonly #chains = new Set<string>();
  /** Members that are waited for, of what calls gave. */
  readonly #promiseNames = new Set<string>();
  readonly #shapes: ReadonlyMap<string, Shape>;
  readonly #names = new WeakMap<object, string>();
  /** Who listens for errors, by the name of what they listen to. */
  readonly #errorListeners = new Map<string, AnyFunction>();

  /** Results of calls that answer by a callback. */
  readonly #answeredBack = new Set<string>();

  /** Callbacks that calls of the target were given, where it does not settle without more being called. */
  readonly #callbacks = new WeakSet<AnyFunction>();

  /** Functions that were added to something: `listeners.add(tell)`. */
  readonly #added = new WeakSet<object>();

  /** How often it was asked whether it is at its end, of what was read. */
  readonly #looks = new WeakMap<object, number>();

  /** How often an operation was asked that runs dry. */
  readonly #callsOfDry = new Map<string, number>();

  #lastCall: string | undefined;

  /** The fake that was last called, by its whole name. */
  lastCalled = "";

  #watched: { tap: IoTap | null; since: number; reads: number } = { tap: null, since: 0, reads: 0 };

  /** What the user's fakes file gives for the target. */
  given: GivenFakes | null = null;

  /** Gives the `require` of a file of the target's. */
  requireFrom: ((file: string) => unknown) | null = null;

  /** Globals that nobody else defines. */
  readonly #freeNames = new Map<string, unknown>();

  /** Clients whose ways are known. */
  readonly clients: ClientFakes;

  /** The fake that was last turned into text: what could not be read as what it should be. */
  lastText = "";

  constructor(core: IoCore, hints: IoHints, known: Partial<Known> = {}) {
    this.#core = core;
    this.#hints = hints;
    this.clients = new ClientFakes(
      core,
      (name) => this.make(name),
      (member) => this.#shapes.get(`*.${member}`),
    );
    this.#known = { ...NOTHING_KNOWN, freeNames: new Set(), ...known };
    this.#shapes = this.#known.shapes;
    for (const name of this.#known.freeNames) this.#freeNames.set(name, undefined);
  }

  /**
   * Lets the target's own fakes file, environment and what is known of the answers it reads hold, and no other's. Loading a
   * target does so; whoever calls one again after another has run does so before, outside of what is timed.
   */
  enter(): void {
    enter(this.#core, this.given, this.#known.environment);
    this.#core.makeBody = this.#known.makesBodies ? this.#makeBody : null;
    this.#core.json = this.#known.makesBodies ? this.#known.json() : "{}";
    this.#core.fileNames = this.#known.fileNames;
    this.#core.peersHangUp = this.#known.isEager;
    this.#core.madeUpDelayMilliseconds = this.#known.hasLongDelays ? LONG_DELAY_MILLISECONDS : 1;
    this.#core.requireFrom = this.requireFrom;
    for (const name of this.#freeNames.keys()) this.#freeNames.set(name, this.#freeName(name));
    holdFreeNames(this.#freeNames);
  }

  /** What goes by a free name: once the fakes file is read, what that says. */
  #freeName(name: string): unknown {
    const given = this.given?.valueOf(name);
    return given === undefined ? (this.#freeNames.get(name) ?? this.make(name)) : given.value;
  }

  /** Makes up a global that nobody defines. */
  defineFree(name: string): void {
    this.#core.note({ expression: name, kind: "sync", from: "inferred", why: "nothing defines it" });
    this.#known.freeNames.add(name);
    this.#freeNames.set(name, this.make(name));
    holdFreeNames(this.#freeNames);
  }

  readonly #makeBody = (name: string): unknown => {
    this.#data.add(name);
    return this.make(name);
  };

  /** Whether some way is looked for in which a call settles. */
  get isEager(): boolean {
    return this.#known.isEager;
  }

  /** Remembers a callback that the target is given. */
  remember(callback: AnyFunction): void {
    this.#callbacks.add(callback);
  }

  isFake(value: unknown): boolean {
    return (
      (typeof value === "function" || (typeof value === "object" && value !== null)) && this.#names.has(value)
    );
  }

  /** Whether what goes by this name is a promise, and so made anew each time. */
  isPromise(name: string): boolean {
    if (this.#promiseNames.has(name)) return true;
    const shape = this.#shapeOf(name);
    return shape !== undefined && "make" in shape && shape.make === "promise";
  }

  /** What the names of types stand for in the target's file. */
  get types(): Scope {
    return this.#known.types;
  }

  /** Whether the source calls a value of that name, or reads a member of it. */
  isUsed(name: string): boolean {
    return this.#known.isUsed(name);
  }

  /** Whether an error told what goes by this name. */
  isCorrected(name: string): boolean {
    return this.#shapeOf(name) !== undefined;
  }

  #shapeOf(name: string): Shape | undefined {
    if (this.#promiseNames.has(name)) return { make: "promise" };
    const shape = this.#shapes.get(name) ?? this.#shapes.get(`*.${lastOf(name)}`);
    if (shape !== undefined || !PROMISE_NAME.test(name)) return shape;
    return this.#known.isOnlyWaitedFor(name) ? { make: "promise" } : undefined;
  }

  /**
   * A value that can be read, called, constructed, iterated and turned into text; never a thenable. A call of it
   * is an I/O operation where the source waits for a call of that name, or hands it a callback as such.
   * `absent` names properties that it does not have; `origin` is what it was asked of, where a call gave it.
   */
  make(name: string, absent: readonly string[] = [], origin?: object): unknown {
    const given = this.given?.valueOf(name);
    if (given !== undefined) return given.value;
    // What an error told of a value is not true of a module of that name.
    const shape = this.#modules.has(name) ? undefined : this.#shapeOf(name);
    if (shape !== undefined && !("make" in shape && shape.make === "fake")) return this.#valueOf(name, shape);
    const children = new Map<PropertyKey, unknown>(absent.map((key) => [key, undefined]));
    // Must be constructible, so an arrow function would not do.
    const base = function fake(): void {
      // Is called through the traps only.
    };
    const proxy: object = new Proxy(this.#isObject(name) ? {} : base, {
      get: (target, key, receiver) => {
        if (this.#core.tap !== null) this.#watch();
        const known = children.get(key);
        if (known !== undefined || children.has(key)) return known;
        if (key === "prototype") return Reflect.get(target, key, receiver) as unknown;
        const child = this.#property(name, key, proxy, origin);
        // A promise is settled once: each reader gets one of its own.
        if (typeof key === "symbol" || !this.isPromise(`${name}.${key}`)) children.set(key, child);
        return child;
      },
      set: (_target, key, value: unknown) => {
        children.set(key, value);
        if (typeof value === "function" && typeof key === "string")
          this.#handle(name, key, value as AnyFunction, proxy);
        return true;
      },
      has: (_target, key) => children.has(key) || typeof key === "string",
      deleteProperty: (_target, key) => {
        children.delete(key);
        return true;
      },
      apply: (_target, receiver: unknown, parameters: unknown[]) =>
        this.#call(name, parameters, typeof receiver === "function" ? receiver : proxy),
      construct: (_target, parameters: unknown[]) => this.#construct(name, parameters),
      defineProperty: (_target, key, descriptor) => {
        children.set(key, descriptor.value);
        return true;
      },
      ...(this.#known.keys.length === 0 ? {} : this.#keyTraps(name)),
    });
    this.#names.set(proxy, name);
    return proxy;
  }

  /** What JSON has of a fake: an object where it stands alone or in a list, else a text; with what is read of a copy. */
  #jsonAt(place: string, name: string): unknown {
    if (place === "" && this.#known.copiesByJson) return JSON.parse(this.#known.json());
    return place === "" || /^\d+$/.test(place) ? {} : name;
  }

  /** Keys of its own; what comes of one that was found by them has none, so that whoever goes down comes to an end. */
  #keyTraps(name: string): Pick<ProxyHandler<object>, "ownKeys" | "getOwnPropertyDescriptor"> {
    const keys = name.split(".").length > DEEPEST_WITH_KEYS ? [] : this.#known.keys;
    return {
      ownKeys: (target) => [...new Set([...Reflect.ownKeys(target), ...keys])],
      getOwnPropertyDescriptor: (target, key) =>
        typeof key === "string" && keys.includes(key)
          ? { value: this.make(`${name}.${key}`), writable: true, enumerable: true, configurable: true }
          : Reflect.getOwnPropertyDescriptor(target, key),
    };
  }

  #isObject(name: string): boolean {
    return this.#data.has(name) || (isBare(name) && this.#known.isNoFunction(name));
  }

  /** An error of the engine's that goes by a name as fakes do: who fails with it is told from who fails by itself. */
  makeError(name: string): Error {
    const error = new harness.Error(name);
    this.#names.set(error, name);
    return error;
  }

  /** A fake of a module, which is its own default export too: whoever imports it takes it for either. */
  makeModule(name: string): unknown {
    this.#modules.add(name);
    return this.make(name);
  }

  /** Ends what turns round and round on made-up values without ever waiting, which nothing else could end. */
  #watch(): void {
    const { tap } = this.#core;
    if (tap !== this.#watched.tap) this.#watched = { tap, since: harness.cpuMilliseconds(), reads: 0 };
    if (++this.#watched.reads % 1024 !== 0) return;
    if (harness.cpuMilliseconds() - this.#watched.since > ENDLESS_AFTER)
      throw new EndlessError(this.#lastCall);
  }

  /** The name of a fake; undefined for any other value. */
  nameOf(value: unknown): string | undefined {
    return this.isFake(value) ? this.#names.get(value as object) : undefined;
  }

  /** Where what is constructed is an error, it is a real one: whoever throws it can be told. */
  #construct(name: string, parameters: unknown[]): object {
    if (!/(?:Error|Exception)$/.test(name)) {
      if (this.#known.isEager) this.#callAll(`new ${name}()`, parameters);
      const made = this.make(`new ${name}()`);
      return typeof made === "object" || typeof made === "function" ? (made ?? {}) : {};
    }
    const message = parameters.find((parameter) => typeof parameter === "string");
    const error = new harness.Error(message);
    error.name = lastOf(name);
    return error;
  }

  #valueOf(name: string, shape: Shape): unknown {
    if ("value" in shape) return shape.value;
    if ("instanceOf" in shape) return instanceOf(shape.instanceOf);
    switch (shape.make) {
      case "buffer":
        return Buffer.from(name);
      case "json":
        return this.#known.json();
      case "list":
        return this.#itemsOf(name);
      case "object":
        return {};
      case "promise":
        this.#note(
          name,
          "promise",
          PROMISE_NAME.test(name) ? "its name says so" : "an error told that it is a promise",
        );
        return this.#core.promise(name, this.make(`${name}.value`));
      case "url":
        return new URL("http://localhost/");
      case "fake":
        return undefined;
    }
  }

  #property(name: string, property: PropertyKey, self: object, origin: object | undefined): unknown {
    if (typeof property === "symbol") return this.#symbol(name, property);
    const key = String(property);
    const path = `${name}.${key}`;
    if (this.#shapeOf(path) !== undefined || this.given?.has(path) === true) return this.make(path);
    const isNumber = key === "total" || key === "count" || key === "size";
    const isCalled = isNumber && (this.#hints.has(key) || this.#known.isCalled(key));
    const mayBeOperation = key === "count" || key === "done" || key === "cursor";
    if (isCalled || (mayBeOperation && this.clients.isCalledSo(path))) return this.make(path);
    if (this.#modules.has(name) && this.given?.has(path) !== true) {
      if (key === "__esModule") return true;
      if (key === "default") return self;
    }
    switch (key) {
      case "catch":
      case "finally": {
        const then = this.clients.thenOf(name);
        if (then !== undefined) {
          return (handler: AnyFunction) =>
            key === "catch" ? then(undefined, handler) : new Promise(then).finally(handler);
        }
        return (handler: AnyFunction) => {
          // `handler(request, response, next).catch(next)`: it is one operation, and its answer goes to the callback.
          if (this.#answeredBack.has(name)) return Promise.resolve()[key](handler);
          const promise = this.#core.promise(name, this.make(`${name}.value`));
          // `handler(request).catch(next)`: nobody else would tell `next` that all is well.
          const own = catchWatch.behind(handler);
          return key === "catch" && this.#callbacks.has(own)
            ? promise.then(() => own(), handler)
            : promise[key](handler);
        };
      }
      case "next":
        if (this.#hints.has("next")) return this.#iterator(name);
        if (this.#known.hasMembers("next")) break;
        return undefined;
      case "then":
        return this.clients.thenOf(name);
      case "toJSON":
        return (place?: unknown) => (typeof place === "string" ? this.#jsonAt(place, name) : self);
      case "lift":
        // Operators of RxJS ask for it.
        return (operator: unknown) =>
          isLifted(operator, (one) => this.isFake(one))
            ? liftedOn(self, operator)
            : this.#call(path, [operator]);
      case OBSERVABLE:
        return () => self;
      case "__esModule":
      case "nodeType":
      case "$$typeof":
      case "asymmetricMatch":
        return undefined;
      case "length":
        return lengthOf(name);
      case "size":
      case "count":
      case "total":
        return 1;
      case "0":
      case "1":
        return this.make(`${name}[${key}]`);
      case "done":
        return this.#isDone(origin);
      case "Promise":
        return globalThis.Promise;
      case "call":
        // Of gRPC's contexts it is an object.
        if (this.#known.hasMembers("call")) break;
        return (_receiver: unknown, ...parameters: unknown[]) =>
          this.#call(name, parameters, self, this.#hints.get("call"));
      case "apply":
        return (_receiver: unknown, parameters: ArrayLike<unknown> = []) =>
          this.#call(name, Array.from(parameters), self, this.#hints.get("apply"));
      case "bind":
        return () => self;
      case "toString":
      case "toISOString":
        return () => (this.lastText = name);
      case "valueOf":
        return () => 1;
      case "hasOwnProperty":
        return () => true;
    }
    // Whoever goes from parent to parent comes to an end.
    if (name.endsWith(`.${key}.${key}`)) return null;
    if (isLeftOver(key) && !this.#hints.has(key) && (/^un/i.test(key) || this.#known.isList(key))) return [];
    if (isOver(key) && !this.#hints.has(key) && !this.#known.isUsed(key)) return false;
    if (PAGING.test(key) && !this.#known.hasMembers(key) && !this.#known.isCalled(key)) return undefined;
    return this.make(path);
  }

  #symbol(name: string, key: symbol): unknown {
    const element = `${name}[0]`;
    switch (key) {
      case Symbol.toPrimitive:
        return (hint: string) => (hint === "number" ? 1 : (this.lastText = name));
      case Symbol.iterator:
        return () => this.#elementsOf(name)[Symbol.iterator]();
      case Symbol.asyncIterator:
        // Libraries that take lists ask for this first.
        return this.#known.readsStreams && !this.#known.isListOrNothing(lastOf(name))
          ? () => this.#oneByOne(name, this.make(element))
          : undefined;
      case Symbol.hasInstance:
        return () => false;
      case Symbol.toStringTag:
        return "Object";
      case Symbol.isConcatSpreadable:
        return false;
      default:
        return isOfProgram(key) ? this.make(`${name}.${symbolName(key)}`) : undefined;
    }
  }

  /** The items of a list; other values where the source takes a pair or more of it: `[key, value]` of entries, `[rows, fields] =`. */
  #elementsOf(name: string): unknown[] {
    const isTuple = this.#known.hasTuples || this.#known.isTakenApart(lastOf(name).replace(/\(\)$/, ""));
    if (!isTuple && !name.endsWith("[0]")) return this.#itemsOf(name);
    const count = isTuple ? ELEMENTS_OF_A_TUPLE : ELEMENTS_OF_A_PAIR;
    return Array.from({ length: count }, (_, at) => this.make(`${name}[${at}]`));
  }

  #itemsOf(name: string): unknown[] {
    return Array.from({ length: lengthOf(name) }, () => this.make(`${name}[0]`));
  }

  /** The `next` of an iterator over one element; of a cursor that calls back, an operation that gives something at every other call. */
  #iterator(name: string): AnyFunction {
    let isOver = false;
    return (...parameters) => {
      const callback = parameters.at(-1);
      if (typeof callback === "function" && !this.isFake(callback)) {
        this.#note(`${name}.next`, "callback", "given a function");
        this.#callBack(`${name}.next`, callback as AnyFunction, isOver);
        isOver = !isOver;
        return;
      }
      if (this.#hints.get("next") === "promise") this.#note(`${name}.next`, "promise", "its promise is used");
      const result = isOver
        ? { done: true, value: undefined }
        : { done: false, value: this.make(`${name}[0]`) };
      isOver = true;
      return this.#hints.get("next") === "promise" ? this.#core.promise(`${name}.next`, result) : result;
    };
  }

  async *#oneByOne(name: string, element: unknown): AsyncGenerator {
    this.#note(name, "stream", "it is read item by item");
    await this.#core.promise(name, undefined);
    yield element;
  }

  /** What was read of `origin` is over at every second look: `while (!done) ({ done, value } = await reader.read())`. */
  #isDone(origin: object | undefined): boolean {
    if (origin === undefined) return false;
    const looks = this.#looks.get(origin) ?? 0;
    this.#looks.set(origin, looks + 1);
    return looks % 2 === 1;
  }

  #call(name: string, parameters: unknown[], origin?: object, kindOtherwise?: IoCallKind): unknown {
    this.#core.tap?.onFakeCall?.(name, parameters);
    const last = lastOf(name);
    this.#lastCall = last;
    this.lastCalled = name;
    const lastParameter = parameters.at(-1);
    // A fake can be called, but it is nobody's callback.
    const callback = this.isFake(lastParameter) ? undefined : lastParameter;
    const here = this.#hints.kindHere?.(name);
    const elsewhere =
      here === null ? undefined : (this.#hints.byExpression?.get(name) ?? this.#hints.get(last));
    const shown = here ?? elsewhere ?? kindOtherwise;
    // Elsewhere it is given a callback, here its promise is used.
    const isOther =
      shown === "callback" && typeof callback !== "function" && this.#hints.isPromiseToo?.(last);
    const kind = isOther === true ? "promise" : shown;
    const given = this.given?.of(name);
    if (given !== undefined && (given.kind !== undefined || !SPECIAL.has(last))) {
      return this.#callGiven(name, given, parameters, callback);
    }
    const ofClient = this.clients.call(name, parameters, callback, origin);
    if (ofClient !== undefined) return ofClient.value;
    if (LISTENING.has(last) && typeof callback === "function") {
      this.#listen(name, String(parameters[0]), callback as AnyFunction);
      return this.make(`${name}()`);
    }
    if (last === "add" && typeof callback === "function") this.#added.add(callback);
    const takesOut = last === "delete" && typeof callback === "function" && this.#added.has(callback);
    if ((takesOut || UNLISTENING.has(last)) && typeof callback === "function" && kind === undefined) {
      this.#note(name, "sync", "stops to listen");
      return this.make(`${name}()`);
    }
    if (
      LIST_METHODS.has(last) &&
      last !== name &&
      typeof parameters[0] === "function" &&
      !this.isFake(parameters[0]) &&
      !this.#known.plain.has(last) &&
      (kind === undefined || this.#isAnswered(name))
    ) {
      const list = this.#itemsOf(name) as unknown as Record<string, AnyFunction>;
      try {
        return list[last]!(...parameters);
      } catch (error) {
        // An item that was to be read as text is put right by what its error says.
        if (error instanceof SyntaxError) throw error;
        // What is made up was no item of such a list.
        return this.make(`${name}()`);
      }
    }
    const isFake = (value: unknown): boolean => this.isFake(value);
    if (last === "pipe" && origin !== undefined && areOperators(parameters, isFake)) {
      return piped(origin, parameters);
    }
    if (last === "pipe" || last === "pipeThrough") {
      if (last === "pipe" && isWritable(parameters[0]) && !this.isFake(parameters[0]))
        this.#fill(name, parameters[0]);
      return parameters[0];
    }
    const observer = last === "subscribe" && last !== name ? observerOf(parameters, isFake) : null;
    if (observer !== null) return this.#subscribe(name, observer);
    if (FOR_BAD_NEWS.test(last) && typeof callback === "function" && kind === undefined) {
      this.#note(name, "sync", "nothing waits for it");
      return this.make(`${name}()`, [], origin);
    }
    const resolver = parameters.find((parameter) => isResolver(parameter) && !this.isFake(parameter));
    if (resolver !== undefined && kind !== "promise") {
      this.#note(name, "callback", "given what settles a promise");
      this.#core.callback(name, this.make(`${name}()`), (error, value) => {
        if (error === null) (resolver as AnyFunction)(value);
        else (callback as AnyFunction)(error);
      });
      return this.make(`${name}()`);
    }
    if (typeof callback === "function" && keepsFunctions(last, parameters, kind !== undefined)) {
      if (this.#known.isEager && kind === undefined) this.#callAll(name, parameters);
      this.#note(name, "sync", "keeps the function that it is given for later");
      return this.make(`${name}()`, [], origin);
    }
    const goesOn = kind === "promise" && this.#known.plain.has(last);
    if (goesOn || (kind === undefined && this.#chains.has(parentOf(name)))) return this.#chain(name, origin);
    const run = kind === "promise" ? this.#functionToRun(last, parameters) : undefined;
    if (run !== undefined) return this.#runWithin(name, run);
    if (this.#known.isEager && kind !== "callback") this.#callAll(name, parameters);
    const isForBadNews = typeof parameters[0] === "string" && BAD_EVENTS.test(parameters[0]);
    if (isForBadNews && typeof callback === "function") return this.make(`${name}()`);
    if (typeof callback === "function" && kind !== "promise" && kind !== "sync") {
      this.#note(name, "callback", "given a function");
      this.#callBack(name, callback as AnyFunction);
      this.#answeredBack.add(`${name}()`);
      return this.make(`${name}()`);
    }
    const member = kind === "promise" ? this.#known.awaitedMember(last) : undefined;
    if (member !== undefined) {
      this.#promiseNames.add(`${name}().${member}`);
      return this.make(`${name}()`);
    }
    if (kind === "promise") {
      this.#note(name, "promise", "its promise is used");
      return this.#core.promise(
        name,
        this.#isDry(last) ? this.#nothingMore() : this.make(`${name}()`, [], origin),
      );
    }
    if (kind === "thunk") {
      this.#note(name, "thunk", "its thunk is used");
      return (done: Callback) => this.#core.callback(name, this.make(`${name}()`), done);
    }
    this.#note(name, "sync", "nothing waits for it");
    if (this.#isDry(last)) return null;
    return this.make(`${name}()`, [], origin);
  }

  /**
   * What goes on at one place and is waited for at another, as what builds queries does: an operation only once it is waited
   * for.
   */
  #chain(name: string, origin: object | undefined): unknown {
    const made = this.make(`${name}()`, [], origin);
    if (!this.isFake(made)) return made;
    this.#chains.add(`${name}()`);
    // Once it is waited for no frame of the target is left.
    const line = this.#core.lineHere();
    const start = (): Promise<unknown> => {
      this.#note(name, "promise", "its promise is used", line);
      // What it answers can be waited for no more.
      const answer = this.#isDry(lastOf(name))
        ? this.#nothingMore()
        : this.make(`${name}()`, ["then"], origin);
      return this.#core.promise(name, answer);
    };
    const then: Promise<unknown>["then"] = (resolved, rejected) => start().then(resolved, rejected);
    return Object.assign(made as object, {
      then,
      catch: (rejected: AnyFunction) => start().catch(rejected),
      finally: (done: () => void) => start().finally(done),
    });
  }

  #functionToRun(last: string, parameters: readonly unknown[]): AnyFunction | undefined {
    const handsOn = this.#hints.handsOn?.has(last) === true;
    return functionToRun(last, parameters, handsOn, (value) => this.isFake(value));
  }

  /**
   * The function that an operation was given, whose answer is its own; of one that returns nothing, a made-up one. The
   * operation's latency comes first, unless it only waits for the function, as `retry` does: then it is no I/O call, as in
   * the hint.
   */
  async #runWithin(name: string, run: AnyFunction): Promise<unknown> {
    if (this.#onlyWaits(lastOf(name))) {
      const why = "it only waits for the function that it is given";
      this.#core.note({ expression: name, kind: "sync", from: "inferred", why });
    } else {
      this.#note(name, "promise", "its promise is used, and the function that it is given ran within it");
      await this.#core.promise(name, undefined);
    }
    const answer = await run(...this.#valuesFor(name, run));
    return answer === undefined && returnsNothing(run) ? this.make(`${name}()`) : answer;
  }

  #onlyWaits(operation: string): boolean {
    const { helpers, handsOn } = this.#hints;
    return (helpers?.has(operation) === true || handsOn?.has(operation) === true) && !doesIoItself(operation);
  }

  /** What a function is given that takes only values: at least one. */
  #valuesFor(name: string, run: AnyFunction): unknown[] {
    return [this.make(`${name}()`), ...this.#furtherValues(name, run.length - 1)];
  }

  /** Values beside the first. */
  #furtherValues(name: string, count: number): unknown[] {
    return Array.from({ length: Math.max(0, count) }, (_, at) => this.make(`${name}()[${at + 1}]`));
  }

  /** Whether a method is one of an answer that was waited for: `stock.find(…)` of `stock = await manager.find(…)`. */
  #isAnswered(name: string): boolean {
    const operation = /([\p{ID_Continue}$#]+)\(\)\.[\p{ID_Continue}$#]+$/u.exec(name)?.[1];
    return operation !== undefined && this.#hints.get(operation) === "promise";
  }

  /** One value, and the end: what is subscribed to is the operation. */
  #subscribe(name: string, observer: Observer): unknown {
    const source = name.slice(0, -".subscribe".length).replace(/\(\)$/, "");
    const next = (): void => {
      observer.next(this.make(`${source}().value`));
      observer.complete();
    };
    this.#core.event(source, next, (error) => observer.error(error), "it is subscribed to");
    return this.make(`${name}()`);
  }

  /** Calls a callback back with as many values as it takes: `(error, rows, fields) => …`, `row => …`. */
  #callBack(name: string, run: AnyFunction, isOver = false): void {
    const nothing = this.#known.endsWithUndefined ? undefined : null;
    const value = isOver || this.#isDry(lastOf(name)) ? nothing : this.make(`${name}()`);
    if (takesOnlyValue(run) || takesItem(run)) {
      const more = this.#furtherValues(name, run.length - 1);
      this.#core.callback(name, value, (error, first) => run(error ?? first, ...more), undefined, run);
    } else if (run.length <= 2 || value === null || value === undefined)
      this.#core.callback(name, value, run);
    else {
      const more = this.#furtherValues(name, run.length - 2);
      const spread: Callback = (error, first) => {
        if (error === null) run(null, first, ...more);
        else run(error);
      };
      this.#core.callback(name, value, spread, undefined, run);
    }
  }

  /** Whether an operation that goes on and on has nothing more to give: at every second call, or at any. */
  #isDry(last: string): boolean {
    if (!this.#known.runDry.has(last)) return false;
    if (this.#known.alwaysDry.has(last)) return true;
    const calls = (this.#callsOfDry.get(last) ?? 0) + 1;
    this.#callsOfDry.set(last, calls);
    return calls % 2 === 0;
  }

  /**
   * What the last page is like: a list without items, as are its members that are read as lists; nothing where the source
   * reads none.
   */
  #nothingMore(): unknown {
    if (!this.#known.readsLists) return undefined;
    return new Proxy([] as unknown[], {
      get: (list, key, receiver): unknown =>
        typeof key === "string" && !(key in list) && this.#known.isList(key)
          ? []
          : (Reflect.get(list, key, receiver) as unknown),
    });
  }

  #callGiven(name: string, given: GivenFake, parameters: unknown[], callback: unknown): unknown {
    const hint = this.#hints.get(lastOf(name));
    const callsBack = typeof callback === "function" && hint !== "promise" && hint !== "sync";
    const kind = given.kind ?? (callsBack ? "callback" : hint);
    const takesCallback = kind === "callback" && typeof callback === "function";
    const call = {
      core: this.#core,
      expression: name,
      given,
      parameters: takesCallback ? parameters.slice(0, -1) : parameters,
      otherwise: () => this.make(`${name}()`),
    };
    if (takesCallback) {
      answerByCallback(call, callback as Callback);
      return this.make(`${name}()`);
    }
    if (kind === "promise") return answerByPromise(call);
    if (kind === "thunk") return answerByThunk(call);
    return kind === "stream" && given.kind === kind ? answerByStream(call) : answerAtOnce(call);
  }

  /** Calls every function that was given to an operation, and the handlers of objects, but for those of bad news. */
  #callAll(name: string, parameters: readonly unknown[]): void {
    if (parameters.some((parameter) => typeof parameter === "string" && BAD_EVENTS.test(parameter))) return;
    const given = parameters.flatMap((parameter): { run: AnyFunction; on?: object }[] => {
      if (this.isFake(parameter)) return [];
      if (typeof parameter === "function") return [{ run: parameter as AnyFunction }];
      if (typeof parameter !== "object" || parameter === null) return [];
      return Object.entries(parameter)
        .filter(([key, value]) => typeof value === "function" && !this.isFake(value) && !BAD_NEWS.test(key))
        .map(([, value]) => ({ run: value as AnyFunction, on: parameter }));
    });
    for (const { run, on } of given) {
      this.#core.step(name, (error) => {
        if (error !== null) throw error;
        const values = Array.from({ length: Math.max(run.length, 1) }, () => this.make(`${name}()`));
        const first = isErrorFirst(run) ? [null] : [];
        Reflect.apply(run, on, [...first, ...values.slice(run.length > 1 ? first.length : 0)]);
      });
    }
  }

  /** A made-up stream goes into a real one, whose end is waited for: it has one piece, of what text holds. */
  #fill(name: string, into: Writable): void {
    const end = (): void => void into.end(this.#core.json);
    this.#core.event(name, end, (error) => into.destroy(error), "it is piped into a stream");
  }

  #listen(name: string, event: string, listener: AnyFunction): void {
    const emitter = name.slice(0, name.lastIndexOf("."));
    if (event === "error") this.#errorListeners.set(emitter, listener);
    if (!this.#comes(emitter, event)) return;
    this.#core.noteUse(`${name}(${event})`, "stream", "inferred", `its event ${event} is listened to`);
    this.#core.step(`${name}(${event})`, (error) => {
      // A process that ends well says 0.
      if (error === null && (event === "exit" || event === "close")) listener(0, null);
      else if (error === null) listener(this.make(event), ...this.#furtherValues(event, listener.length - 1));
      else this.#emitError(emitter, error);
    });
  }

  /** Whether an event that is listened to is to come: what stays open is not at its end, unless that is waited for. */
  #comes(emitter: string, event: string): boolean {
    const { isEager } = this.#known;
    if (EVENTS_THAT_COME.has(event)) return isEager || !isEndOfOpen(emitter, event);
    return isEager && !BAD_NEWS.test(event);
  }

  /**
   * A function was put where an object has its handler: `request.onsuccess = …`. Its event comes once for each, as calls that
   * are in flight together may be given one object.
   */
  #handle(name: string, property: string, handler: AnyFunction, object: object): void {
    if (property === "onerror") this.#errorListeners.set(name, handler);
    const event = eventOfProperty(name, property, this.#known.isEager);
    const expression = `${name}.${property}`;
    if (event === null || this.given?.of(expression)?.kind === "sync") return;
    this.#core.noteUse(expression, "stream", "inferred", `it is given the handler of its event ${event}`);
    this.#core.step(expression, (error) => {
      const told = this.make(event) as object;
      if (error === null) {
        Reflect.apply(handler, object, [Object.assign(told, { target: object, currentTarget: object })]);
        return;
      }
      // Requests have what they failed with.
      Reflect.set(object, "error", error);
      const listener = this.#errorListeners.get(name);
      if (listener === undefined) throw error;
      const { message } = error;
      Reflect.apply(listener, object, [
        Object.assign(told, { target: object, type: "error", error, message }),
      ]);
    });
  }

  /** @throws {Error} the error, where nobody listens for it, as an emitter does. */
  #emitError(emitter: string, error: Error): void {
    const listener = this.#errorListeners.get(emitter);
    if (listener === undefined) throw error;
    listener(error);
  }

  #note(expression: string, kind: IoCallKind, why: string, line?: number | null): void {
    if (this.#core.tap === null) return;
    const isOfData = kind === "sync" && [...this.#data].some((data) => expression.startsWith(data));
    if (isOfData) return;
    const name = lastOf(expression);
    const shown = this.#hints.get(name) === kind ? this.#hints.why?.(name, expression) : undefined;
    this.#core.noteUse(expression, kind, "inferred", shown ?? why, line);
  }
}

function isWritable(value: unknown): value is Writable {
  return value instanceof Writable;
}

/** Whether a value is what `new Promise` gives to settle it: a function of the engine's without a name. */
function isResolver(value: unknown): boolean {
  return (
    typeof value === "function" &&
    value.name === "" &&
    value.length === 1 &&
    /\{\s*\[native code\]\s*\}$/.test(Function.prototype.toString.call(value))
  );
}

function instanceOf(name: string): unknown {
  if (name === "AbortSignal") return new AbortController().signal;
  const constructor: unknown = Reflect.get(globalThis, name);
  return typeof constructor === "function" ? Reflect.construct(constructor, []) : undefined;
}

/** Whether a symbol is a program's own name for a member rather than one by which engines and libraries ask. */
export function isOfProgram({ description }: symbol): boolean {
  return (
    description !== undefined && description !== "" && !/^(?:Symbol\.|nodejs\.|undici )/.test(description)
  );
}

/** A symbol's name as a member's: the last word of its description. */
export function symbolName({ description = "" }: symbol): string {
  return /[\p{ID_Continue}$]+(?=[^\p{ID_Continue}$]*$)/u.exec(description)?.[0] ?? "member";
}

function isBare(name: string): boolean {
  return /^[\p{ID_Continue}$]+$/u.test(name);
}

/** What a member is asked of: `db.select()` of `db.select().from`. */
function parentOf(name: string): string {
  return name.slice(0, Math.max(0, name.lastIndexOf(".")));
}

function lastOf(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}
