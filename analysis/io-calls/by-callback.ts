import { Atom, Word } from "../functions/atoms.ts";
import { spanText } from "../functions/scan.ts";
import type { Call } from "../functions/found.ts";
import { firstFrom } from "../patterns/ascending.ts";
import { isCallbackName, isErrorName, takesPlainFunctions } from "../patterns/callback-names.ts";
import { lastArgument } from "../patterns/callbacks.ts";
import { parameterNames } from "../patterns/parameter-names.ts";
import { argumentsOf, calleePath, chainAt } from "../patterns/chains.ts";
import { functionStartingAt, textAt, type FileView } from "../patterns/file-view.ts";
import { onlyRuns } from "../patterns/job-runners.ts";
import { isPromiseClass, isPromiseMaker, isPromiseMethod } from "../patterns/promises.ts";
import { sortedCallback } from "../patterns/sorted-callback.ts";
import { isStoreOperation } from "../patterns/store-operations.ts";
import { runnerCall } from "../patterns/runners.ts";
import { asksFor } from "./asked-for.ts";
import { callsBackAtOnce } from "./calls-back-at-once.ts";
import { carriesOn, isPartOf } from "./carriers.ts";
import { isConcat, listOfArguments } from "./argument-lists.ts";
import { localCallee } from "./plain-calls.ts";
import { keepsOrSends, makesFunctions } from "./given-functions.ts";
import type { Region } from "./region.ts";
import { resolversOf } from "./resolvers.ts";

/** Whether a call answers through the callback that it gets as its last argument: a node-style one, or what resolves a promise. */
export function answersByCallback(view: FileView, call: Call, region: Region): boolean {
  const list = listOfArguments(view, call);
  if (list !== undefined) return answersByLast(view, list, region);
  return canTakeCallback(view, call, region) && answersByLast(view, call, region);
}

/** The same of a call that can get a callback, or of what holds its arguments. */
function answersByLast(view: FileView, call: Call, region: Region): boolean {
  if (region.entry.pattern === "streamline")
    return argumentsOf(view, call).some(({ start, end }) => end === start + 1 && textAt(view, start) === "_");
  if (region.entry.pattern === "generator" && answersByResuming(view, call)) return true;
  if (region.callbacks.size > 0 && region.callbacks.has(lastArgument(view, call)))
    return (
      !call.constructs &&
      !makesCalledVariable(view, call, region) &&
      !isWrapperOrCheck(view, call, region) &&
      // What sorts a callback out of arguments calls nobody back.
      sortedCallback(view, call) === undefined
    );
  const last = argumentsOf(view, call).at(-1);
  if (last === undefined) return false;
  if (resolversOf(view, region).isGivenTo(call)) return !call.constructs;
  const literal = functionStartingAt(view, last.start);
  if (literal !== undefined)
    return (
      region.functions.has(literal) &&
      !makesFunction(view, call, region) &&
      continues(view, literal, region) &&
      !isRunner(view, call, literal)
    );
  if (last.end === last.start + 1) {
    const named = view.functionNamed.within(textAt(view, last.start), call.owner);
    if (named === undefined || named === region.entry.index || !region.functions.has(named)) return false;
    if (makesNamedCallback(view, call)) return false;
    return takesError(view, named) || isAnswer(view, call, named, region);
  }
  if (region.entry.storedCallback !== undefined && last.end === last.start + 3)
    return (
      textAt(view, last.start) === "this" && textAt(view, last.start + 2) === region.entry.storedCallback
    );
  return region.entry.pattern === "callbacks" && makesCallback(view, last, region);
}

/** Whether a call gets a function that resumes the generator as its last argument: `resume()`, `suspend.fork()`. */
export function answersByResuming(view: FileView, call: Call): boolean {
  const last = argumentsOf(view, call).at(-1);
  return last !== undefined && /^(?:resume|suspend)$/.test(textAt(view, last.start));
}

function endsWithFunction(view: FileView, call: Call): boolean {
  const last = argumentsOf(view, call).at(-1);
  return last !== undefined && functionStartingAt(view, last.start) !== undefined;
}

/** What makes a function of the one that it is given. */
const MAKES_FUNCTION = /^(?:promisify|callbackify)$/;

function canTakeCallback(view: FileView, call: Call, region: Region): boolean {
  if (call.end <= call.open + 2) return false;
  if (call.nameToken < 0) return false;
  const name = textAt(view, call.nameToken);
  if (takesPlainFunctions(name) && !isStoreOperation(view, call, endsWithFunction(view, call))) return false;
  if ((name === "apply" && !isMethodNamedApply(view, call, region)) || region.callbacks.has(name))
    return false;
  if (MAKES_FUNCTION.test(name) || view.callbackUses.deferring.isOne(call)) return false;
  if (name === "call" && !isCallOfFunction(view, call, region)) return false;
  if (isConcat(view, call) && call.nameToken > call.start) return false;
  if (call.nameToken !== call.start && isPromiseMethod(name)) return false;
  const path = calleePath(view, call);
  if (/^async(?:\.|$)/.test(path) || isPromiseMaker(path) || runnerCall(path) !== undefined) return false;
  if (call.constructs && isPromiseClass(path)) return false;
  // `catcher(done, function …)` makes a callback of a callback.
  if (region.callbacks.has(textAt(view, call.open + 1)) && view.atoms[call.open + 2] === Atom.Comma)
    return false;
  const local = localCallee(view, call);
  if (local !== undefined && callsBackAtOnce(view, local)) return false;
  if (call.nameToken !== call.start) return true;
  return !isPartOf(local, region);
}

/** `request.apply(callback)`, of a method: that of functions gets what `this` is first, and no callback alone. */
function isMethodNamedApply(view: FileView, call: Call, { callbacks }: Region): boolean {
  const [first, second] = argumentsOf(view, call);
  if (first === undefined || second !== undefined || first.end !== first.start + 1) return false;
  return callbacks.has(textAt(view, first.start));
}

/** `load.call(db, id, done)`; not of what calls what it is given at once, nor `Stream.call(this, done)`. */
function isCallOfFunction(view: FileView, { nameToken, start, owner }: Call, region: Region): boolean {
  const name = nameToken - 2 < start ? "" : textAt(view, nameToken - 2);
  if (!/^[_#]*[a-z]/.test(name) || takesPlainFunctions(name)) return false;
  return nameToken - 2 > start || !isPartOf(view.functionNamed.within(name, owner), region);
}

/** Whether a function's first parameter is an error. `e` alone may be an event or an element; then it must be asked for. */
function takesError(view: FileView, index: number): boolean {
  const names = parameterNames(view, view.functions[index]!);
  const [first] = names;
  if (first === undefined || !isErrorName(first)) return false;
  return first.length > 2 || names.length > 1 || asksFor(view, view.functions[index]!, first);
}

/** Whether a call does nothing but to run a function that it is given first, or behind options: a retrier, a limiter. */
function isRunner(view: FileView, call: Call, given: number): boolean {
  const { start, nameToken, open } = call;
  const isFirst = argumentsOf(view, call).length === 1 || view.functions[given]!.start === open + 1;
  if (!isFirst && view.atoms[open + 1] !== Atom.OpenBrace) return false;
  const receiver = nameToken - 2 >= start ? textAt(view, nameToken - 2) : "";
  const names = parameterNames(view, view.functions[given]!);
  return onlyRuns(textAt(view, nameToken), receiver, isFirst, names);
}

/** Whether a function literal goes on with the entry's work when it is called back. */
function continues(view: FileView, index: number, region: Region): boolean {
  return takesError(view, index) || carriesOn(view, index, region);
}

/** The same of one that is given by its name, where who gets it does not keep it for something else or make another one of it. */
function isAnswer(view: FileView, call: Call, index: number, region: Region): boolean {
  const name = textAt(view, call.nameToken);
  if (call.constructs || makesFunctions(name) || keepsOrSends(name)) return false;
  if (isRunner(view, call, index) || makesFunction(view, call, region)) return false;
  // What has a callback of its own is told when it is to be called.
  if (parameterNames(view, view.functions[index]!).some(isCallbackName)) return false;
  return carriesOn(view, index, region);
}

/** Whether a call makes a function of the one that it is given: what is around it takes the callback then. */
function makesFunction(view: FileView, call: Call, region: Region): boolean {
  const { result } = call;
  if (call.nameToken !== call.start) return false;
  if (result?.kind !== "argument") return makesCalledVariable(view, call, region);
  const { open, owner } = view.calls.at(result.call);
  return endsArguments(view, call, open) && region.functions.has(owner);
}

/** Whether the last of the arguments that an opening parenthesis begins ends with a call. */
function endsArguments(view: FileView, { end }: Call, open: number): boolean {
  const close = view.ends[open]!;
  const limit = close < 0 ? ~close : close;
  // Asked of each of many arguments, to go through all of them would take long.
  return end === limit || (end === limit - 1 && view.atoms[end] === Atom.Comma);
}

/**
 * Whether a call makes another callback of the one that it is given, `done = this.#timed(done)`, or answers itself where it finds
 * something: `if (this.#isRefused(request, done)) return;`.
 */
function isWrapperOrCheck(view: FileView, { start, end, result }: Call, { callbacks }: Region): boolean {
  if (result?.kind === "assignment" && callbacks.has(spanText(view.tokens, result.left))) return true;
  const { atoms } = view;
  const isCondition =
    atoms[start - 1] === Atom.OpenParenthesis &&
    atoms[start - 2] === Word.if &&
    atoms[end] === Atom.CloseParenthesis;
  if (!isCondition) return false;
  const then = atoms[end + 1] === Atom.OpenBrace ? end + 2 : end + 1;
  return atoms[then] === Word.return;
}

/** `const statcb = inflight(path, onStat)`: a call that makes another callback of the one it is given. */
function makesNamedCallback(view: FileView, { result }: Call): boolean {
  if (result?.kind !== "variable") return false;
  const name = textAt(view, result.nameToken);
  return isCallbackName(name) || /(?:cb|callback)_?$/i.test(name);
}

/** Indexes of calls in files, by the name that they call. */
const namedCalls = new WeakMap<FileView, Map<string, number[]>>();

/** `const guard = catcher(done)`, if the variable is called: a function that makes callbacks. */
function makesCalledVariable(view: FileView, { result }: Call, region: Region): boolean {
  if (result?.kind !== "variable") return false;
  const ofFile = namedCalls.get(view) ?? callsByName(view);
  namedCalls.set(view, ofFile);
  const named = ofFile.get(textAt(view, result.nameToken)) ?? [];
  const { start, end } = view.functions[region.entry.index]!;
  const first = named[firstFrom(named, view.calls.firstFrom(start))];
  return first !== undefined && view.calls.opens[first]! < end;
}

function callsByName(view: FileView): Map<string, number[]> {
  const { starts, nameTokens, length } = view.calls;
  const calls = new Map<string, number[]>();
  for (let index = 0; index < length; index++) {
    if (starts[index] !== nameTokens[index]) continue;
    const name = textAt(view, starts[index]!);
    const known = calls.get(name);
    if (known === undefined) calls.set(name, [index]);
    else known.push(index);
  }
  return calls;
}

/** `once(done)`, `catcher(done, function …)`, `this.afterPut.bind(this)`: a call whose value is a callback. */
function makesCallback(
  view: FileView,
  last: { readonly start: number; readonly end: number },
  region: Region,
): boolean {
  const made = chainAt(view, last.start).at(-1);
  if (made?.end !== last.end) return false;
  if (textAt(view, made.nameToken) === "bind") return made.start !== made.nameToken;
  const given = argumentsOf(view, made);
  const wrapped = given.at(-1);
  if (made.start === made.nameToken && wrapped !== undefined) {
    const isName = wrapped.end === wrapped.start + 1;
    const inner = isName
      ? view.functionNamed.within(textAt(view, wrapped.start), made.owner)
      : functionStartingAt(view, wrapped.start);
    if (inner !== undefined && inner !== region.entry.index && region.functions.has(inner)) return true;
  }
  return given.some(
    ({ start, end }) =>
      region.callbacks.has(textAt(view, start)) &&
      (end === start + 1 || view.atoms[start + 1] === Atom.Comma),
  );
}
