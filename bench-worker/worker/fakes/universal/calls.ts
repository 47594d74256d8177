import { Writable } from "node:stream";
import type { IoCallKind } from "../../../../analysis/model.ts";
import type { GivenFake } from "../../fakes-file/given-fakes.ts";
import type { Callback } from "../../io/callback.ts";
import { isObject } from "../../io/is-object.ts";
import { thrownAtCall } from "../../io/thrown-at-call.ts";
import { isClass, saysErrorFirst } from "../callback-shape.ts";
import { keepsFunctions, returnsNothing } from "../functions-to-run.ts";
import { answerAtOnce } from "../given-answers.ts";
import { areOperators, observerOf, piped } from "../observables.ts";
import { isPartOfQuery, LISTENING, UNLISTENING } from "../telling-names.ts";
import { atItem } from "../item-place.ts";
import { keyOfArguments } from "./argument-key.ts";
import { givenFunction } from "./given-function.ts";
import { CallsInSource } from "./calls-in-source.ts";
import { CallChains } from "./chains.ts";
import type { FakeCallbacks } from "./callbacks.ts";
import type { FakeContext } from "./context.ts";
import type { AnyFunction } from "./any-function.ts";
import type { FakeEvents } from "./events.ts";
import { callGiven, doesMore, givenWay, goesThroughList } from "./given-calls.ts";
import { FunctionsWithin } from "./functions-within.ts";
import type { FakeLists } from "./lists.ts";
import { partsOf } from "./names.ts";
import type { Plan } from "./plan.ts";
import { takesValueFirst, type CallbackWay, type GivenWay } from "./remembered-calls.ts";
import { isResolver } from "./resolvers.ts";

/** The other parts of the universal fakes, as calls need them. */
interface Parts {
  readonly lists: FakeLists;
  readonly callbacks: FakeCallbacks;
  readonly events: FakeEvents;
}

/** Items and members in which parts of queries are looked for. */
const HELD_AT_MOST = 100;

/** What calls of fakes do: which of them are I/O operations, and how they answer. */
export class FakeCalls {
  readonly #fakes: FakeContext;
  readonly #lists: FakeLists;
  readonly #callbacks: FakeCallbacks;
  readonly #events: FakeEvents;
  readonly #inSource: CallsInSource;
  readonly #chains: CallChains;
  readonly #within: FunctionsWithin;
  /** Results of calls that answer by a callback. */
  readonly #answeredBack = new Set<string>();
  /** Of the call that begins: where it is to remember how it is answered; null where it is not. */
  #plan: Plan | null = null;
  /** Functions that were added to something: `listeners.add(tell)`. */
  readonly #added = new WeakSet<object>();
  /** By what a watched call was given of them, the names of operations. */
  readonly #operations = new WeakMap<object, string>();
  /** Operations of which another one on the same was given what they gave. */
  readonly parts = new Set<string>();

  /** The fake that was last called, by its whole name; empty before any was. */
  last = "";

  constructor(fakes: FakeContext, { lists, callbacks, events }: Parts) {
    this.#fakes = fakes;
    this.#lists = lists;
    this.#callbacks = callbacks;
    this.#events = events;
    this.#inSource = new CallsInSource(fakes);
    this.#chains = new CallChains(fakes);
    this.#within = new FunctionsWithin(fakes);
  }

  /** {@link FunctionsWithin.ran} */
  get ranWithin(): ReadonlySet<string> {
    return this.#within.ran;
  }

  /** Whether what goes by a name was given by a call that answers by a callback. */
  isAnsweredBack(name: string): boolean {
    return this.#answeredBack.has(name);
  }

  /**
   * A call of what has been called before: nothing is found out anew that is remembered, but while it is watched. Where items are to differ, what is given
   * to one that others of the name were not given has it answer what differs: see {@link ItemPlace}.
   */
  callAgain(plan: Plan, parameters: unknown[], origin: object): unknown {
    const { core } = this.#fakes;
    const at = core.tap === null ? 0 : plan.givenAt(keyOfArguments(core, parameters));
    if (at > 0) core.mayVary = true;
    return at > 0 && core.itemsHold === "varied"
      ? atItem(core, at, () => this.#callAgain(plan, parameters, origin))
      : this.#callAgain(plan, parameters, origin);
  }

  #callAgain(plan: Plan, parameters: unknown[], origin: object): unknown {
    const { name, calls } = plan;
    if (this.#fakes.core.tap !== null || this.#fakes.noting !== null)
      return this.call(name, parameters, origin);
    if (calls.given !== null) {
      const answered = this.#givenAgain(plan, calls.given, parameters);
      if (answered !== undefined) return answered;
    }
    const [run] = parameters;
    if (calls.goesThroughList(run) && this.#mayBeCalled(run)) {
      this.last = name;
      return this.#throughList(name, parameters);
    }
    const way = calls.sureWay(parameters) ?? this.#wayOf(plan, parameters);
    if (way !== undefined) {
      this.last = name;
      return way === "promise" ? this.#promise(plan, origin) : this.#callBackAgain(plan, way, parameters);
    }
    calls.isOtherwise();
    this.#plan = plan;
    try {
      return this.call(name, parameters, origin);
    } finally {
      this.#plan = null;
    }
  }

  /** The answer that a file gives, like others before it; undefined where it is to be found out how it is given. */
  #givenAgain({ name }: Plan, way: GivenWay, parameters: unknown[]): unknown {
    const { given, kind } = way;
    const last = parameters.at(-1);
    const callback = typeof last === "function" && !this.#fakes.isFake(last) ? (last as AnyFunction) : null;
    if ((kind === "callback") !== (callback !== null)) return undefined;
    this.last = name;
    const nothing = (): unknown => undefined;
    if (callback === null)
      return this.#fakes.core.promise(name, given.answer(parameters, nothing), given.latency);
    if (isClass(callback)) return undefined;
    const value = given.answer(parameters.slice(0, -1), nothing);
    this.#fakes.core.callback(name, value, callback, given.latency);
    return (way.returned ??= this.#fakes.make(partsOf(name).answer));
  }

  /** How a call is answered, by how others of what is called were; undefined where that is to be found out. */
  #wayOf({ calls }: Plan, parameters: readonly unknown[]): CallbackWay | "promise" | undefined {
    if (calls.isEmpty || this.#hasFunctions(parameters)) return undefined;
    const last = parameters.at(-1);
    if (typeof last === "function" && !this.#fakes.isFake(last)) {
      const way = calls.callbackWay(parameters, last as AnyFunction);
      if (way !== undefined || !isClass(last as AnyFunction)) return way;
    }
    if (!calls.givesPromise) return undefined;
    calls.gavePromise();
    return "promise";
  }

  /** Whether there are functions that may be called, none of them made up, among the parameters but the last. */
  #hasFunctions(parameters: readonly unknown[]): boolean {
    for (let at = parameters.length - 2; at >= 0; at--) if (this.#mayBeCalled(parameters[at])) return true;
    return false;
  }

  /** Whether a value is a function that an operation may call: a fake can be called, but it is nobody's callback, and no class is. */
  #mayBeCalled(value: unknown): value is AnyFunction {
    return typeof value === "function" && !this.#fakes.isFake(value) && !isClass(value as AnyFunction);
  }

  /**
   * Calls back later, and gives what is given back: a fake of one name serves for both, as mostly nobody looks at what a call
   * returns that calls back, and to make another would count as the target's.
   */
  #callBack(name: string, callback: AnyFunction, valueFirst?: boolean): unknown {
    const value = this.#callbacks.callBack(name, callback, false, valueFirst);
    return this.#fakes.isFake(value) ? value : this.#fakes.make(partsOf(name).answer);
  }

  /** The same for a call like others before it: for callbacks with an error and a value nothing is asked by names. */
  #callBackAgain(
    plan: Plan,
    { takesValueFirst, length }: CallbackWay,
    parameters: readonly unknown[],
  ): unknown {
    const callback = parameters.at(-1) as AnyFunction;
    if (takesValueFirst || length > 2) return this.#callBack(plan.name, callback, takesValueFirst);
    const value = this.#fakes.makeAnswer(plan);
    this.#fakes.core.callback(plan.name, value, callback);
    return value;
  }

  /** What an operation gives of which the promise is used. */
  #promise(plan: Plan, origin: object | undefined): Promise<unknown> {
    const promise = this.#fakes.core.promise(plan.name, this.#fakes.makeAnswer(plan, origin));
    const isPart = this.#fakes.core.tap !== null && isPartOfQuery(partsOf(plan.name).last);
    if (isPart) this.#operations.set(promise, plan.name);
    return promise;
  }

  /** Notes which parts of queries other operations on the same are given: `db.raw()` in `db.select(db.raw("now()"))`. */
  #noteParts(name: string, parameters: readonly unknown[]): void {
    for (const one of parameters.flatMap((each) => [each, ...this.#held(each)])) {
      const part = isObject(one) ? (this.#operations.get(one) ?? "") : "";
      const on = part.slice(0, Math.max(part.lastIndexOf("."), 0));
      if (on !== "" && name.startsWith(on) && /^[.(]/.test(name.slice(on.length))) this.parts.add(part);
    }
  }

  /** What a list or a plain object has in it: `{ visits: db.raw("visits + 1") }`. */
  #held(value: unknown): unknown[] {
    if (!isObject(value) || typeof value === "function" || this.#fakes.isFake(value)) return [];
    const prototype: unknown = Object.getPrototypeOf(value);
    const isPlain = isObject(prototype) && Object.getPrototypeOf(prototype) === null;
    if (!Array.isArray(value) && !isPlain) return [];
    // A getter is the program's own, and runs when that asks it.
    const own = Object.keys(value).slice(0, HELD_AT_MOST);
    return own.map((key): unknown => Object.getOwnPropertyDescriptor(value, key)?.value);
  }

  #allows(rule: string): boolean {
    return this.#fakes.core.rules.allow(rule);
  }

  /** How calls of the same name answer elsewhere, where it is called there, or on the same as here. */
  #kindElsewhere(name: string, last: string): IoCallKind | undefined {
    const { hints } = this.#fakes;
    const kind = hints.byExpression?.get(name) ?? hints.get(last);
    if (kind === undefined || hints.isOf === undefined) return kind;
    const packageName = this.#fakes.packageOf(name) ?? null;
    const receivers = this.#inSource.receiversOf(name);
    const isTold =
      this.#inSource.isAtPlace(name) ||
      receivers.some((one) => hints.isOf!(last, { packageName, name: one }));
    return isTold && this.#allows("as-elsewhere") ? kind : undefined;
  }

  call(name: string, parameters: unknown[], origin?: object, kindOtherwise?: IoCallKind): unknown {
    // What is called within this call is none of the plan's.
    const plan = this.#plan;
    this.#plan = null;
    this.#fakes.core.tap?.onFakeCall?.(name, parameters);
    this.#fakes.noting?.called(name);
    const { last, parent, answer: ownAnswer } = partsOf(name);
    const answer = last === "slice" ? this.#lists.cut(ownAnswer, parent, parameters) : ownAnswer;
    this.last = name;
    if (this.#fakes.core.tap !== null) this.#noteParts(name, parameters);
    const lastParameter = parameters.at(-1);
    const callback: unknown = this.#mayBeCalled(lastParameter) ? lastParameter : undefined;
    const kind = this.#inSource.kindHere(name) ?? this.#kindElsewhere(name, last) ?? kindOtherwise;
    const given = this.#fakes.given?.of(name);
    const { clients } = this.#fakes;
    const ofKnown = given === undefined ? undefined : clients.kindOf(name, parameters, callback);
    const isAsKnown = ofKnown !== undefined && (given?.kind ?? ofKnown) === ofKnown;
    if (isAsKnown && given?.saysAnswer === false)
      return clients.call(name, parameters, callback, origin, given)?.value;
    if (given !== undefined && (given.kind !== undefined || !doesMore(name, callback))) {
      // Where the file gives no answer, and no other kind than the source shows, what is given to run within runs as without it.
      const isAsShown = !given.saysAnswer && kind === "promise" && (given.kind ?? kind) === kind;
      const run = isAsShown ? this.#within.functionToRun(name, parameters) : undefined;
      if (run !== undefined) return this.#within.run(name, run, this.#within.onlyWaits(last), given);
      const use = { name, given, parameters, callback, kind: ofKnown ?? kind };
      if (plan !== null) plan.calls.given = givenWay(use);
      return callGiven(this.#fakes, use);
    }
    const ofClient = clients.call(name, parameters, callback, origin);
    if (ofClient !== undefined) return ofClient.value;
    if (LISTENING.has(last) && typeof callback === "function") {
      this.#events.listen(name, String(parameters[0]), callback as AnyFunction, origin);
      return this.#givenOr(given, name, parameters, () =>
        this.#events.goingOn(this.#fakes.make(answer), origin),
      );
    }
    if (last === "add" && typeof callback === "function") this.#added.add(callback);
    const takesOut = last === "delete" && typeof callback === "function" && this.#added.has(callback);
    if (
      (takesOut || UNLISTENING.has(last)) &&
      typeof callback === "function" &&
      kind === undefined &&
      this.#allows("stops-to-listen")
    ) {
      this.#fakes.note(name, "sync", "stops to listen");
      return this.#fakes.make(answer);
    }
    if (
      goesThroughList(name, parameters[0]) &&
      this.#mayBeCalled(parameters[0]) &&
      !this.#fakes.known.facts.has("operation", last, "plain") &&
      (kind === undefined || this.#isAnswered(name)) &&
      this.#allows("through-list")
    ) {
      plan?.calls.keepThroughList(parameters[0]);
      return this.#throughList(name, parameters);
    }
    const isFake = (value: unknown): boolean => this.#fakes.isFake(value);
    if (
      last === "pipe" &&
      origin !== undefined &&
      areOperators(parameters, isFake) &&
      this.#allows("operators")
    ) {
      return this.#givenOr(given, name, parameters, () => piped(origin, parameters));
    }
    if (last === "pipe" || last === "pipeThrough") {
      if (last === "pipe" && isWritable(parameters[0]) && !this.#fakes.isFake(parameters[0]))
        this.#fill(name, parameters[0]);
      return this.#givenOr(given, name, parameters, () => parameters[0]);
    }
    const observer = last === "subscribe" && last !== name ? observerOf(parameters, isFake) : null;
    if (observer !== null && this.#allows("observer")) return this.#callbacks.subscribe(name, observer);
    const resolver = parameters.find((parameter) => !this.#fakes.isFake(parameter) && isResolver(parameter));
    if (resolver !== undefined && this.#allows("resolver")) {
      this.#answeredBack.add(answer);
      this.#fakes.note(name, "callback", "given what settles a promise");
      this.#fakes.core.callback(name, this.#fakes.make(answer), (error, value) => {
        if (error === null) (resolver as AnyFunction)(value);
        else (callback as AnyFunction)(error);
      });
      return this.#fakes.make(answer);
    }
    if (
      typeof callback === "function" &&
      keepsFunctions(last, parameters, kind !== undefined) &&
      this.#allows("keeps-functions")
    ) {
      this.#fakes.note(name, "sync", "keeps the function that it is given for later");
      return this.#fakes.make(answer, [], origin);
    }
    const ofText = kind === undefined ? givenFunction(name, parameters) : undefined;
    if (ofText !== undefined && this.#allows("by-text")) {
      this.#fakes.note(name, "sync", ofText.why);
      return ofText.value;
    }
    const goesOn = kind === "promise" && this.#fakes.known.facts.has("operation", last, "plain");
    if ((goesOn || (kind === undefined && this.#chains.isOne(parent))) && this.#allows("chains"))
      return this.#chains.make(name, origin);
    const run = kind === "promise" ? this.#within.functionToRun(name, parameters) : undefined;
    if (run !== undefined && this.#allows("runs-within")) {
      const { noting } = this.#fakes;
      if (noting !== null && run.length <= 1 && !this.#within.onlyWaits(last))
        noting.answered(name, {
          by: "run",
          at: parameters.indexOf(run),
          returnsNothing: returnsNothing(run),
        });
      return this.#within.run(name, run);
    }
    if (
      typeof callback === "function" &&
      (kind !== "promise" || saysErrorFirst(callback as AnyFunction)) &&
      kind !== "sync" &&
      (kind !== undefined || this.#allows("given-function"))
    ) {
      this.#fakes.note(name, "callback", "given a function");
      if (!this.#hasFunctions(parameters))
        plan?.calls.keepCallback(last, parameters, callback as AnyFunction);
      this.#noteCallback(name, parameters, callback as AnyFunction);
      this.#answeredBack.add(answer);
      return this.#callBack(name, callback as AnyFunction);
    }
    if (kind === "promise") {
      this.#fakes.note(name, "promise", "its promise is used");
      if (typeof callback !== "function" && !this.#hasFunctions(parameters)) {
        plan?.calls.keepPromise(last);
        this.#fakes.noting?.answered(name, { by: "promise" });
      }
      const promise = this.#promise(plan ?? this.#fakes.planOf(name), origin);
      if (typeof callback === "function") this.#handEnd(name, promise, callback as AnyFunction);
      return promise;
    }
    if (kind === "thunk") {
      this.#fakes.note(name, "thunk", "its thunk is used");
      return (done: Callback) => this.#fakes.core.callback(name, this.#fakes.make(answer), done);
    }
    this.#fakes.note(name, "sync", "no wait for it is seen");
    if (callback === undefined && !this.#hasFunctions(parameters))
      this.#fakes.noting?.answered(name, { by: "return" });
    return this.#fakes.make(answer, [], origin);
  }

  /** What is waited for, and is handed the end of the target's call as well, calls that back where nobody else does: `fn(request, response, next)`. */
  #handEnd(name: string, promise: Promise<unknown>, callback: AnyFunction): void {
    const { core, known } = this.#fakes;
    if (known.facts.has("operation", name, "goes-on"))
      promise.then(
        () => callback(null),
        () => undefined,
      );
    else if (core.tap?.given?.includes(callback) === true) core.endHandedTo = name;
  }

  /** Notes how a call is answered that calls back, where that is with an error and a value. */
  #noteCallback(name: string, parameters: readonly unknown[], callback: AnyFunction): void {
    if (callback.length > 2 || takesValueFirst(callback) || this.#hasFunctions(parameters)) return;
    this.#fakes.noting?.answered(name, { by: "callback", parameters: parameters.length });
  }

  /** What a call gives that has done what it does besides: what the file says, where it does. */
  #givenOr(
    given: GivenFake | undefined,
    name: string,
    parameters: unknown[],
    otherwise: () => unknown,
  ): unknown {
    if (given === undefined) return otherwise();
    return answerAtOnce({ core: this.#fakes.core, expression: name, given, parameters, otherwise });
  }

  /** What a method of lists gives, of two made-up items. */
  #throughList(name: string, parameters: readonly unknown[]): unknown {
    const { last, parent, answer } = partsOf(name);
    this.#lists.read.add(parent);
    const list = this.#lists.itemsOf(name) as unknown as Record<string, AnyFunction>;
    const thrownBefore = thrownAtCall.count;
    try {
      const given = list[last]!(...parameters);
      this.#fakes.noting?.answered(name, { by: "list" });
      return given;
    } catch (error) {
      // An item that was to be read as text is put right by what its error says.
      if (error instanceof SyntaxError || thrownAtCall.count > thrownBefore) throw error;
      // What is made up was no item of such a list.
      return this.#fakes.make(answer);
    }
  }

  /** Whether a method is one of an answer that was waited for: `stock.find(…)` of `stock = await manager.find(…)`. */
  #isAnswered(name: string): boolean {
    const operation = /(?<![\p{ID_Continue}$#])([\p{ID_Continue}$#]+)\(\)\.[\p{ID_Continue}$#]+$/u.exec(
      name,
    )?.[1];
    return operation !== undefined && this.#fakes.hints.get(operation) === "promise";
  }

  /** A made-up stream goes into a real one, whose end is waited for: it has one piece, of what text holds. */
  #fill(name: string, into: Writable): void {
    const end = (): void => void into.end(this.#fakes.core.json);
    this.#fakes.core.event(name, end, (error) => into.destroy(error), "it is piped into a stream");
  }
}

function isWritable(value: unknown): value is Writable {
  return value instanceof Writable;
}
