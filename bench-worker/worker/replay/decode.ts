import { Buffer } from "node:buffer";
import { AsyncLocalStorage } from "node:async_hooks";
import { tracingChannel } from "node:diagnostics_channel";
import { types } from "node:util";
import { COMPUTING_GLOBALS, COMPUTING_MODULES } from "../../contract/recording.ts";
import { plainName } from "../../instrument/plain-name.ts";
import { harness } from "../harness/intrinsics.ts";
import { isObject } from "../io/is-object.ts";
import type { Environment, Environments } from "./environments.ts";
import {
  listIn,
  pairsIn,
  propertiesIn,
  taggedOf,
  textIn,
  type Tagged,
} from "../../contract/recorded-object.ts";

/** What values of a recording are made with. */
export interface Real {
  /** The class of the project; undefined where it is not found. */
  readonly classOf: (file: string, name: string, line: number | null) => object | undefined;
  /** The function of the project; undefined where nothing leads to it. */
  readonly functionOf: (file: string, name: string, line: number | null) => unknown;
  /** What instances inherit of the class that packages export by a name; undefined where none does, or several. */
  readonly prototypeOfPackage: (name: string) => object | undefined;
  /** A module of Node. */
  readonly moduleOfNode: (name: string) => unknown;
  /** Makes functions again whose text stands in the project. */
  readonly environments: Pick<Environments, "open" | "functionIn" | "makerIn">;
  /** The symbol that a module has made with a description; undefined where none did, or several. */
  readonly symbolOf: (description: string) => symbol | undefined;
}

/** Objects that occur more than once in one call, by their ids. */
export type Shared = Map<number, unknown>;

/** As it was before any target was loaded. */
const { Date } = globalThis;

/** Makes a value for one call. */
export type MakeValue = (shared: Shared) => unknown;

/** A recording is data of others: it may hold so many values, so deep in each other. */
const VALUES_AT_MOST = 200_000;
const DEEPEST = 200;
const BYTES_AT_MOST = 16 * 1024 * 1024;

/** A recording that holds more than is read. */
export class TooLarge extends Error {}

/**
 * Reads the values of one recorded call once, so that they are made for many calls without reading them again. It runs
 * nothing that a recording holds, and knows no class or function but those that it is given.
 */
export class Decoder {
  readonly #real: Real;
  /** Makers of what is shared, by id. */
  readonly #shared = new Map<number, MakeValue>();
  readonly #realOfShared = new Map<number, unknown>();
  #left = VALUES_AT_MOST;
  /** Scopes that are told once, and what they are opened with, have numbers below 0. */
  #unshared = 0;

  constructor(real: Real) {
    this.#real = real;
  }

  /**
   * What makes a recorded value.
   *
   * @param real What the module has in its place as it was loaded: functions in it are taken from there.
   * @throws {TooLarge} where the recording holds more than is read.
   */
  maker(recorded: unknown, real?: unknown): MakeValue {
    return this.#maker(recorded, 0, 0, real);
  }

  /** What the module has in the place of a value that is shared by an id, which may be told elsewhere: before that is read. */
  knows(recorded: unknown, real: unknown): void {
    const tagged = taggedOf(recorded);
    if ((tagged?.$ === "same" || tagged?.$ === "shared") && typeof tagged["id"] === "number")
      this.#realOfShared.set(tagged["id"], real);
  }

  /** @param id By which it is shared; 0 where it is not. */
  #maker(recorded: unknown, depth: number, id: number, real?: unknown): MakeValue {
    if (--this.#left < 0 || depth > DEEPEST) throw new TooLarge("a recorded call is too large");
    if (typeof recorded !== "object" || recorded === null) return () => recorded;
    if (Array.isArray(recorded)) return this.#list(recorded, depth, id);
    const tagged = taggedOf(recorded);
    if (tagged === null) return this.#object(Object.entries(recorded), depth, id, real);
    return this.#tagged(tagged, depth, id, real);
  }

  #list(recorded: readonly unknown[], depth: number, id: number): MakeValue {
    const makers = recorded.map((one) => this.#maker(one, depth + 1, 0));
    return (shared) => {
      const list: unknown[] = [];
      if (id !== 0) shared.set(id, list);
      for (const make of makers) list.push(make(shared));
      return list;
    };
  }

  #object(entries: readonly Entry[], depth: number, id: number, real?: unknown): MakeValue {
    const makers = this.#makersOf(entries, depth, real);
    return (shared) => {
      const object: Record<PropertyKey, unknown> = {};
      if (id !== 0) shared.set(id, object);
      for (const [key, make] of makers) set(object, key, make(shared));
      return object;
    };
  }

  #makersOf(
    entries: readonly Entry[],
    depth: number,
    real?: unknown,
  ): readonly (readonly [PropertyKey, MakeValue])[] {
    return entries.map(([key, one]) => [key, this.#maker(one, depth + 1, 0, dataIn(real, key))] as const);
  }

  /** Properties whose keys may be symbols; those of symbols that nothing loaded has made are left out. */
  #entriesIn(tagged: Tagged, field: string, depth: number): readonly Entry[] {
    return pairsIn(tagged, field).flatMap(([recorded, value]): Entry[] => {
      const key = taggedOf(recorded);
      const found = key?.$ === "symbol" ? this.#symbol(key) : String(recorded);
      if (found !== undefined) return [[found, value]];
      // What is shared may be told there alone.
      this.#maker(value, depth + 1, 0);
      return [];
    });
  }

  #symbol(tagged: Tagged): symbol | undefined {
    const text = textIn(tagged, "text");
    if (tagged["of"] === "registry") return Symbol.for(text);
    if (tagged["of"] !== "engine") return this.#real.symbolOf(text);
    const ofEngine: unknown = Reflect.get(Symbol, text);
    return typeof ofEngine === "symbol" ? ofEngine : undefined;
  }

  #tagged(tagged: Tagged, depth: number, id: number, real: unknown): MakeValue {
    const text = textIn(tagged, "text");
    switch (tagged.$) {
      case "NaN":
        return () => NaN;
      case "Infinity":
        return () => Infinity;
      case "-Infinity":
        return () => -Infinity;
      case "-0":
        return () => -0;
      case "bigint":
        return plain(() => BigInt(text));
      case "symbol":
        return () => this.#symbol(tagged) ?? Symbol.for(text);
      case "regexp":
        return plain(() => regexpOf(text));
      case "url":
        return plain(() => new URL(text));
      case "date": {
        const { milliseconds } = tagged;
        return keeping(id, () => new Date(typeof milliseconds === "number" ? milliseconds : NaN));
      }
      case "bytes":
        return this.#bytes(tagged, id);
      case "map": {
        const makers = pairsIn(tagged, "entries").map(
          ([key, value]) => [this.#maker(key, depth + 1, 0), this.#maker(value, depth + 1, 0)] as const,
        );
        return (shared) => {
          const map = new Map<unknown, unknown>();
          if (id !== 0) shared.set(id, map);
          for (const [key, value] of makers) map.set(key(shared), value(shared));
          return map;
        };
      }
      case "set": {
        const makers = listIn(tagged, "items").map((one) => this.#maker(one, depth + 1, 0));
        return (shared) => {
          const set = new Set<unknown>();
          if (id !== 0) shared.set(id, set);
          for (const make of makers) set.add(make(shared));
          return set;
        };
      }
      case "arguments": {
        const makers = listIn(tagged, "items").map((one) => this.#maker(one, depth + 1, 0));
        return (shared) =>
          keeping(id, () =>
            Reflect.apply(
              argumentsOf,
              undefined,
              makers.map((make) => make(shared)),
            ),
          )(shared);
      }
      case "object":
        return this.#object(this.#entriesIn(tagged, "entries", depth), depth, id, real);
      case "handle":
        return this.#handle(tagged, depth, id);
      case "pairs":
        return this.#pairs(tagged, depth, id);
      case "proxy":
        return this.#proxy(tagged, depth, id);
      case "error":
        return this.#error(tagged, depth, id);
      case "instance":
        return this.#instance(tagged, depth, id);
      case "function":
        return this.#function(tagged, depth, id, real);
      case "made":
        if (real !== undefined) return this.#maker(tagged["value"], depth + 1, id, real);
        return this.#made(tagged, depth, id, this.#maker(tagged["value"], depth + 1, id));
      case "scope":
        return this.#scope(tagged, depth, id);
      case "promise":
        return this.#promise(tagged, depth, id);
      case "shared":
        return this.#sharedValue(tagged, depth, real);
      case "same": {
        const same = tagged["id"];
        return (shared) => {
          if (typeof same !== "number") return undefined;
          return shared.has(same) ? shared.get(same) : this.#shared.get(same)?.(shared);
        };
      }
      default:
        // `undefined`, what was cut, and what a later version may add.
        return () => undefined;
    }
  }

  #sharedValue(tagged: Tagged, depth: number, real: unknown): MakeValue {
    const { id } = tagged;
    if (typeof id !== "number" || !Number.isInteger(id) || id < 1)
      return this.#maker(tagged["value"], depth + 1, 0);
    const make = this.#maker(tagged["value"], depth + 1, id, real ?? this.#realOfShared.get(id));
    const once: MakeValue = (shared) => (shared.has(id) ? shared.get(id) : make(shared));
    if (!this.#shared.has(id)) this.#shared.set(id, once);
    return once;
  }

  #bytes(tagged: Tagged, id: number): MakeValue {
    const { length } = tagged;
    const bytes =
      typeof tagged["base64"] === "string"
        ? Buffer.from(tagged["base64"], "base64")
        : Buffer.alloc(typeof length === "number" && length >= 0 ? Math.min(length, BYTES_AT_MOST) : 0);
    const name = textIn(tagged, "class");
    if (name === "ArrayBuffer") return keeping(id, () => new Uint8Array(bytes).buffer);
    const View = VIEWS.get(name);
    if (View === undefined) return keeping(id, () => Buffer.from(bytes));
    return keeping(id, () => new View(new Uint8Array(bytes).buffer));
  }

  /** A proxy of the project, made of what that had made it of. */
  #proxy(tagged: Tagged, depth: number, id: number): MakeValue {
    const [target, handler] = [tagged["target"], tagged["handler"]].map((one) =>
      this.#maker(one, depth + 1, 0),
    ) as [MakeValue, MakeValue];
    return (shared) => {
      const [of, by] = [target(shared), handler(shared)];
      // What it is of may hold it, and have made it.
      if (id !== 0 && shared.has(id)) return shared.get(id);
      if (!isObject(of) || !isObject(by)) return undefined;
      return keeping(id, () => new Proxy(of, by))(shared);
    };
  }

  #error(tagged: Tagged, depth: number, id: number): MakeValue {
    const name = textIn(tagged, "class");
    const message = textIn(tagged, "message");
    const file = textIn(tagged, "file");
    const makers = this.#makersOf(propertiesIn(tagged, "properties"), depth);
    return (shared) => {
      const made = new harness.Error(message);
      const own = file === "" ? ERRORS.get(name) : this.#real.classOf(file, name, lineOf(tagged));
      const prototype = (own as { prototype: unknown } | undefined)?.prototype;
      if (typeof prototype === "object") Object.setPrototypeOf(made, prototype);
      else if (name !== "" && name !== "Error") define(made, "name", name, false);
      if (id !== 0) shared.set(id, made);
      for (const [key, make] of makers) define(made, key, make(shared));
      return made;
    };
  }

  #instance(tagged: Tagged, depth: number, id: number): MakeValue {
    const [file, name, line] = [textIn(tagged, "file"), textIn(tagged, "class"), lineOf(tagged)];
    const hidden = this.#makersOf(propertiesIn(tagged, "private"), depth);
    const held = listIn(tagged, "held").map((one) => this.#held(taggedOf(one), depth));
    const complete = (made: object, shared: Shared): void => {
      for (const hold of held) hold(made, shared);
      for (const [key, make] of hidden) define(made, plainName(`#${String(key)}`), make(shared), false);
    };
    const loaded = once(() => prototypeOf(this.#real.classOf(file, name, line)));
    // A class that a call of a function makes is another one each time.
    const of = Object.hasOwn(tagged, "of") ? this.#maker(tagged["of"], depth + 1, 0) : null;
    const prototype: PrototypeFor = (shared) => {
      const made = of?.(shared);
      return typeof made === "function" && !isStandIn(made) ? prototypeOf(made) : loaded();
    };
    return this.#inheriting(tagged, depth, id, prototype, complete);
  }

  /** Has a variable of a module hold what it held of an instance. */
  #held(tagged: Tagged | null, depth: number): (made: object, shared: Shared) => void {
    if (tagged?.$ !== "held") return () => undefined;
    const [file, variable] = [textIn(tagged, "file"), textIn(tagged, "variable")];
    const make = this.#maker(tagged["value"], depth + 1, 0);
    return (made, shared) => {
      const weak = this.#real.functionOf(file, variable, null);
      if (types.isWeakMap(weak)) weak.set(made, make(shared));
      if (types.isWeakSet(weak)) weak.add(made);
    };
  }

  /** Of the class that a package exports by its name, so that it inherits what others read and call; else with nothing but what was kept. */
  #handle(tagged: Tagged, depth: number, id: number): MakeValue {
    const name = textIn(tagged, "class");
    const anew = MADE_ANEW.get(name);
    if (anew !== undefined) {
      const makers = this.#makersOf(this.#ownOf(tagged, depth), depth);
      return (shared) => keeping(id, () => anew(makers, shared))(shared);
    }
    const [module, extended] = [textIn(tagged, "module"), listIn(tagged, "extends")];
    const prototype = once(
      () =>
        this.#real.prototypeOfPackage(name) ??
        this.#prototypeOfNode(tagged["of"] === "engine" ? null : module, name) ??
        handleOf(name, this.#prototypeOfFirst(extended)),
    );
    return this.#inheriting(tagged, depth, id, prototype, (made) => void decoded.add(made));
  }

  /** What instances of a class of Node, or of a global one, inherit: so that whoever asks what they are is told. */
  #prototypeOfNode(module: string | null, name: string): object | undefined {
    if (module === "") return undefined;
    const made: unknown = Reflect.get(
      module === null ? globalThis : Object(this.#real.moduleOfNode(module)),
      name,
    );
    const prototype = typeof made === "function" ? (made as { prototype?: unknown }).prototype : undefined;
    return typeof prototype === "object" && prototype !== null ? withoutFailing(prototype) : undefined;
  }

  /** The same of the first of some classes that is there. */
  #prototypeOfFirst(extended: readonly unknown[]): object | undefined {
    for (const one of extended.map(String)) {
      const at = one.lastIndexOf(".");
      const found =
        at < 0
          ? this.#real.prototypeOfPackage(one)
          : this.#prototypeOfNode(one.slice(0, at), one.slice(at + 1));
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** What an object has under names and symbols. */
  #ownOf(tagged: Tagged, depth: number): readonly Entry[] {
    return [...propertiesIn(tagged, "properties"), ...this.#entriesIn(tagged, "symbols", depth)];
  }

  /** An object with what it has itself, and with what it inherits. `complete` is called before its getters and members are there. */
  #inheriting(
    tagged: Tagged,
    depth: number,
    id: number,
    prototypeFor: PrototypeFor,
    complete: (made: object, shared: Shared) => void,
  ): MakeValue {
    const makers = this.#makersOf(this.#ownOf(tagged, depth), depth);
    const unlisted = this.#makersOf(propertiesIn(tagged, "unlisted"), depth);
    const inherits = this.#members(tagged, depth);
    const base = Object.hasOwn(tagged, "base") ? this.#maker(tagged["base"], depth + 1, id) : null;
    return (shared) => {
      const prototype = prototypeFor(shared);
      // What its class captured may hold it, and have made it.
      if (id !== 0 && shared.has(id)) return shared.get(id);
      const from = inherits === null ? prototype : (Object.create(prototype) as object);
      // A map is one by more than what it inherits.
      const made = Object.setPrototypeOf(Object(base?.(shared) ?? {}), from) as object;
      if (id !== 0) shared.set(id, made);
      for (const [key, make] of makers) define(made, key, make(shared));
      for (const [key, make] of unlisted) define(made, key, make(shared), false);
      complete(made, shared);
      inherits?.(from, shared);
      return made;
    };
  }

  /** Gives an object that another one inherits from what the recording tells of that; null where it tells nothing. */
  #members(tagged: Tagged, depth: number): ((from: object, shared: Shared) => void) | null {
    const inherits = this.#makersOf(propertiesIn(tagged, "inherits"), depth);
    const getters = this.#makersOf(propertiesIn(tagged, "getters"), depth);
    if (inherits.length === 0 && getters.length === 0) return null;
    return (from, shared) => {
      for (const [key, make] of inherits) define(from, key, make(shared), false);
      for (const [key, make] of getters) {
        const get = make(shared);
        if (typeof get !== "function") continue;
        Object.defineProperty(from, key, {
          get: get as () => unknown,
          enumerable: false,
          configurable: true,
        });
      }
    };
  }

  /** An instance of a class of the web that is a list of pairs. */
  #pairs(tagged: Tagged, depth: number, id: number): MakeValue {
    const entries = pairsIn(tagged, "entries").map(
      ([key, value]) => [String(key), this.#maker(value, depth + 1, 0)] as const,
    );
    const Pairs = textIn(tagged, "class") === "Headers" ? Headers : URLSearchParams;
    const pairOf = ([key, make]: readonly [string, MakeValue], shared: Shared): [string, string] => [
      key,
      String(make(shared)),
    ];
    return (shared) => keeping(id, () => new Pairs(entries.map((one) => pairOf(one, shared))))(shared);
  }

  #function(tagged: Tagged, depth: number, id: number, loaded: unknown): MakeValue {
    const properties = this.#makersOf(propertiesIn(tagged, "properties"), depth, loaded);
    const members = this.#members(tagged, depth);
    const make = typeof loaded === "function" ? () => loaded : this.#ownFunction(tagged, depth);
    return (shared) => {
      const first = make(shared);
      // What it captured may hold it, and have made it.
      if (id !== 0 && shared.has(id)) return shared.get(id);
      const made = keeping(id, () => first)(shared);
      if (typeof made === "function" && made !== loaded) {
        for (const [key, property] of properties) define(made, key, property(shared));
        members?.(made, shared);
      }
      return made;
    };
  }

  /** Of the engine, or one whose text is in the project. */
  #ownFunction(tagged: Tagged, depth: number): MakeValue {
    if (Object.hasOwn(tagged, "bound")) return this.#bound(tagged, depth);
    const made = taggedOf(tagged["made"]);
    if (made !== null) return this.#made(made, depth, 0, () => named(textIn(tagged, "name"), tagged));
    const [file, name, line] = [textIn(tagged, "file"), textIn(tagged, "name"), lineOf(tagged)];
    const isGlobal = tagged["of"] === "engine" && !RUNS_TEXT.has(name);
    const module = textIn(tagged, "module");
    if (tagged["of"] === "node" && COMPUTING_MODULES.includes(module)) {
      const found = dataIn(this.#real.moduleOfNode(module), name);
      if (typeof found === "function") return () => found;
    }
    const on = textIn(tagged, "on");
    if (on !== "" && !COMPUTING_GLOBALS.includes(on)) return () => named(name, tagged);
    const around = Object.hasOwn(tagged, "around") ? this.#maker(tagged["around"], depth + 1, 0) : null;
    const { column } = tagged;
    const place = { name, line, column: typeof column === "number" ? column : null };
    const { environments, functionOf } = this.#real;
    const standIn = (): unknown => named(name, tagged);
    let ofModule: unknown;
    return (shared) => {
      if (file === "") {
        // As it is in the target's world, where what does I/O is fake.
        const get = (): unknown =>
          on === "" ? Reflect.get(globalThis, name) : dataIn(Reflect.get(globalThis, on), name);
        const global = isGlobal ? get() : undefined;
        return typeof global === "function" ? global : standIn();
      }
      const environment = around?.(shared);
      if (environment !== undefined) {
        if (!isEnvironment(environment)) return standIn();
        return environments.functionIn(file, environment, place) ?? standIn();
      }
      ofModule ??=
        place.column === null ? functionOf(file, name, line) : environments.functionIn(file, null, place);
      return typeof ofModule === "function" ? ofModule : standIn();
    };
  }

  /** What a package's function had made, as that makes it again. */
  #made(tagged: Tagged, depth: number, id: number, otherwise: MakeValue): MakeValue {
    const given = this.#maker(tagged["arguments"], depth + 1, 0);
    const [file, expression, line] = [textIn(tagged, "file"), textIn(tagged, "expression"), lineOf(tagged)];
    const { environments } = this.#real;
    return (shared) => {
      try {
        const make = environments.makerIn(file, { expression, line });
        const list = given(shared);
        // What it was given may hold it, and have made it.
        if (id !== 0 && shared.has(id)) return shared.get(id);
        const made = make?.(...(Array.isArray(list) ? (list as unknown[]) : []));
        if ((typeof made === "object" && made !== null) || typeof made === "function")
          return keeping(id, () => made)(shared);
      } catch {
        // It is not to be had outside of the functions around it.
      }
      return otherwise(shared);
    };
  }

  /** What `bind` had made of a function. */
  #bound(tagged: Tagged, depth: number): MakeValue {
    const bound = new Map(propertiesIn(tagged, "bound"));
    const [target, self, given] = ["target", "this", "arguments"].map((field) =>
      this.#maker(bound.get(field), depth + 1, 0),
    ) as [MakeValue, MakeValue, MakeValue];
    return (shared) => {
      const called = target(shared);
      if (typeof called !== "function" || isStandIn(called)) return named(textIn(tagged, "name"), tagged);
      const list = given(shared);
      const values = Array.isArray(list) ? (list as unknown[]) : [];
      return (called as (...given: unknown[]) => unknown).bind(self(shared), ...values);
    };
  }

  #scope(tagged: Tagged, depth: number, id: number): MakeValue {
    const variables = new Map(propertiesIn(tagged, "variables"));
    const around = Object.hasOwn(tagged, "around") ? this.#maker(tagged["around"], depth + 1, 0) : null;
    // What functions in it read may hold these, which are needed to open it, also where nothing else tells them.
    const [self, given] = ["this", "arguments"].map((name): MakeValue | undefined => {
      if (!variables.has(name)) return undefined;
      const recorded = variables.get(name);
      variables.delete(name);
      const own = --this.#unshared;
      const make = this.#maker(recorded, depth + 1, own);
      return (shared) => (shared.has(own) ? shared.get(own) : make(shared));
    }) as [MakeValue | undefined, MakeValue | undefined];
    const makers = new Map(this.#makersOf([...variables], depth) as [string, MakeValue][]);
    const names = [...makers.keys()];
    // Functions in it may hold it, also where only one of them tells it.
    const own = id === 0 ? --this.#unshared : id;
    return (shared) => {
      if (shared.has(own)) return shared.get(own);
      const outer = around?.(shared) ?? null;
      const file = isEnvironment(outer) ? outer.file : textIn(tagged, "file");
      const environment = this.#real.environments.open(file, isEnvironment(outer) ? outer : null, {
        names,
        ...(self === undefined ? {} : { self: () => self(shared) }),
        ...(given === undefined ? {} : { given: () => given(shared) }),
      });
      made.add(environment);
      shared.set(own, environment);
      for (const name of names) environment.set(name, makers.get(name)!(shared));
      return environment;
    };
  }

  #promise(tagged: Tagged, depth: number, id: number): MakeValue {
    const state = tagged["state"];
    const make = this.#maker(tagged["value"], depth + 1, 0);
    const { Promise } = harness;
    return (shared) => {
      if (state !== "value" && state !== "error")
        return keeping(id, () => new Promise<never>(() => undefined))(shared);
      const settled = new Promise((resolve, reject) => {
        const settle: (settlement: unknown) => void = state === "value" ? resolve : reject;
        settle(make(shared));
      });
      // Nobody need wait for it.
      settled.then(undefined, () => undefined);
      if (id !== 0) shared.set(id, settled);
      return settled;
    };
  }
}

/** Environments are no values: nothing that a recording tells may pass for one. */
const made = new WeakSet<object>();

/** Whether what was made is what functions captured. */
export function isEnvironment(value: unknown): value is Environment {
  return typeof value === "object" && value !== null && made.has(value);
}

/** A recording carries no code that is run, so it is not given what runs a text. */
const RUNS_TEXT = new Set(["eval", "Function"]);

type Entry = readonly [PropertyKey, unknown];
type View = new (buffer: ArrayBuffer) => ArrayBufferView;

const VIEWS: ReadonlyMap<string, View> = new Map<string, View>([
  ["Uint8Array", Uint8Array],
  ["Int8Array", Int8Array],
  ["Uint8ClampedArray", Uint8ClampedArray],
  ["DataView", DataView],
]);

const ERRORS: ReadonlyMap<string, object> = new Map(
  [TypeError, RangeError, SyntaxError, ReferenceError, URIError, EvalError].map((one) => [one.name, one]),
);

/** What an object has by a name itself, unless a getter would have to tell. */
function dataIn(object: unknown, key: PropertyKey): unknown {
  const isObject = (typeof object === "object" && object !== null) || typeof object === "function";
  return isObject && !types.isProxy(object) ? Object.getOwnPropertyDescriptor(object, key)?.value : undefined;
}

function lineOf(tagged: Tagged): number | null {
  return typeof tagged["line"] === "number" ? tagged["line"] : null;
}

function argumentsOf(): object {
  // eslint-disable-next-line prefer-rest-params -- it is what they are that is wanted
  return arguments;
}

/** Gives what instances inherit, for one call. */
type PrototypeFor = (shared: Shared) => object;

/** What is asked for when it is needed first, and is the same from then on. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** A value that cannot be made is left out. */
function plain(make: () => unknown): MakeValue {
  return () => {
    try {
      return make();
    } catch {
      return undefined;
    }
  };
}

function keeping(id: number, make: () => unknown): MakeValue {
  if (id === 0) return make;
  return (shared) => {
    const made = make();
    shared.set(id, made);
    return made;
  };
}

function regexpOf(text: string): RegExp {
  const end = text.lastIndexOf("/");
  return new RegExp(text.slice(1, end), text.slice(end + 1));
}

/** Gives a plain object a property; one by the name of the prototype is a property like any other. */
function set(object: Record<PropertyKey, unknown>, key: PropertyKey, value: unknown): void {
  if (key === "__proto__") define(object, key, value);
  else object[key] = value;
}

/** Gives an object a property, whatever it inherits by that name. */
function define(object: object, key: PropertyKey, value: unknown, enumerable = true): void {
  Object.defineProperty(object, key, { value, enumerable, writable: true, configurable: true });
}

function prototypeOf(made: object | undefined): object {
  const prototype = (made as { prototype: unknown } | undefined)?.prototype;
  return typeof prototype === "object" && prototype !== null ? prototype : Object.prototype;
}

/** Handles of one class have one constructor, which only has its name. */
const handles = new Map<object, Map<string, object>>();

/** @param from What instances of a class inherit that theirs extends. */
function handleOf(name: string, from: object = Object.prototype): object {
  const of = handles.get(from) ?? new Map<string, object>();
  handles.set(from, of);
  let prototype = of.get(name);
  if (prototype === undefined) {
    prototype = Object.create(from) as object;
    define(prototype, "constructor", named(name), false);
    of.set(name, prototype);
  }
  return prototype;
}

/** What inherits from the prototypes of Node's classes. */
const ofNode = new WeakMap<object, object>();

/** What inherits from a prototype, whose getters tell nothing where they would need what no data can make again. */
function withoutFailing(prototype: object): object {
  const known = ofNode.get(prototype);
  if (known !== undefined) return known;
  const made = Object.create(prototype) as object;
  let from: object | null = prototype;
  while (from !== null && from !== Object.prototype) {
    for (const key of Object.getOwnPropertyNames(from)) {
      const own = Object.getOwnPropertyDescriptor(from, key)!;
      const get = Reflect.get(own, "get") as (() => unknown) | undefined;
      if (get === undefined || Object.hasOwn(made, key)) continue;
      Object.defineProperty(made, key, {
        get(this: unknown): unknown {
          try {
            return Reflect.apply(get, this, []);
          } catch {
            return undefined;
          }
        },
        set(this: object, value: unknown) {
          define(this, key, value);
        },
        configurable: true,
      });
    }
    from = Object.getPrototypeOf(from) as object | null;
  }
  ofNode.set(prototype, made);
  return made;
}

/** Those by which signals that were made can be given. */
const controllers = new WeakMap<AbortSignal, AbortController>();

/** A signal of the web as it was; one that has not come yet is given by its controller, where the recording has that. */
function signalOf(makers: readonly (readonly [PropertyKey, MakeValue])[], shared: Shared): AbortSignal {
  const { aborted, reason } = Object.fromEntries(makers) as Partial<Record<string, MakeValue>>;
  const controller = new AbortController();
  controllers.set(controller.signal, controller);
  if (aborted?.(shared) === true) controller.abort(reason?.(shared));
  return controller.signal;
}

/** What gives the signal that it was told with. */
function controllerOf(
  makers: readonly (readonly [PropertyKey, MakeValue])[],
  shared: Shared,
): AbortController {
  const { signal } = Object.fromEntries(makers) as Partial<Record<string, MakeValue>>;
  const made = signal?.(shared);
  return (made instanceof AbortSignal ? controllers.get(made) : undefined) ?? new AbortController();
}

type MakeAnew = (makers: readonly (readonly [PropertyKey, MakeValue])[], shared: Shared) => object;

/** What Node and the web have that keeps nothing which its properties do not tell, or a call could not set itself, and does no I/O. */
const MADE_ANEW: ReadonlyMap<string, MakeAnew> = new Map<string, MakeAnew>([
  ["AbortSignal", signalOf],
  ["AbortController", controllerOf],
  ["AsyncLocalStorage", () => new AsyncLocalStorage()],
  // Without anybody who listens, whatever it is called.
  ["TracingChannel", () => tracingChannel("async-cost")],
  ["TextEncoder", () => new TextEncoder()],
  ["TextDecoder", () => new TextDecoder()],
]);

/** Objects in the place of those that no data can make again. */
const decoded = new WeakSet();

/** Whether something stands in for what was recorded and no data can make again. */
export function isDecoded(value: object): boolean {
  return decoded.has(value) || standIns.has(value);
}

/** Functions in the place of those that no data can make again: they do nothing. */
const standIns = new WeakSet();

/** Whether a function stands in for one that was recorded. */
export function isStandIn(called: object): boolean {
  return standIns.has(called);
}

/** @param tagged Of the function that was recorded: libraries ask whether one is async, and for how many parameters it has. */
function named(name: string, tagged: Partial<Tagged> = {}): () => unknown {
  const { kind, parameters } = tagged;
  const nothing = STAND_INS.get(kind)?.() ?? STAND_INS.get(undefined)!();
  define(nothing, "name", name, false);
  if (typeof parameters === "number") define(nothing, "length", parameters, false);
  standIns.add(nothing);
  return nothing;
}

const STAND_INS: ReadonlyMap<unknown, () => () => unknown> = new Map<unknown, () => () => unknown>([
  [undefined, () => () => undefined],
  ["async", () => async () => Promise.resolve()],
  ["generator", () => function* () {}],
  ["async-generator", () => async function* () {}],
]);
