import { Atom, Word } from "../functions/atoms.ts";
import type { Call, FoundFunction, TokenSpan } from "../functions/found.ts";
import { AnyBetween } from "./any-between.ts";
import {
  isCallbackName,
  isErrorName,
  isErrorSinkName,
  isFunctionName,
  mayBeCallbackName,
  takesPlainFunctions,
} from "./callback-names.ts";
import { isCalledOn } from "./callback-uses.ts";
import { argumentsOf, calleePath, isDot } from "./chains.ts";
import { isClientOperation } from "./client-operations.ts";
import { startOfLastItem } from "../functions/lists.ts";
import { isText } from "../functions/scan.ts";
import { TokenKind } from "../lexer/tokens.ts";
import { textAt, type FileView } from "./file-view.ts";
import { functionWithParameter, parameterNames } from "./parameter-names.ts";
import { endsWithPromise, isPromiseClass } from "./promises.ts";
import { sortedByHand, sortedCallback } from "./sorted-callback.ts";
import { isStoreOperation } from "./store-operations.ts";
import { isCalledByMethods, storedParameter } from "./stored-callbacks.ts";

/** The function's node-style callback, if its last parameter is one and its use proves it. */
export function provenCallback(view: FileView, index: number): string | undefined {
  if (!mayCallBack(view, index)) return undefined;
  const known = view.knownCallbacks.get(index);
  if (known !== undefined) return known ?? undefined;
  const claim = claimOf(view, index);
  if (claim === null || typeof claim === "string") view.knownCallbacks.set(index, claim);
  else new Proofs(view).settle(index, claim);
  return view.knownCallbacks.get(index) ?? undefined;
}

/**
 * Whether a function does anything with its last parameter that a callback is for: it must be called, or, if its name
 * says that it is one or may be, be handed on.
 */
function mayCallBack(view: FileView, index: number): boolean {
  const { callbackUses } = view;
  if (!callbackUses.has(index)) return sortedByHand(view, index) !== undefined;
  if (callbackUses.isCalled(index)) return true;
  const name = textAt(view, callbackUses.lastNames[index]!);
  return isFunctionName(name) || isCallbackName(name);
}

/** What a function's own text says of its last parameter: that it is its callback, that it is none, or that this hangs on who is given it. */
type Claim = string | null | Doubt;

/** The name of a parameter, and the functions that are given it. */
interface Doubt {
  readonly name: string;
  readonly givenTo: readonly number[];
}

/** A function that is in question while those that it gives its callback to are looked at. */
interface Question extends Doubt {
  readonly index: number;
  next: number;
  /** Its place among those in question, and the first place that can be come to from it. */
  readonly place: number;
  first: number;
}

/**
 * Finds out of functions that give their callbacks on to each other which of them have one: those from which one that calls its
 * own can be come to. Each is looked at once, be there as many as there may, and in whatever circles (Tarjan, Depth-first search
 * and linear graph algorithms, 1972).
 */
class Proofs {
  readonly #view: FileView;
  /** Those in question, each before those that it is given on to. */
  readonly #path: Question[] = [];
  /** All that nothing is known about yet, in the order in which they were come to. */
  readonly #open: Question[] = [];
  readonly #asked = new Map<number, Question>();

  constructor(view: FileView) {
    this.#view = view;
  }

  /** Notes what is known then of a function, and of all that had to be looked at for it. */
  settle(index: number, claim: Doubt): void {
    this.#doubt(index, claim);
    for (let last = this.#path.at(-1); last !== undefined; last = this.#path.at(-1)) {
      const next = last.givenTo[last.next++];
      if (next === undefined) this.#end(last);
      else if (this.#isProven(next, last)) {
        // Each of those that are open leads to one on the path, and that to this.
        for (const { index: one, name } of this.#open) this.#view.knownCallbacks.set(one, name);
        return;
      }
    }
  }

  /** Whether a function has a callback as far as is known; if nothing is, it is the next in question. */
  #isProven(index: number, from: Question): boolean {
    if (!mayCallBack(this.#view, index)) return false;
    const known = this.#view.knownCallbacks.get(index);
    if (known !== undefined) return known !== null;
    const asked = this.#asked.get(index);
    if (asked === undefined) return this.#begin(index);
    from.first = Math.min(from.first, asked.place);
    return false;
  }

  /** Whether a function's own text proves a callback. What hangs on others is in question from now on. */
  #begin(index: number): boolean {
    const claim = claimOf(this.#view, index);
    if (claim === null || typeof claim === "string") {
      this.#view.knownCallbacks.set(index, claim);
      return claim !== null;
    }
    this.#doubt(index, claim);
    return false;
  }

  #doubt(index: number, claim: Doubt): void {
    const place = this.#open.length;
    const question: Question = { index, ...claim, next: 0, place, first: place };
    this.#asked.set(index, question);
    this.#path.push(question);
    this.#open.push(question);
  }

  /** Nothing proves the last one of the path: neither it nor, if it began their circle, those that came behind it. */
  #end({ place, first }: Question): void {
    this.#path.pop();
    if (first === place)
      for (const { index } of this.#open.splice(place)) this.#view.knownCallbacks.set(index, null);
    const before = this.#path.at(-1);
    if (before !== undefined) before.first = Math.min(before.first, first);
  }
}

function claimOf(view: FileView, index: number): Claim {
  const found = view.functions[index]!;
  const name = textAt(view, view.callbackUses.lastNames[index]!);
  if (isErrorSinkName(name) || isExecutor(view, found)) return null;
  const uses = usesOf(view, index, name);
  if (uses.errorFirst === 0 && givesPromise(view, found.parameters)) return null;
  const isNext = name === "next" && isMiddleware(parameterNames(view, found));
  // A promise that is returned says when it is done: `next` is told of failures, or handed on.
  if (isNext && endsWithPromise(view, index)) return null;
  if (isNext || isCallbackName(name)) {
    if (uses.errorFirst > 0 && !isNext) return name;
    if (uses.plain + uses.texts > 0) return null;
    if (uses.deferred > 0 || sortedByHand(view, index) !== undefined) return name;
    const givenTo: number[] = [];
    for (const call of uses.passing) {
      if (sortedCallback(view, call) !== undefined) return name;
      const callee = calleeOf(view, call);
      if (callee === true) return name;
      if (callee !== false) givenTo.push(callee);
    }
    return givenTo.length === 0 ? null : { name, givenTo };
  }
  if (uses.plain > 0) return null;
  if (mayBeCallbackName(name)) {
    if (uses.errorFirst > 0) return name;
    const isGivenOn = uses.texts === 0 && uses.passing.some((call) => isClientOperation(view, call));
    return isGivenOn && isFunctionName(name) ? name : null;
  }
  const goesOn = uses.deferred > 0 || uses.passing.some((call) => calleeOf(view, call) !== false);
  return uses.settled > 0 || (uses.passedErrors > 0 && goesOn) ? name : null;
}

/** Where types of functions say in files that these give a promise. */
const givingPromises = new WeakMap<FileView, AnyBetween>();

/** Whether the last parameter is declared to give a promise: `next: () => Promise<void>` of middleware is waited for. */
function givesPromise(view: FileView, { start, end }: TokenSpan): boolean {
  const places =
    givingPromises.get(view) ??
    new AnyBetween((token) => view.atoms[token] === Atom.Arrow && isText(view.tokens, token + 1, "Promise"));
  givingPromises.set(view, places);
  return places.isIn(startOfLastItem(view, start, end), end - 1);
}

/** `(request, response, next)`: `next` is called without anything asynchronous most of the time. */
export function isMiddleware(names: readonly string[]): boolean {
  const request = names.at(-3);
  if (request === undefined) return names.length === 2 && /^(?:ctx|context)$/.test(names[0]!);
  return /^_?(?:req|request|ctx)/.test(request) || /^_?(?:res|response)/.test(names.at(-2)!);
}

/** The executor of a promise is asynchronous only as part of the function around it. */
function isExecutor(view: FileView, found: FoundFunction): boolean {
  if (found.target?.kind !== "argument") return false;
  const call = view.calls.at(found.target.call);
  return call.constructs && isPromiseClass(calleePath(view, call));
}

interface Uses {
  /** Calls with an error, `null` or `undefined` first. */
  errorFirst: number;
  /** Of them, those with `null` or `undefined` first. */
  settled: number;
  /** Calls without arguments in a function nested in this one. */
  deferred: number;
  /** Of those with an error, those with nothing else in functions that get this error themselves as a callback does. */
  passedErrors: number;
  /** Calls with a text alone, which many tell a failure by. */
  texts: number;
  /** Calls with anything else first. */
  plain: number;
  /** Calls that get it as their last argument. */
  readonly passing: Call[];
}

function usesOf(view: FileView, index: number, name: string): Uses {
  const uses: Uses = {
    errorFirst: 0,
    settled: 0,
    deferred: 0,
    passedErrors: 0,
    texts: 0,
    plain: 0,
    passing: [],
  };
  const { starts, nameTokens, opens, ends, owners } = view.calls;
  for (const call of view.callbackUses.of(index)) {
    const start = starts[call]!;
    const isNamed = isText(view.tokens, start, name) && view.atoms[start - 1] !== Atom.Dot;
    const isCalled = isNamed && (start === nameTokens[call] || isCalledOn(view, call));
    const isDeferred = !isCalled && isGivenToDefer(view, call, name);
    if (!isCalled && !isDeferred && !isLastArgument(view, opens[call]!, ends[call]!, name)) continue;
    // Further in it is another one's name.
    if (functionWithParameter(view, owners[call]!, name) > index) continue;
    if (isDeferred) countDeferred(view, view.calls.at(call), uses);
    else if (isCalled) countCall(view, view.calls.at(call), index, uses);
    else uses.passing.push(view.calls.at(call));
  }
  return uses;
}

/** `setImmediate(cb, null, x)`: whether a call has the callback called in a later turn. */
function isGivenToDefer(view: FileView, call: number, name: string): boolean {
  const given = view.calls.opens[call]! + 1;
  if (!isText(view.tokens, given, name) || !view.callbackUses.deferring.has(call)) return false;
  const after = view.atoms[given + 1];
  return after === Atom.Comma || after === Atom.CloseParenthesis;
}

/** Where it is called with an error, the function may do no more than to refuse what it is given, and else go on at once. */
function countDeferred(view: FileView, call: Call, uses: Uses): void {
  const first = argumentsOf(view, call)[1];
  if (first === undefined) uses.deferred++;
  else if (isNothing(textAt(view, first.start))) {
    uses.errorFirst++;
    uses.settled++;
  }
}

function isNothing(text: string): boolean {
  return text === "null" || text === "undefined" || text === "void";
}

function countCall(view: FileView, call: Call, index: number, uses: Uses): void {
  const isOnThis = call.nameToken !== call.start;
  const first = argumentsOf(view, call)[isOnThis ? 1 : 0];
  const isHandedOn = isOnThis && first !== undefined && isText(view.tokens, first.start, "arguments");
  if (first === undefined || isHandedOn) {
    if (call.owner !== index) uses.deferred++;
    return;
  }
  // `cb.apply(this, [null, row])`
  const isList = isOnThis && view.atoms[first.start] === Atom.OpenBracket;
  const text = textAt(view, isList ? first.start + 1 : first.start);
  if (isNothing(text)) {
    uses.errorFirst++;
    uses.settled++;
  } else if (
    isErrorName(text) ||
    (text === "new" && /(?:Error|Exception)$/.test(textAt(view, first.start + 1)))
  ) {
    uses.errorFirst++;
    if (first.end === call.end - 1 && text.length > 1 && call.owner !== index) {
      const owner = view.functions[call.owner];
      if (owner !== undefined && parameterNames(view, owner)[0] === text) uses.passedErrors++;
    }
  } else if (isOnThis) return;
  else if (isTextAlone(view, call, first)) uses.texts++;
  else uses.plain++;
}

function isTextAlone(view: FileView, { end }: Call, first: TokenSpan): boolean {
  const kind = view.tokens.kinds[first.start]!;
  return first.end === end - 1 && (kind === TokenKind.String || kind === TokenKind.Template);
}

/** The name or literal that is all of a call's last argument; "" where there is none. */
export function lastArgument(view: FileView, { open, end }: Call): string {
  const last = end - 2;
  if (last <= open) return "";
  const before = view.atoms[last - 1];
  return before === Atom.Comma || before === Atom.OpenParenthesis ? textAt(view, last) : "";
}

function isLastArgument(view: FileView, open: number, end: number, name: string): boolean {
  const last = end - 2;
  if (last <= open || !isText(view.tokens, last, name)) return false;
  const before = view.atoms[last - 1];
  return before === Atom.Comma || before === Atom.OpenParenthesis;
}

/** Whether a call that gets the callback as its last argument will call it back; where a function of the file is called, which. */
function calleeOf(view: FileView, call: Call): boolean | number {
  const callee = call.nameToken < 0 ? "" : textAt(view, call.nameToken);
  if (takesPlainFunctions(callee))
    return /^async\./.test(calleePath(view, call)) || isStoreOperation(view, call, false);
  if (call.nameToken !== call.start) return true;
  const called = view.functionNamed.get(callee);
  return called === undefined || (call.constructs && keepsForMethods(view, call, called)) ? true : called;
}

/** `new Upload(id, done).run()`: whether what is made keeps the callback, for its methods to call, and is not just handed out. */
function keepsForMethods(view: FileView, call: Call, constructor: number): boolean {
  const isHandedOut = view.atoms[call.start - 2] === Word.return && !isDot(view.atoms[call.end]!);
  const stored = isHandedOut ? undefined : storedParameter(view, constructor);
  return stored !== undefined && isCalledByMethods(view, textAt(view, call.nameToken), stored);
}
