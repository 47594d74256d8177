import type { Completion } from "../model.ts";
import type { GeneratorRunner, Pattern } from "../pattern.ts";
import { Atom } from "../functions/atoms.ts";
import type { FoundFunction } from "../functions/found.ts";
import { isText, tokenText } from "../functions/scan.ts";
import { calleePath, chainAt, isDot } from "./chains.ts";
import { isCallbackName } from "./callback-names.ts";
import { isMiddleware, provenCallback } from "./callbacks.ts";
import { returnsEmitter } from "./emitters.ts";
import { declaredReturnType, mayDeclareAsync } from "./declared-types.ts";
import { isDrivenElsewhere } from "./driven-elsewhere.ts";
import type { FileView } from "./file-view.ts";
import { fiberCall, isFiber, isStreamline, returnedThunk, returnsObservable } from "./others.ts";
import { isPromiseClass, isPromiseMethod, isPromiseType, openOfRun, returnsPromise } from "./promises.ts";
import { parameterNames } from "./parameter-names.ts";
import { answerOf, lateHandlers } from "./responses.ts";
import { returnStarts } from "./returns.ts";
import { generatorUses, type GeneratorUse } from "./generators.ts";
import { returnsCallback, storedCallback } from "./stored-callbacks.ts";
import { textAt } from "./file-view.ts";
import { suspectsOf } from "./suspects.ts";

/** The call through which a function becomes the one that callers call. */
export type MadeBy = Pick<GeneratorUse, "call" | "runsNow" | "isLiteral" | "result">;

/** What makes a function asynchronous. */
export interface Classified {
  /** Index of the function. */
  readonly index: number;
  readonly pattern: Pattern;
  readonly runner?: GeneratorRunner;
  readonly completion: Completion;
  /** The call that makes a generator or fiber callable; absent where the function is so by itself. */
  readonly madeBy?: MadeBy;
  /** The callback parameter, where the function has one. */
  readonly callback?: string;
  /** What it answers with in a callback, where it is a handler of HTTP: its end as much as that of its callback is. */
  readonly response?: string;
  /** Where it has none but calls one that is stored on its object: the name it has there. */
  readonly storedCallback?: string;
}

/**
 * The asynchronous functions of a file that have entries of their own, in source order; those that `suspects` has no 1
 * for are not looked into.
 *
 * @param asked The index of a function that somebody takes for asynchronous: it has an entry although nothing tells of it,
 * as one that gives back what an unknown function gives, which may be a promise, or it is a part of the one around it, which
 * calls it at once. -1 for none.
 */
export function classify(view: FileView, suspects = suspectsOf(view), asked = -1): Classified[] {
  const uses = generatorUses(view);
  const swallowed = new Set<number>();
  const entries: Classified[] = [];
  /** For each function, 1 if it stands in an entry. */
  const { parents, length } = view.functionList;
  const inEntry = new Uint8Array(length);
  for (let index = 0; index < length; index++) {
    const parent = parents[index]!;
    const isInside = parent >= 0 && inEntry[parent] === 1;
    if (isInside) inEntry[index] = 1;
    const isAsked = index === asked;
    if ((suspects[index] === 0 || swallowed.has(index)) && !isAsked) continue;
    const told = classifyOne(view, index, isInside, uses, swallowed);
    const classified = told ?? (isAsked ? takenForAsynchronous(view, index) : undefined);
    if (classified === undefined) continue;
    entries.push(classified);
    // What is asynchronous within one that is none as far as its text tells is what it would be without the question.
    if (told !== undefined || classified.completion === "callback") inEntry[index] = 1;
  }
  return entries;
}

function classifyOne(
  view: FileView,
  index: number,
  isInside: boolean,
  uses: ReadonlyMap<number, GeneratorUse>,
  swallowed: Set<number>,
): Classified | undefined {
  const found = view.functions[index]!;
  if (found.form === "getter" || found.form === "setter" || found.form === "constructor") return undefined;
  if (found.isAsync && found.isGenerator)
    return { index, pattern: "async-generator", completion: "async-iterator" };
  if (found.isAsync) return { index, pattern: "async-await", completion: "promise" };
  const use = uses.get(index);
  if (use !== undefined)
    return { index, pattern: "generator", runner: use.runner, completion: use.completion, madeBy: use };
  if (found.isGenerator) {
    if (!isDrivenElsewhere(view, found)) return undefined;
    return { index, pattern: "generator", runner: "co", completion: "promise" };
  }
  const run = returnedRun(view, index, uses);
  if (run !== undefined) {
    swallowed.add(run.generator);
    return { index, pattern: "generator", runner: run.use.runner, completion: run.use.completion };
  }
  const asyncRun = returnedAsyncRun(view, index);
  if (asyncRun !== undefined) {
    swallowed.add(asyncRun);
    return { index, pattern: "async-await", completion: "promise" };
  }
  if (isStreamline(view, index))
    return { index, pattern: "streamline", completion: "callback", callback: "_" };
  if (isFiber(view, index)) return fiber(view, index);
  if (isContinuation(view, found, isInside)) return undefined;
  return plainFunction(view, index, uses, swallowed);
}

/**
 * What is to be awaited is the call of its last parameter, where that has the name of a callback and it calls it; else what it gives
 * back: a promise, or a value that is there at once. What middleware goes on with is no I/O call of it.
 */
function takenForAsynchronous(view: FileView, index: number): Classified | undefined {
  const found = view.functions[index]!;
  const { form, isGenerator } = found;
  if (isGenerator || form === "getter" || form === "setter" || form === "constructor") return undefined;
  const names = parameterNames(view, found);
  const last = names.at(-1);
  const isCalled = last !== undefined && calls(view, found, last) && !returnsPromise(view, index);
  if (isCalled && last !== "next" && isCallbackName(last))
    return { index, pattern: "callbacks", completion: "callback", callback: last };
  const goesOn = isCalled && last === "next" && names.length > 2 && isMiddleware(names);
  return { index, pattern: "promise-chain", completion: "promise", ...(goesOn && { callback: last }) };
}

/** Whether a parameter is called: not where it is only handed on, to be called at whatever time. */
function calls({ tokens }: FileView, { parameters, end }: FoundFunction, name: string): boolean {
  for (let token = parameters.end; token < end; token++)
    if (isText(tokens, token, name) && /^(?:\(|\?\.)$/.test(tokenText(tokens, token + 1))) return true;
  return false;
}

function fiber(view: FileView, index: number): Classified {
  const call = fiberCall(view, index);
  const { result } = call < 0 ? { result: null } : view.calls.at(call);
  const made = call < 0 ? {} : { madeBy: { call, runsNow: false, isLiteral: true, result } };
  return { index, pattern: "fiber", completion: "callback", ...made };
}

/** Whether what ends before a token is called there: `coroutine(…)()`, `asyncToGenerator(…).apply(this, arguments)`. */
function isCalled({ atoms, tokens }: FileView, end: number): boolean {
  if (atoms[end] === Atom.OpenParenthesis) return true;
  return atoms[end] === Atom.Dot && /^(?:call|apply)$/.test(tokenText(tokens, end + 1));
}

/**
 * A function that returns `co(function* () { … })`: the generator is its body. One that returns what `co.wrap` makes of
 * a generator runs nothing itself.
 */
function returnedRun(
  view: FileView,
  index: number,
  uses: ReadonlyMap<number, GeneratorUse>,
): { readonly generator: number; readonly use: GeneratorUse } | undefined {
  if (uses.size === 0) return undefined;
  const starts = new Set(returnStarts(view, index));
  if (starts.size === 0) return undefined;
  for (const inner of view.childrenOf.of(index)) {
    const use = uses.get(inner);
    if (use?.call !== undefined && use.isLiteral) {
      const call = view.calls.at(use.call);
      if (starts.has(call.start) && (use.runsNow || isCalled(view, call.end)))
        return { generator: inner, use };
    }
  }
  return undefined;
}

/** The asynchronous function that is the body of one which returns `(async () => { … })()`; undefined where there is none. */
function returnedAsyncRun(view: FileView, index: number): number | undefined {
  const { atoms, functionList, functions, tokens } = view;
  return view.childrenOf.of(index).find((inner) => {
    if (functionList.traits[inner] === 0) return false;
    const { start, end, isAsync, isGenerator } = functions[inner]!;
    const open = openOfRun(view, end);
    if (!isAsync || isGenerator || open < 0 || !returnStarts(view, index).includes(start)) return false;
    // `(async () => { … })().then(…)` is a chain.
    let after = (tokens.match[open] ?? -1) + 1;
    while (atoms[after] === Atom.CloseParenthesis) after++;
    return !isDot(atoms[after]!);
  });
}

/**
 * A function with a callback whose body runs a generator that answers it: `co(function* () { … })(done)`, `.then(…, done)`,
 * `gens(function* () { … })(function (err) { … done(err); })`, or a `q.spawn` in which it is called. The generator is
 * its body then.
 */
function answeringRun(
  view: FileView,
  index: number,
  callback: string,
  uses: ReadonlyMap<number, GeneratorUse>,
): { readonly generator: number; readonly use: GeneratorUse } | undefined {
  if (uses.size === 0) return undefined;
  for (const generator of view.childrenOf.of(index)) {
    const use = uses.get(generator);
    if (use?.isLiteral !== true) continue;
    const { start, end } = view.calls.at(use.call);
    if (!use.runsNow && !isCalled(view, end)) continue;
    const last = chainAt(view, start).at(-1)!.end;
    for (let token = start; token < last; token++)
      if (isText(view.tokens, token, callback)) return { generator, use };
  }
  return undefined;
}

/**
 * Whether a plain function only carries on the flow of others: what is given to `.then`, to `new Promise`, or, within
 * an asynchronous function, to any call.
 */
export function isContinuation(view: FileView, found: FoundFunction, isInside: boolean): boolean {
  if (isInside && isPartOfExpression(found)) return true;
  if (found.target?.kind !== "argument") return false;
  const call = view.calls.at(found.target.call);
  if (call.constructs) return isPromiseClass(calleePath(view, call));
  return call.nameToken !== call.start && isPromiseMethod(textAt(view, call.nameToken));
}

/** Whether a function stands in a call's arguments, be it in a list or an object there, and has no name of its own. */
function isPartOfExpression(found: FoundFunction): boolean {
  const { target } = found;
  if (target === null) return !found.isDeclaration;
  if (target.kind === "member" && target.holder.kind === "object")
    return target.holder.target === null || target.holder.target.kind === "argument";
  return target.kind === "argument";
}

function plainFunction(
  view: FileView,
  index: number,
  uses: ReadonlyMap<number, GeneratorUse>,
  swallowed: Set<number>,
): Classified | undefined {
  const answersLate = lateHandlers(view).get(index);
  const callback =
    provenCallback(view, index) ?? (answersLate === undefined ? undefined : nextOf(view, index));
  // Whom middleware hands `next` on to may answer as well.
  const response =
    answersLate ?? (callback === "next" ? answerOf(parameterNames(view, view.functions[index]!)) : undefined);
  const answers = response === undefined ? {} : { response };
  if (callback !== undefined && returnsCallback(view, index)) return undefined;
  const givesPromise = returnsPromise(view, index);
  if (callback !== undefined && !(givesPromise && settlesThroughPromise(view, index))) {
    const run = answeringRun(view, index, callback, uses);
    if (run === undefined)
      return { index, pattern: "callbacks", completion: "callback", callback, ...answers };
    swallowed.add(run.generator);
    return { index, pattern: "generator", runner: run.use.runner, completion: "callback", callback };
  }
  if (response !== undefined) return { index, pattern: "callbacks", completion: "callback", response };
  const thunk = returnedThunk(view, index);
  if (thunk >= 0) {
    swallowed.add(thunk);
    return { index, pattern: "thunk", completion: "thunk" };
  }
  const type = mayDeclareAsync(view, index) ? declaredReturnType(view, index) : null;
  const isObservable =
    type === null
      ? returnsObservable(view, index) && declaredReturnType(view, index) === null
      : /^(?:[\w$]+\.)*Observable\b/.test(type);
  if (isObservable) return { index, pattern: "observable", completion: "observable" };
  if (givesPromise || (type !== null && isPromiseType(type)))
    return { index, pattern: "promise-chain", completion: "promise" };
  if (returnsEmitter(view, index)) return { index, pattern: "event-emitter", completion: "emitter" };
  const storedOn = storedCallback(view, index);
  if (storedOn !== undefined)
    return { index, pattern: "callbacks", completion: "callback", storedCallback: storedOn };
  return undefined;
}

/** What a handler is given last to go on with, or to tell of an error. */
function nextOf(view: FileView, index: number): string | undefined {
  const last = parameterNames(view, view.functions[index]!).at(-1);
  return last === "next" ? last : undefined;
}

/** `return promise.asCallback(callback)`: the callback is a courtesy, the promise the way. */
function settlesThroughPromise(view: FileView, index: number): boolean {
  return returnStarts(view, index).some((start) =>
    chainAt(view, start).some((call) => /^(?:asCallback|nodeify)$/.test(textAt(view, call.nameToken))),
  );
}
