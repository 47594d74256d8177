import { types } from "node:util";
import type { RecordedCall } from "../../contract/recording.ts";
import type { Callable } from "../call/caller.ts";
import type { MakeArguments } from "../call/arguments.ts";
import { causality } from "../io/causality.ts";
import type { Environment } from "./environments.ts";
import { Decoder, isEnvironment, isStandIn, type MakeValue, type Real, type Shared } from "./decode.ts";
import { functionAt, type ReplayHooks } from "./hooks.ts";
import { comingsOf, type AnswerMakers, type Site } from "./answers.ts";
import type { GivenParts } from "./given-parts.ts";
import type { Ending, PlayedCall } from "./played-call.ts";
import { taggedOf, textIn } from "../../contract/recorded-object.ts";

/** Sets a variable of a module. */
export interface Setter {
  readonly set: (value: unknown) => void;
  readonly get: () => unknown;
}

/** Makes the function for one call, with what it captured, and the `this` around it: that of an arrow function. */
export type Remake = (around: Environment | null, self?: () => unknown) => Callable["run"];

/** What a player needs of the target's module. */
export interface PlayerParts extends Real {
  readonly hooks: ReplayHooks;
  /** Makes the function for each call, where only a call makes it. */
  readonly remake: Remake | null;
  /** What the function is called on in the module as it was loaded. */
  readonly realReceiver: (() => unknown) | undefined;
  readonly setterOf: (file: string, name: string) => Setter | undefined;
  readonly isFake: (value: unknown) => boolean;
  /** The target is what a package has made of a generator: that gives it what it goes on by, and calls back at its end. */
  readonly isRunByPackage: boolean;
  /** What the user gives in the place of what was recorded. */
  readonly given: GivenParts | null;
}

/** Plays a recorded call as often as it is asked to: what each needs is made before. */
export class Player {
  readonly #hooks: ReplayHooks;
  readonly #sites: readonly Site[];
  readonly #remake: Remake | null;
  readonly #receiver: MakeValue;
  readonly #arguments: readonly MakeValue[];
  readonly #variables: readonly MakeValue[];
  /** What the function captured, where only a call makes it. */
  readonly #around: MakeValue;
  /** Globals that no module has set as it was loaded. */
  readonly #globals: readonly (readonly [string, MakeValue])[];
  readonly #answers: readonly AnswerMakers[];
  readonly #outcome: RecordedCall["outcome"];
  /** How often something came of an I/O call. */
  readonly #comings: number;
  readonly #isRunByPackage: boolean;
  readonly #givenArguments: GivenParts["arguments"];
  /** What is real, by the id by which the recording shares it. */
  readonly #known: readonly (readonly [number, unknown])[];
  /** They are kept until there are new ones, so that none is freed while others are weighed. */
  #ready: readonly PlayedCall[] = [];
  #taken = 0;
  #now: PlayedCall | null = null;
  /** With what the callback that tells of the end was called, where whoever waits is told no more than that it was. */
  heard: readonly unknown[] | null = null;
  /** How the call that has begun last is heard to be over, where it gives nothing to wait for. */
  ending: Ending | null = null;
  /** Of a generator that a package runs: it was given its callers' callback, so that its own value is told to nobody. */
  callsBackItself = false;

  /** @throws {TooLarge} where the recording holds more than is read. */
  constructor(call: RecordedCall, sites: readonly Site[], parts: PlayerParts) {
    this.#hooks = parts.hooks;
    this.#sites = sites;
    this.#remake = parts.remake;
    this.#outcome = call.outcome;
    this.#comings = comingsOf(call.answers, sites);
    this.#isRunByPackage = parts.isRunByPackage;
    this.#givenArguments = parts.given?.arguments ?? null;
    const decoder = new Decoder(parts);
    const loaded = call.variables.map(({ file, scope, name, value }) => {
      const setter = scope === "module" ? parts.setterOf(file, name) : undefined;
      const real = setter?.get();
      if (real !== undefined && !parts.isFake(real)) decoder.knows(value, real);
      return { setter, real };
    });
    const real = parts.realReceiver?.();
    if (call.this !== undefined) decoder.knows(call.this, real);
    const recorded = call.this === undefined ? () => undefined : decoder.maker(call.this, real);
    this.#receiver = parts.given?.receiver ?? recorded;
    this.#arguments = call.arguments.map((one) => decoder.maker(one));
    const setters: Setter[] = [];
    const variables: MakeValue[] = [];
    const globals: (readonly [string, MakeValue])[] = [];
    const known: (readonly [number, unknown])[] = [];
    for (const [at, { scope, name, value }] of call.variables.entries()) {
      const { setter, real } = loaded[at]!;
      const make = decoder.maker(value, real);
      const own = parts.given?.variables.get(at);
      if (own !== undefined && setter !== undefined) {
        setters.push(setter);
        variables.push(() => own.value);
        continue;
      }
      if (scope === "global" && isUnset(name, value)) globals.push([name, make]);
      if (setter === undefined) continue;
      if (staysLoaded(value, real, parts.isFake)) {
        const shared = taggedOf(value);
        if (shared?.$ === "shared" && typeof shared["id"] === "number") known.push([shared["id"], real]);
        continue;
      }
      setters.push(setter);
      variables.push(make);
    }
    // What is shared may be told anywhere, also where nothing is made of it.
    for (const one of [call.outcome.value, ...call.answers.map(({ arguments: given }) => given)])
      decoder.maker(one);
    this.#hooks.keepApart(setters);
    this.#variables = variables;
    this.#around = decoder.maker(call.around ?? closureOf(call));
    this.#globals = globals;
    this.#setGlobals();
    this.#known = known;
    this.#answers = call.answers.map(({ value, callbacks = [] }) => ({
      value: decoder.maker(value === undefined ? UNDEFINED : value),
      callbacks: callbacks.map((one) => one.arguments.map((given) => decoder.maker(given))),
    }));
  }

  /** Makes ready what so many calls need. */
  readonly prepare = (calls: number): void => {
    if (this.#ready.length - this.#taken >= calls) return;
    // The old ones go first.
    this.#ready = [];
    this.#taken = 0;
    this.#setGlobals();
    this.#ready = Array.from({ length: calls }, () => this.#make());
  };

  /** How many answers each call took at each site, of those that were made ready last and have begun. */
  get taken(): readonly (readonly number[])[] {
    return this.#ready.slice(0, this.#taken).map(({ used }) => used);
  }

  /** What the call that has begun last has of what the recording shares by an id. */
  sharedValue(id: number): unknown {
    return this.#now?.shared.get(id);
  }

  /** Begins a call, and gives what it is called on. */
  readonly makeReceiver = (): unknown => {
    const call = this.#ready[this.#taken] ?? this.#make();
    this.#taken++;
    this.#now = call;
    this.#hooks.now = call;
    causality.carry = this.#hooks.carry;
    return call.receiver;
  };

  /** The arguments of the call that has begun. */
  readonly makeArguments: MakeArguments = (callback) => {
    const call = this.#now!;
    const { how, at } = this.#outcome;
    const heard = how === "callback" ? this.#heardBy(callback) : callback;
    if (how === "callback" && at !== undefined) setAt(call.arguments, at, heard);
    if (this.#givenArguments !== null) {
      const own = this.#givenArguments(heard);
      call.arguments.splice(0, own.length, ...own);
    }
    if (how === "over")
      call.ending = this.ending = {
        ...{ inFlight: 0, left: this.#comings, isOff: false, over: () => callback(null) },
        ...{ by: this.#outcome.by, given: null },
      };
    if (!this.#isRunByPackage) return call.arguments;
    // Without what the package has added to it.
    const isOwn = (one: unknown): boolean => typeof one !== "function" || !isStandIn(one);
    const own = call.arguments.slice(0, call.arguments.findLastIndex(isOwn) + 1);
    const hasCallback = typeof own.at(-1) === "function";
    // That is one thing: another one before it is the callers' as well.
    this.callsBackItself = hasCallback || call.arguments.length > own.length + 1;
    return [...(hasCallback ? own.slice(0, -1) : own), callback];
  };

  /** A function that each call has of its own. */
  readonly run: Callable["run"] = (...given) => {
    const call = this.#now!;
    return call.run!.apply(call.receiver, given);
  };

  /** The callback that tells of the end: who calls back with no error first has succeeded. */
  #heardBy(callback: (error?: unknown) => void): unknown {
    const [first] = Array.isArray(this.#outcome.value) ? (this.#outcome.value as unknown[]) : [];
    const isError = taggedOf(first)?.$ === "error" || taggedOf(taggedOf(first)?.["value"])?.$ === "error";
    const isNone = first === undefined || first === null || taggedOf(first)?.$ === "undefined";
    if (isError || isNone) return callback;
    return (...values: unknown[]) => {
      this.heard = values;
      callback(types.isNativeError(values[0]) ? values[0] : null);
    };
  }

  #setGlobals(): void {
    for (const [name, make] of this.#globals) Reflect.set(globalThis, name, make(new Map()));
  }

  #make(): PlayedCall {
    const shared: Shared = new Map(this.#known);
    const receiver = this.#receiver(shared);
    const given = this.#arguments.map((make) => make(shared));
    const variables = this.#variables.map((make) => make(shared));
    const values: unknown[] = [];
    const callbacks: (readonly (readonly unknown[])[] | undefined)[] = [];
    let run: PlayedCall["run"] = null;
    if (this.#remake !== null) {
      const around = this.#around(shared);
      run = this.#remake(isEnvironment(around) ? around : null, () => receiver);
    }
    for (const makers of this.#answers) {
      values.push(makers.value(shared));
      callbacks.push(
        makers.callbacks.length === 0
          ? undefined
          : makers.callbacks.map((list) => list.map((make) => make(shared))),
      );
    }
    return {
      receiver,
      arguments: given,
      variables,
      values,
      callbacks,
      used: this.#sites.map(() => 0),
      run,
      events: null,
      during: null,
      woken: null,
      answered: null,
      ending: null,
      keeper: null,
      shared,
    };
  }
}

/** A scope of what a call tells of the variables around its function. */
function closureOf({ functions, variables }: RecordedCall): unknown {
  const [{ file }] = functions as [RecordedCall["functions"][number]];
  const own = variables.filter((one) => one.scope === "closure" && one.file === file);
  return { $: "scope", file, variables: Object.fromEntries(own.map(({ name, value }) => [name, value])) };
}

/** Whether a recorded global is to be set: a module that was loaded has what is no plain value from there. */
function isUnset(name: string, recorded: unknown): boolean {
  const loaded: unknown = Reflect.get(globalThis, name);
  const isPlain = (value: unknown): boolean => typeof value !== "object" || value === null;
  return loaded === undefined || (isPlain(loaded) && typeof loaded !== "function" && isPlain(recorded));
}

const UNDEFINED = { $: "undefined" };

/**
 * Whether a variable keeps what loading its module gave it: a function is real then, and a handle, which no data can make
 * again, of the same class.
 */
function staysLoaded(recorded: unknown, loaded: unknown, isFake: (value: unknown) => boolean): boolean {
  const outer = taggedOf(recorded);
  const tagged = outer?.$ === "shared" ? taggedOf(outer["value"]) : outer;
  if (tagged === null) return false;
  if (tagged.$ === "cut") return true;
  if (tagged.$ === "function") return typeof loaded === "function" && !isFake(loaded);
  if (tagged.$ !== "handle" || typeof loaded !== "object" || loaded === null || isFake(loaded)) return false;
  const { constructor } = loaded as { constructor?: unknown };
  return typeof constructor === "function" && constructor.name === textIn(tagged, "class");
}

/** Puts a value where a path leads to. */
function setAt(list: unknown[], at: readonly (string | number)[], value: unknown): void {
  const last = at.at(-1);
  if (last === undefined) return;
  let holder: unknown = list;
  for (const key of at.slice(0, -1)) {
    if (typeof holder !== "object" || holder === null) return;
    holder = (holder as Record<string | number, unknown>)[key];
  }
  if (typeof holder === "object" && holder !== null && functionAt([holder], [0, last]) !== value)
    Object.defineProperty(holder, last, { value, writable: true, enumerable: true, configurable: true });
}
