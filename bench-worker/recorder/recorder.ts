import { AsyncLocalStorage } from "node:async_hooks";
import { types } from "node:util";
import { performance } from "node:perf_hooks";
import type { RecorderOptions } from "../contract/recorder-lines.ts";
import type { FileTable } from "../instrument/for-recording.ts";
import { Activation, Call, type FunctionState, type Given, type Kept, type SiteState } from "./activation.ts";
import { isBound, isCore, isOfTime, isTimer, isPromiseLike, isTestDouble, isThenable } from "./callees.ts";
import { MARK } from "./instrument-file.ts";
import { peek } from "./peek.ts";
import { callLine, pathOf, placeIn, type Outcome, type Writer } from "./lines.ts";
import { dataOf, Snapshots, type ClassOfProject } from "./snapshot.ts";
import { isFromOutside, turn } from "./turns.ts";

const now = performance.now.bind(performance);
/** As the engine has it: functions of the project are made to tell the text without hooks. */
const sourceOf: (this: unknown) => string = Reflect.get(Function.prototype, "toString");
/** The engine's own, whatever the program puts in its place. */
const then: unknown = Reflect.get(Promise.prototype, "then");

/** Functions of which no call was seen to answer later are kept so often, in the hope that one does. */
const SNAPSHOTS_OF_UNPROVEN = 4;
/** Of the others so many of the first calls are kept, and then one of twice as many. */
const SNAPSHOTS = 20;
/**
 * Keeping values may take this part of what the program computes itself, and so many milliseconds beside; from then on only
 * functions are kept of which nothing is.
 */
const SHARE_AT_MOST = 0.4;
const MILLISECONDS_AT_MOST = 250;
/** So often it is looked what the program has computed. */
const LOOK_EVERY = 32;
/** Calls from one place of which none was of interest; the next ones are not looked at. */
const QUIET = 50;
/** Promises that are looked at from turn to turn. */
const WATCHED_AT_MOST = 2_000;
/** Calls that are noted of one activation. */
const CALLS_AT_MOST = 2_000;
/** Promises among what was kept of one activation of which it is told what they came to. */
const PROMISES_AT_MOST = 20;
/** Links that are followed to who called. */
const PARENTS_AT_MOST = 64;

/** What the code of one file calls. */
export interface Hooks {
  /** The activation of the module itself. */
  readonly m: Activation;
  /** Receivers of calls that are more than names, by their sites. */
  readonly v: unknown[];
  /** A function begins. */
  e(
    fn: number,
    around: Activation,
    self: unknown,
    given: IArguments | (() => unknown[]),
    variables?: () => (() => unknown)[],
  ): Activation;
  /** A function begins of which only who calls what is of interest. */
  l(fn: number, around: Activation): Activation;
  /** A function of a test begins. */
  s(given: ArrayLike<unknown>): void;
  /** A function gives back a value. */
  r(by: Activation, value: unknown): unknown;
  /** A function fails. */
  t(by: Activation, error: unknown): unknown;
  /** A function is left, with a value that it gives back. */
  x(by: Activation, value?: unknown): unknown;
  /** An error is caught. */
  c(by: Activation): void;
  /** A call begins: its arguments, as they are to be given. */
  b(site: number, by: Activation, receiver: unknown, given: unknown[]): unknown[];
  /** A template is given to its tag. */
  p(site: number, by: Activation): void;
  /** A call is done: what it gave. */
  d(site: number, by: Activation, value: unknown): unknown;
  /** What was waited for is there. */
  g(by: Activation, value: unknown): unknown;
  /** What is iterated. */
  i(site: number, by: Activation, iterable: unknown): unknown;
  /** A class is there. */
  k(index: number, made: unknown, privatesOf?: ClassOfProject["privatesOf"]): void;
}

/** Sees what the code of a project calls, and keeps of it what is needed to make the same calls again. */
export class Recorder {
  readonly #options: RecorderOptions;
  readonly #writer: Writer;
  readonly #snapshots: Snapshots;
  readonly #context = new AsyncLocalStorage<Call | Activation | undefined>();
  readonly #classes = new WeakMap<object, ClassOfProject>();
  /** Objects that came from outside, or from a test in its place. */
  readonly #handles = new WeakSet<object>();
  /** Who answers by a call of a function that he was given. */
  readonly #waiting = new WeakMap<object, Set<Activation>>();
  /** Promises that a call gave. */
  readonly #promises = new WeakSet<object>();
  /** The calls that have set timers. */
  readonly #timers = new WeakMap<object, Call>();
  /** Whether a function is no code of the project. */
  readonly #ofOthers = new WeakMap<object, boolean>();
  /** Emitters and streams of which a call is told already. */
  readonly #listenedTo = new WeakMap<object, Activation>();
  /** Milliseconds for which values were kept. */
  #spent = 0;
  #looks = 0;
  #failures = 0;
  #dear = false;
  /** The call that is being made, until somebody has taken it for his. */
  #pending: Call | null = null;
  /** Calls that are being made, one within the other. */
  readonly #stack: Call[] = [];
  #watched: (() => boolean)[] = [];

  constructor(options: RecorderOptions, writer: Writer, redact: (text: string, key?: string) => string) {
    this.#options = options;
    this.#writer = writer;
    this.#snapshots = new Snapshots({
      redact,
      shapesOnly: options.shapesOnly,
      classOf: (made) => (typeof made === "function" ? this.#classes.get(made) : undefined),
    });
  }

  /** Looks what became of what is waited for. To be called as each turn of the event loop begins, with what has begun it. */
  onTurn(begunBy?: object): void {
    const timer = begunBy === undefined ? undefined : this.#timers.get(begunBy);
    if (timer !== undefined) this.#safely(undefined, () => this.#timerFires(timer));
    if (this.#stack.length > 0) this.#stack.length = 0;
    this.#pending = null;
    if (this.#watched.length > 0)
      this.#watched = this.#watched.filter((isPending) => this.#safely(false, isPending));
    this.#writer.onTurn();
  }

  #timerFires(timer: Call): void {
    this.#complete(timer, "value", undefined);
    const { given, site } = timer;
    const [called] = given;
    const values = given.slice((site.member ?? site.expression) === "setImmediate" ? 1 : 2);
    // Somebody's callback may have been handed on to it untouched, whoever's function that is.
    if (typeof called === "function") this.#answer(called, values, timer.by);
  }

  /** Sees nothing more, and leaves the engine's hooks to others. */
  end(): void {
    this.#context.disable();
  }

  /** What the code of a file calls. */
  hooksFor(file: string, table: FileTable, isTest: boolean): Hooks {
    const sites = table.sites.map((entry): SiteState => ({ file, ...entry, isOfProject: false, quiet: 0 }));
    const functions = table.functions.map((entry): FunctionState => ({
      file,
      ...entry,
      calls: 0,
      snapshots: 0,
      isProven: entry.kind !== "plain",
      site: sites[entry.givenTo] ?? null,
      paths: new Map(),
    }));
    const module: FunctionState = {
      ...{ file, name: "", line: 1, column: 1, kind: "plain", depth: -1, mayBeAsync: false, variables: [] },
      ...{
        readsThis: false,
        givenTo: -1,
        givenAt: -1,
        site: null,
        calls: 0,
        snapshots: 0,
        isProven: false,
        paths: new Map(),
      },
    };
    const m = new Activation(module, null, null, null, now());
    m.hasEnded = true;
    const v: unknown[] = [];
    if (!isTest) this.#writer.file(file, functions.filter(({ mayBeAsync }) => mayBeAsync).length);
    const siteOf = (index: number): SiteState => sites[index]!;
    return {
      m,
      v,
      e: (fn, around, self, given, variables) =>
        this.#safely(m, () => this.#enter(functions[fn]!, around, self, given, variables)),
      l: (fn, around) => this.#safely(m, () => this.#begin(functions[fn]!, around)),
      s: (given) => this.#safely(undefined, () => this.#enterTest(given)),
      r: (by, value) => ((by.returned = value), value),
      t: (by, error) => this.#safely(error, () => this.#fail(by, error)),
      x: (by, value) => this.#safely(value, () => (this.#leave(by), value)),
      c: (by) => this.#safely(undefined, () => this.#caught(by, undefined)),
      b: (index, by, receiver, given) => {
        const site = siteOf(index);
        return site.quiet > QUIET ? given : this.#safely(given, () => this.#call(site, by, receiver, given));
      },
      p: (index, by) => void this.#stack.push(new Call(siteOf(index), by, undefined, [], turn.number, now())),
      d: (index, by, value) => {
        const site = siteOf(index);
        if (site.receiverOf >= 0) v[site.receiverOf] = value;
        return site.quiet > QUIET ? value : this.#safely(value, () => this.#called(site, by, value));
      },
      g: (by, value) => this.#safely(value, () => this.#got(by, value)),
      i: (index, by, iterable) => this.#safely(iterable, () => this.#iterated(siteOf(index), by, iterable)),
      k: (index, made, privatesOf = null) => {
        if (typeof made !== "function" || this.#classes.has(made)) return;
        this.#classes.set(made, { file, ...table.classes[index]!, privatesOf });
      },
    };
  }

  /** Does what must not fail in the user's program, whatever is wrong with it. */
  #safely<T>(otherwise: T, act: () => T): T {
    try {
      return act();
    } catch (error) {
      this.#failures++;
      if (this.#failures === 1) this.#writer.note(`The recorder itself failed: ${String(error)}`);
      return otherwise;
    }
  }

  #begin(fn: FunctionState, around: Activation): Activation {
    fn.calls++;
    const call = this.#pending;
    this.#pending = null;
    const context = call === null ? this.#context.getStore() : undefined;
    const from = context instanceof Call ? context : null;
    const caller = call?.by ?? from?.by ?? null;
    const isCallback = call !== null && isCallbackOf(call, fn, around);
    if (call !== null) {
      if (isCallback || this.#isOfOthers(call, fn)) call.leads = true;
      else call.isOfProject = true;
    }
    const isCalled = call !== null && !isCallback;
    const parent = whoseText(around, isCalled) ?? underWay(caller) ?? underWay(around);
    const begun = new Activation(fn, around, parent, isCalled ? call.site : null, now());
    begun.calledBackIn = from;
    return begun;
  }

  /** Whether what is called is no code of the project, and what has begun is what that calls. */
  #isOfOthers({ site, receiver }: Call, fn: FunctionState): boolean {
    if (lastName(fn.name) === lastName(site.expression)) return false;
    const isCalled = site.member === null || (typeof receiver === "function" && isCallOrApply(site.member));
    const callee = isCalled ? receiver : isObject(receiver) ? dataOf(receiver, site.member) : undefined;
    if (typeof callee !== "function" || types.isProxy(callee)) return false;
    let isOfOthers = this.#ofOthers.get(callee);
    if (isOfOthers === undefined) {
      isOfOthers = !isBound(callee) && !sourceOf.call(callee).includes(MARK);
      this.#ofOthers.set(callee, isOfOthers);
    }
    return isOfOthers;
  }

  #enter(
    fn: FunctionState,
    around: Activation,
    self: unknown,
    given: IArguments | (() => unknown[]),
    variables?: () => (() => unknown)[],
  ): Activation {
    const call = this.#pending;
    const context = call === null ? this.#context.getStore() : undefined;
    const site = fn.site;
    const begun = this.#begin(fn, around);
    // Called back by what was called.
    const values = typeof given === "function" ? listOf(given) : given;
    const calledBack = context instanceof Call ? context : call !== null && call.leads ? call : null;
    const isByText = site !== null && (calledBack?.site !== site || calledBack.by !== around);
    const underWay = (one: Call): boolean => one.site === site && one.by === around;
    const byText = isByText ? (this.#stack.findLast(underWay) ?? calledBackFrom(around, site)) : null;
    const caller = byText ?? calledBack;
    if (caller !== null && values !== null && mayCallBack(caller, site)) {
      if (caller.turn === turn.number) caller.leads = true;
      this.#calledBack(caller, values, caller.site === site ? fn.givenAt : null);
      if (caller.site !== site) this.#handedOn(caller, values, lastName(fn.name));
    }
    const wants = begun.keepersWithout(fn);
    const keeps = fn.mayBeAsync && this.#keeps(fn);
    if (values !== null && fn.mayBeAsync && fn.kind === "plain") this.#waitFor(begun, values);
    if (wants.length === 0 && !keeps) return begun;
    const before = now();
    const reads = variables?.() ?? [];
    const { kept: surrounding, promises } = this.#snapshots.withPromises(() => {
      const around = this.#variables(fn, reads);
      if (!keeps || values === null) return around;
      fn.snapshots++;
      begun.kept = {
        wallTime: Date.now(),
        self: fn.readsThis
          ? (around.find(({ name }) => name === "this")?.value ?? null)
          : this.#snapshots.of(self),
        given: Array.from(values, (one) => this.#snapshots.of(one)),
        variables: around.filter(({ name }) => name !== "this"),
        functions: new Set([fn]),
        promises: [],
        known: new Set(),
      };
      return around;
    });
    begun.kept?.promises.push(...promises);
    for (const one of wants) {
      one.kept!.functions.add(fn);
      addVariables(one, surrounding, fn);
      // What is not there yet is asked for again.
      if (surrounding.length === reads.length) one.kept!.known.add(fn);
      one.kept!.promises.push(...promises);
    }
    this.#spent += now() - before;
    return begun;
  }

  /** Has an activation end by a call of one of the functions that it was given. */
  #waitFor(activation: Activation, values: ArrayLike<unknown>): void {
    const given = functionsAmong(values);
    if (given.length === 0) return;
    activation.answersBy = given;
    activation.customary = { ...given[0]!, values: null, isAnswer: false };
    for (const one of given) {
      const waiting = this.#waiting.get(one.given as object);
      if (waiting === undefined) this.#waiting.set(one.given as object, new Set([activation]));
      else {
        if (waiting.size >= WATCHED_AT_MOST)
          for (const oldest of waiting) {
            waiting.delete(oldest);
            break;
          }
        waiting.add(activation);
      }
    }
  }

  #keeps(fn: FunctionState): boolean {
    const { snapshots, calls, isProven } = fn;
    const hasPath = fn.paths.size > 0;
    if (hasPath && this.#isTooDear()) return false;
    return snapshots < (isProven ? SNAPSHOTS : SNAPSHOTS_OF_UNPROVEN) || (calls & (calls - 1)) === 0;
  }

  #isTooDear(): boolean {
    if (this.#looks++ % LOOK_EVERY === 0) {
      const { user, system } = process.cpuUsage();
      const ofProgram = (user + system) / 1000 - this.#spent;
      this.#dear = this.#spent > SHARE_AT_MOST * ofProgram + MILLISECONDS_AT_MOST;
    }
    return this.#dear;
  }

  #variables(fn: FunctionState, reads: readonly (() => unknown)[]): Kept["variables"] {
    const kept: Kept["variables"] = [];
    for (let index = 0; index < reads.length; index++) {
      const variable = fn.variables[index];
      const name = variable?.name ?? "this";
      try {
        const isGlobal = variable !== undefined && variable.depth < 0;
        const read = reads[index]!();
        if (isGlobal && !isData(read)) continue;
        const value = this.#snapshots.of(read, name);
        kept.push({
          file: fn.file,
          scope: isGlobal ? "global" : variable !== undefined && variable.depth > 0 ? "closure" : "module",
          name,
          value,
        });
      } catch {
        // It is not there yet.
      }
    }
    return kept;
  }

  #enterTest(given: ArrayLike<unknown>): void {
    const call = this.#pending;
    this.#pending = null;
    if (call !== null) {
      call.isDouble = true;
      return;
    }
    const context = this.#context.getStore();
    if (!(context instanceof Call)) return;
    if (!context.isDouble) this.#calledBack(context, given, null);
    this.#handedOn(context, given);
  }

  /**
   * Hears of a call of a function that a call under way was given as it had come, by which functions around that may answer.
   *
   * @param name Of the function that is called, where it is one of several that may be.
   */
  #handedOn(call: Call, values: ArrayLike<unknown>, name?: string): void {
    for (const one of call.given) {
      if (typeof one !== "function") continue;
      const isThis = name === undefined || dataOf(one, "name") === name || dataOf(one, "name") === "";
      if (isThis) this.#answer(one, values, call.by);
    }
  }

  #fail(by: Activation, error: unknown): unknown {
    this.#caught(by, { error });
    if (!by.hasEnded) this.#end(by, "error", error);
    by.hasReturned = true;
    return error;
  }

  /** An error has come out of what an activation called last. */
  #caught(by: Activation, failed: { readonly error: unknown } | undefined): void {
    const first = this.#stack.findIndex((call) => call.by === by);
    if (first !== -1) {
      const [call] = this.#stack.splice(first);
      if (call !== undefined && !call.isOfProject && failed !== undefined) {
        this.#note(call);
        call.style = "sync";
        this.#complete(call, "error", failed.error);
      }
    }
    this.#pending = null;
    if (this.#context.getStore() !== by) this.#context.enterWith(by);
    const waited = by.waitsFor;
    by.waitsFor = null;
    if (waited !== null && waited.endedAt === null && failed !== undefined)
      this.#complete(waited, "error", failed.error);
  }

  #leave(by: Activation): void {
    if (by.hasReturned) return;
    by.hasReturned = true;
    // A library may go on to the next that waits for it.
    if (by.calledBackIn !== null && this.#context.getStore() === by) this.#context.enterWith(by.calledBackIn);
    by.calledBackIn = null;
    if (by.hasEnded) return;
    const { returned, fn } = by;
    if (fn.kind === "async" || fn.kind === "async-generator" || fn.kind === "generator") {
      // Who gives a promise back from such a function has it waited for.
      if (types.isPromise(returned)) {
        const end = (how: "value" | "error") => (value: unknown) => this.#end(by, how, value);
        whenSettled(returned, end("value"), end("error"));
      } else this.#end(by, "value", returned);
    } else if (types.isPromise(returned)) {
      this.#watch(returned, (how, value) => this.#end(by, how, value));
    } else if (!isThenable(returned)) {
      const { customary } = by;
      if (customary?.isAnswer === true) {
        // Its own answer is none that it gets.
        by.calls = by.calls.filter((call) => call.receiver !== customary.given);
        this.#end(by, "callback", customary.values!, false, customary.at);
      } else if (typeof returned === "function" || !mayStillAnswer(by))
        this.#end(by, "value", returned, true);
    }
  }

  #call(site: SiteState, by: Activation, receiver: unknown, given: unknown[]): unknown[] {
    const call = new Call(site, by, receiver, given, turn.number, now());
    this.#stack.push(call);
    this.#pending = call;
    if (by.fn.depth >= 0) this.#answersOf(call);
    if (!site.isOfProject) {
      this.#context.enterWith(call);
      for (let index = 0; index < given.length; index++) {
        const one = given[index];
        if (typeof one === "function" && isNativeResolve(one)) {
          given[index] = (...values: unknown[]): unknown => {
            this.#calledBack(call, values, index);
            return Reflect.apply(one, undefined, values) as unknown;
          };
        }
      }
    }
    return given;
  }

  /** Hears of a call of a function by which somebody answers. */
  #answersOf(call: Call): void {
    const { receiver, site, given } = call;
    const { member } = site;
    if (typeof receiver === "function") {
      const isCall = member === null || isCallOrApply(member);
      if (isCall) this.#answer(receiver, member === null ? given : valuesOf(given, member), call.by);
    } else if (
      member !== null &&
      typeof receiver === "object" &&
      receiver !== null &&
      !types.isProxy(receiver)
    ) {
      const callee: unknown = Object.getOwnPropertyDescriptor(receiver, member)?.value;
      if (typeof callee === "function") this.#answer(callee, given, call.by);
    }
  }

  /** A function is called: of those that may answer by it, the ones do so that the caller is a part of, else the only one. */
  #answer(callee: object, values: ArrayLike<unknown>, caller: Activation): void {
    const waiting = this.#waiting.get(callee);
    if (waiting === undefined) return;
    let isFound = false;
    for (
      let one: Activation | null = caller, links = 0;
      one !== null && links < PARENTS_AT_MOST;
      one = one.parent, links++
    ) {
      if (!waiting.has(one)) continue;
      isFound = true;
      this.#answered(one, callee, values);
    }
    if (isFound || waiting.size !== 1) return;
    for (const only of waiting) this.#answered(only, callee, values);
  }

  #answered(activation: Activation, by: unknown, values: ArrayLike<unknown>): void {
    // What a promise answers is told by that.
    if (activation.hasEnded || activation.fn.kind !== "plain" || types.isPromise(activation.returned)) return;
    const customary = activation.customary?.given === by ? activation.customary : null;
    // A list is gone through.
    if (customary !== null && customary.values !== null) customary.isAnswer = false;
    const answer = activation.answersBy?.find(({ given }) => given === by);
    if (answer === undefined) return;
    // Called at once, as by a function that goes through a list, or by one that has its answer already.
    if (!activation.hasReturned) {
      if (customary !== null) {
        customary.values = Array.from(values);
        customary.isAnswer = isOfNode(values);
      }
      activation.answersBy = activation.answersBy!.filter((one) => one !== answer);
      if (customary === null) this.#waiting.get(by as object)?.delete(activation);
    } else this.#end(activation, "callback", Array.from(values), false, answer.at);
  }

  #called(site: SiteState, by: Activation, value: unknown): unknown {
    const stack = this.#stack;
    let at = stack.length - 1;
    while (at >= 0 && (stack[at]!.site !== site || stack[at]!.by !== by)) at--;
    if (at < 0) return value;
    const call = stack[at]!;
    stack.length = at;
    this.#pending = null;
    if (this.#context.getStore() !== by) this.#context.enterWith(by);
    if (call.isOfProject) {
      if (isObject(value) && isThenable(value)) this.#promises.add(value);
      site.isOfProject = true;
      site.quiet = -Infinity;
      if (types.isPromise(value) || isThenable(value)) by.waitsFor = null;
      return value;
    }
    site.isOfProject = false;
    this.#foreign(call, value);
    return value;
  }

  /** A call of what is no code of the project is done. */
  #foreign(call: Call, value: unknown): void {
    call.isDone = true;
    call.site.quiet++;
    const { site, by, receiver } = call;
    const callee =
      site.member === null ? receiver : isObject(receiver) ? dataOf(receiver, site.member) : undefined;
    const isThen = isPromiseLike(receiver) || (typeof receiver === "function" && isPromiseClass(receiver));
    const isWaitable = types.isPromise(value) || isThenable(value);
    const calls =
      call.given.some((one) => typeof one === "function") ||
      (isObject(call.given[0]) && functionsAmong(call.given).length > 0);
    const isOfHandle = isObject(receiver) && this.#handles.has(receiver);
    if (isOfTime(callee, call.given)) call.kind = "clock";
    else if (call.isDouble || isTestDouble(callee)) {
      call.kind = "double";
      call.isDouble = true;
    } else if (isCore(callee)) call.kind = "core";
    if (isThen && !isOfHandle) {
      site.quiet = -Infinity;
      by.waitsFor = null;
      return;
    }
    // It was there before: who gives it back, as a Map does, has not begun it.
    if (isWaitable && isObject(value)) {
      if (this.#promises.has(value)) {
        site.quiet = -Infinity;
        return;
      }
      this.#promises.add(value);
    }
    const isThunk = typeof value === "function" && by.fn.kind === "generator";
    if (isWaitable || isThunk) {
      call.style = "promise";
      call.isOfOpaque = site.member !== null && (this.#isOpaque(receiver) || this.#isGivenTo(receiver, site));
      this.#note(call);
      by.waitsFor = call;
      if (types.isPromise(value)) this.#settles(call, value);
      return;
    }
    if (isTimer(call) && isObject(value)) this.#timers.set(value, call);
    else if (TAKES_BACK.has(site.member ?? site.expression)) {
      const timer = [call.given[0], receiver].find((one) => isObject(one) && this.#timers.has(one));
      if (timer !== undefined) {
        site.quiet = -Infinity;
        this.#timers.get(timer as object)!.isTakenBack = true;
        return;
      }
    }
    if (calls) {
      call.style = isListening(site.member) ? "event" : "callback";
      this.#note(call);
      if (!call.isKept) return;
      call.isOfOpaque = isOfHandle || this.#isOpaque(receiver);
      call.value = this.#snapshots.of(value);
      return;
    }
    const isNeeded =
      call.kind === "double" ||
      call.kind === "clock" ||
      isOfHandle ||
      (call.kind === "core" && /Sync$/.test(site.member ?? site.expression));
    if (isNeeded || this.#isOpaque(receiver)) {
      call.style = "sync";
      this.#note(call);
      this.#complete(call, "value", value);
    }
  }

  /** Whether an object is one that no data can make again. */
  #isOpaque(receiver: unknown): boolean {
    if (!isObject(receiver) || Array.isArray(receiver) || types.isProxy(receiver)) return false;
    if (types.isMap(receiver) || types.isSet(receiver) || types.isDate(receiver) || types.isRegExp(receiver))
      return false;
    if (ArrayBuffer.isView(receiver) || types.isNativeError(receiver) || typeof receiver === "function")
      return false;
    const constructor = dataOf(receiver, "constructor");
    if (typeof constructor !== "function" || this.#classes.has(constructor)) return false;
    return (
      constructor.name !== "Object" && constructor.name !== "URL" && constructor.name !== "URLSearchParams"
    );
  }

  /** Whether a function that is no code of the project was given to an instance of the project's class, which has it itself. */
  #isGivenTo(receiver: unknown, { member }: SiteState): boolean {
    if (!isObject(receiver) || types.isProxy(receiver) || !Object.hasOwn(receiver, member!)) return false;
    const constructor = dataOf(receiver, "constructor");
    return typeof constructor === "function" && this.#classes.has(constructor);
  }

  /** Notes a call with all that are under way and of which it is a part. */
  #note(call: Call): void {
    call.site.quiet = -Infinity;
    for (
      let one: Activation | null = call.by, links = 0;
      one !== null && links < PARENTS_AT_MOST;
      one = one.parent, links++
    ) {
      if (one.hasEnded || one.calls.length > CALLS_AT_MOST) continue;
      one.calls.push(call);
      call.isKept ||= one.kept !== null;
    }
    if (!call.isKept || call.givenEncoded !== null) return;
    const before = now();
    call.givenEncoded = call.given.map((one) => this.#snapshots.of(one));
    this.#spent += now() - before;
  }

  #settles(call: Call, promise: Promise<unknown>): void {
    call.promise = promise;
    if (call.site.isHandled) {
      const end = (how: "value" | "error") => (value: unknown) => this.#complete(call, how, value);
      whenSettled(promise, end("value"), end("error"));
    } else this.#watch(promise, (how, value) => this.#complete(call, how, value));
  }

  /** Hears what a promise comes to, a turn later at most, whoever else waits for it. */
  #watch(promise: Promise<unknown>, end: (how: "value" | "error", value: unknown) => void): void {
    const isPending = (): boolean => {
      const settled = peek(promise);
      if (settled.state === "pending") return true;
      if (settled.state === "error") end("error", settled.reason);
      else whenSettled(promise, (value) => end("value", value));
      return false;
    };
    if (this.#watched.length < WATCHED_AT_MOST && isPending()) this.#watched.push(isPending);
  }

  #got(by: Activation, value: unknown): unknown {
    const call = by.waitsFor;
    by.waitsFor = null;
    if (call !== null && call.endedAt === null) this.#complete(call, "value", value);
    return value;
  }

  #calledBack(call: Call, values: ArrayLike<unknown>, index: number | null): void {
    const milliseconds = now();
    call.calledBackLater ||= call.isDone;
    // What calls back before it returns is not noted yet.
    if (call.isKept || (!call.isDone && (call.by.kept !== null || call.by.isWithinKept()))) {
      call.callbacks ??= [];
      if (call.callbacks.length < 50) {
        const at = index ?? call.given.findLastIndex((one) => typeof one === "function");
        const place = at >= 0 ? [at] : functionsAmong(call.given)[0]?.at;
        if (place !== undefined) {
          const given = Array.from(values, (one) => this.#snapshots.of(one));
          call.callbacks.push({ at: place, milliseconds, arguments: given });
        }
      }
    }
    if (!call.isDone || call.endedAt !== null || call.style === "promise") return;
    const [error] = Array.from(values);
    const isError = types.isNativeError(error);
    this.#complete(call, isError ? "error" : "value", isError ? error : values[1]);
    call.gave = Array.from(values).filter(isObject);
  }

  #complete(call: Call, outcome: "value" | "error", value: unknown): void {
    if (call.endedAt !== null) return;
    call.endedAt = now();
    call.outcome = outcome;
    call.evidence = call.style === "sync" ? null : this.#evidence(call);
    const cameFromOutside = call.evidence !== null || call.kind === "double";
    if (outcome === "value" && cameFromOutside) this.#addHandles(value);
    if (!call.isKept) return;
    if (isObject(value)) call.gave = [value];
    const before = now();
    if (call.style !== "callback" && call.style !== "event") call.value = this.#snapshots.of(value);
    this.#spent += now() - before;
  }

  #evidence(call: Call): string | null {
    const { receiver, kind, leads } = call;
    // What calls the project's own functions is no I/O itself.
    if (leads && call.style === "promise") return null;
    if (kind === "double") return "double";
    const isOfHandle = isObject(receiver) && this.#handles.has(receiver);
    if (call.style === "event" && isObject(receiver)) {
      const heard = this.#listenedTo.get(receiver);
      if (heard === call.by) return null;
      this.#listenedTo.set(receiver, call.by);
    }
    if (isOfHandle && call.style !== "event") return "handle";
    if (isTimer(call) && turn.number !== call.turn) return turn.type === "" ? "Timeout" : turn.type;
    if (turn.number === call.turn) return null;
    if (isFromOutside()) return turn.type;
    return kind === "core" && turn.type === "Timeout" ? "Timeout" : null;
  }

  #addHandles(value: unknown): void {
    if (!isObject(value)) return;
    const add = (one: unknown): void => {
      if (isObject(one) && this.#isOpaque(one)) this.#handles.add(one);
    };
    add(value);
    if (!types.isProxy(value) && !Array.isArray(value))
      for (const key of Object.keys(value).slice(0, 20)) add(dataOf(value, key));
  }

  #iterated(site: SiteState, by: Activation, iterable: unknown): unknown {
    const method = isObject(iterable) ? (Reflect.get(iterable, Symbol.asyncIterator) as unknown) : undefined;
    if (typeof method !== "function") return iterable;
    const call = new Call(site, by, iterable, [], turn.number, now());
    call.style = "iterator";
    const iterator = Reflect.apply(method, iterable, []) as AsyncIterator<unknown>;
    const step = (result: unknown): unknown => {
      if (call.isOfProject || !types.isPromise(result)) return result;
      const hear = (one: unknown): void => {
        if (turn.number !== call.turn && isFromOutside()) call.evidence ??= turn.type;
        const { done, value } = one as { done?: boolean; value: unknown };
        if (call.isKept && done !== true) {
          call.callbacks ??= [];
          if (call.callbacks.length < 50)
            call.callbacks.push({ at: [], milliseconds: now(), arguments: [this.#snapshots.of(value)] });
        }
        if (done === true) {
          call.endedAt = now();
          call.outcome = "value";
        }
      };
      // Whoever iterates waits for it.
      whenSettled(result, hear, (error: unknown) => this.#complete(call, "error", error));
      return result;
    };
    let isFirst = true;
    return {
      [Symbol.asyncIterator]: () => ({
        next: (...given: []) => {
          this.#pending = call;
          const result: unknown = iterator.next(...given);
          this.#pending = null;
          if (isFirst && !call.isOfProject) this.#note(call);
          isFirst = false;
          return step(result);
        },
        ...(iterator.return === undefined ? {} : { return: (value?: unknown) => iterator.return!(value) }),
        ...(iterator.throw === undefined ? {} : { throw: (error?: unknown) => iterator.throw!(error) }),
      }),
    };
  }

  #end(
    by: Activation,
    how: "value" | "error" | "callback",
    value: unknown,
    atOnce = false,
    at: readonly (string | number)[] = [],
  ): void {
    if (by.hasEnded) return;
    by.hasEnded = true;
    const { fn, answersBy, customary } = by;
    for (const { given } of [...(answersBy ?? []), ...(customary === null ? [] : [customary])])
      this.#waiting.get(given as object)?.delete(by);
    const isAsync = fn.kind !== "plain" || !atOnce;
    if (isAsync && how !== "error") fn.isProven = true;
    if (!isAsync || (fn.kind === "plain" && how === "error" && !by.hasReturned)) return;
    if (fn.kind === "generator" && by.calls.length === 0) return;
    const tell = (): void => this.#safely(undefined, () => this.#tell(by, { how, value, at }));
    // What has settled in this very turn, and was not looked at yet.
    const late = by.calls.flatMap((call): Late[] => {
      const { endedAt, promise } = call;
      const hear = (one: unknown): void => this.#complete(call, "value", one);
      return endedAt === null && promise !== null && hasValue(promise) ? [{ promise, hear }] : [];
    });
    const promises = by.kept?.promises.slice(0, PROMISES_AT_MOST) ?? [];
    for (const { promise, settle } of promises) {
      const settled = peek(promise);
      if (settled.state === "value") late.push({ promise, hear: (one) => settle("value", one) });
      else if (settled.state === "error") settle("error", settled.reason);
    }
    if (late.length === 0) {
      tell();
      return;
    }
    let left = late.length;
    for (const { promise, hear } of late) {
      whenSettled(promise, (one) => {
        hear(one);
        if (--left === 0) tell();
      });
    }
  }

  /** Writes of an activation that is over. */
  #tell(by: Activation, { how, value, at }: Outcome): void {
    const { fn, kept } = by;
    for (const call of by.calls) {
      if (call.endedAt === null && (call.style === "promise" ? call.kind === "core" : answersLater(call)))
        call.evidence ??= "pending";
    }
    const calls = by.calls.filter(({ evidence }) => evidence !== null);
    const path = pathOf(
      fn,
      calls.map((call) => placeIn(by, call)),
    );
    path.calls++;
    if (kept === null || path.kept >= this.#options.callsOfPath) {
      this.#writer.count(fn, path);
      return;
    }
    path.kept++;
    const before = now();
    const outcome = {
      how,
      value:
        Array.isArray(value) && how === "callback"
          ? value.map((one) => this.#snapshots.of(one))
          : this.#snapshots.of(value),
      at,
    };
    this.#writer.keep(fn, path, callLine(by, kept, outcome, now(), this.#options));
    this.#spent += now() - before;
  }
}

/** A promise that has a value, and who is to hear of it. */
interface Late {
  readonly promise: Promise<unknown>;
  readonly hear: (value: unknown) => void;
}

/** Hears what a native promise comes to. */
function whenSettled(
  promise: Promise<unknown>,
  onValue: (value: unknown) => void,
  onError?: (error: unknown) => void,
): void {
  void Reflect.apply(then as typeof promise.then, promise, [onValue, onError]);
}

/** The activation, or the nearest around it that is not over: a callback may be left long before what it has begun is. */
function underWay(activation: Activation | null): Activation | null {
  let one = activation;
  while (one?.hasEnded === true) one = one.parent;
  return one;
}

/**
 * The nearest activation in whose text another one is and that is not over. Where somebody has called that one by its name, the caller
 * may as well be meant, unless the other goes on or is of a function that was seen to answer later: a factory that was given
 * a function seems to wait for ever.
 */
function whoseText(around: Activation, isCalled: boolean): Activation | null {
  const isMeant = ({ hasEnded, hasReturned, fn }: Activation): boolean =>
    !hasEnded && (!isCalled || !hasReturned || fn.isProven);
  let one: Activation | null = around;
  while (one !== null && !isMeant(one)) one = one.around;
  return one;
}

/** Whether a function that begins is one that the call was given, not the one that it calls. */
function isCallbackOf(call: Call, fn: FunctionState, around: Activation): boolean {
  if (fn.site === call.site && around === call.by) return true;
  const called = lastName(call.site.expression);
  if (lastName(fn.name) === called) return false;
  return around === call.by && call.given.some((one) => typeof one === "function" || isObject(one));
}

const TAKES_BACK = new Set(["clearTimeout", "clearImmediate", "clearInterval", "unref", "close"]);

/**
 * Whether a timer that has not come yet when a call ends will answer somebody: it calls once what its caller got from elsewhere. What is
 * written there is the caller's own work, such as to forget what has become too old.
 */
function answersLater(call: Call): boolean {
  const { site, isTakenBack } = call;
  const isInterval = (site.member ?? site.expression) === "setInterval";
  return isTimer(call) && !isTakenBack && !isInterval && !site.writesFunction;
}

function lastName(expression: string): string {
  return expression.slice(expression.lastIndexOf(".") + 1);
}

/**
 * The call that a function was given to by its text, where libraries call it in a context of their own: of several the first
 * that has not answered, of emitters the last.
 */
function calledBackFrom(around: Activation, site: SiteState | null): Call | null {
  const own = around.calls.filter((call) => call.site === site && call.by === around);
  return own.find(({ style, endedAt }) => style !== "event" && endedAt === null) ?? own.at(-1) ?? null;
}

/** Whether a function may be what a call calls back: its text was given to that, or the call has not answered yet. */
function mayCallBack(call: Call, site: SiteState | null): boolean {
  return call.site === site || call.style === "event" || call.endedAt === null;
}

/** Whether a function is called as callbacks of Node are: with an error, or nothing, first. */
function isOfNode(values: ArrayLike<unknown>): boolean {
  const [first] = Array.from(values);
  return values.length > 0 && (first === null || first === undefined || types.isNativeError(first));
}

/** Whether a function that has returned nothing to wait for may still answer by one that it was given. */
function mayStillAnswer({ answersBy }: Activation): boolean {
  return answersBy !== null && answersBy.length > 0;
}

function isCallOrApply(member: string): boolean {
  return member === "call" || member === "apply";
}

/** The arguments that a function gets by `call` or `apply`. */
function valuesOf(given: readonly unknown[], member: string): ArrayLike<unknown> {
  if (member === "call") return given.slice(1);
  const [, list] = given;
  return isObject(list) && "length" in list ? (list as unknown as ArrayLike<unknown>) : [];
}

/** The functions among values, and those in plain objects among them by whose names somebody is called back. */
function functionsAmong(values: ArrayLike<unknown>): Given[] {
  const found: Given[] = [];
  for (let index = 0; index < values.length; index++) {
    const one = values[index];
    if (typeof one === "function") found.push({ given: one, at: [index] });
    else if (isObject(one) && !types.isProxy(one) && !Array.isArray(one)) {
      for (const key of Object.keys(one).slice(0, 20)) {
        if (!CALLS_BACK.test(key)) continue;
        const inner = Object.getOwnPropertyDescriptor(one, key)?.value as unknown;
        if (typeof inner === "function") found.push({ given: inner, at: [index, key] });
      }
    }
  }
  // By custom the last one is who hears of the end.
  return found.reverse();
}

const CALLS_BACK =
  /^(?:callback|cb|done|next|resolve|reject|success|error|fail|complete|finish|end|handler|on[A-Z_].*)$/i;

function addVariables({ kept, fn }: Activation, variables: Kept["variables"], of: FunctionState): void {
  for (const variable of variables) {
    const entry = of.variables.find(({ name }) => name === variable.name);
    // What the function itself declares, it makes again.
    if (entry === undefined || (entry.depth > fn.depth && of.file === fn.file)) continue;
    const isKnown = kept!.variables.some(
      ({ file, name }) => file === variable.file && name === variable.name,
    );
    if (!isKnown) kept!.variables.push(variable);
  }
}

/** Whether a promise has a value by now. */
function hasValue(promise: Promise<unknown>): boolean {
  return peek(promise).state === "value";
}

function listOf(given: () => unknown[]): unknown[] | null {
  try {
    return given();
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is object {
  return (typeof value === "object" && value !== null) || typeof value === "function";
}

/** Whether a global's value may be one that somebody has set for the program to read: no function, and nothing of an environment. */
function isData(value: unknown): boolean {
  if (value === undefined || typeof value === "function" || types.isProxy(value)) return false;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return true;
  const root = Object.getPrototypeOf(value) as object | null;
  return root === null || Object.getPrototypeOf(root) === null;
}

function isPromiseClass(value: object): boolean {
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

function isListening(member: string | null): boolean {
  return member !== null && LISTENS.has(member);
}

/** What the executor of a promise is given: no code of anybody sees who calls it. */
function isNativeResolve(given: object): boolean {
  return (
    !types.isProxy(given) &&
    dataOf(given, "name") === "" &&
    dataOf(given, "length") === 1 &&
    !Object.hasOwn(given, "prototype") &&
    Function.prototype.toString.call(given) === "function () { [native code] }"
  );
}
