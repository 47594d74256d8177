import type { IoCallKind } from "../model.ts";
import { Atom, Word } from "../functions/atoms.ts";
import type { Call, FoundFunction } from "../functions/found.ts";
import { asksFor } from "../io-calls/asked-for.ts";
import { findIoCalls } from "../io-calls/find.ts";
import { regionOf, settlersOf, type Region } from "../io-calls/region.ts";
import { isErrorName } from "../patterns/callback-names.ts";
import { provenCallback } from "../patterns/callbacks.ts";
import { parameterNames } from "../patterns/parameter-names.ts";
import { argumentsOf, calleePath, chainAt } from "../patterns/chains.ts";
import type { Classified } from "../patterns/classify.ts";
import { functionStartingAt, localName, textAt, type FileView } from "../patterns/file-view.ts";
import { isPromiseClass, isPromiseMaker, isPromiseMethod } from "../patterns/promises.ts";
import { runnerCall } from "../patterns/runners.ts";
import { Extents } from "./extents.ts";
import { isKeyword } from "./statements.ts";

/** One asynchronous function, as its parts are told apart. */
export interface Subject {
  readonly view: FileView;
  readonly region: Region;
  readonly found: FoundFunction;
  /** Its I/O calls in source order. */
  readonly ioCalls: ReadonlyMap<Call, IoCallKind>;
  /** Functions that make one of them themselves. */
  readonly ioOwners: ReadonlySet<number>;
  /** Of each chain that has one of them, by the chain's first token, where the parentheses of the first open. */
  readonly firstIo: ReadonlyMap<number, number>;
  /** Tokens behind the last argument of an I/O call that answers through it. */
  readonly answerEnds: ReadonlySet<number>;
  /** All calls of the region in source order. */
  readonly calls: readonly Call[];
  /** Short names such as `e` that hold errors: of a `catch` clause, or a continuation's first parameter. */
  readonly errorNames: ReadonlySet<string>;
  /** Functions that only deal with an error that has happened, by name: `backoff(err)`. */
  readonly errorFunctions: ReadonlyMap<string, number>;
  /** Where its statements end. */
  readonly extents: Extents;
  /** For tokens behind `?`, one past the `:` that belongs to it, or the token itself where none does; as far as asked. */
  readonly colons: Map<number, number>;
  /** Names by which a promise is settled within `new Promise`. */
  readonly settlers: ReadonlySet<string>;
}

/** Reads what the parts of an entry depend on. */
export function subjectOf(view: FileView, entry: Classified, entries: ReadonlySet<number>): Subject {
  const region = regionOf(view, entry, entries);
  const calls = [...region.functions]
    .flatMap((index) => view.callsOf.of(index))
    .map((index) => view.calls.at(index))
    .sort((left, right) => left.open - right.open);
  const names = errorNamesOf(view, region);
  const ioCalls = findIoCalls(view, region);
  const answering = [...ioCalls].filter(([, kind]) => kind === "callback");
  return {
    view,
    region,
    found: view.functions[entry.index]!,
    ioCalls,
    ioOwners: new Set([...ioCalls.keys()].map(({ owner }) => owner)),
    firstIo: firstOfChains(ioCalls),
    answerEnds: new Set(answering.map(([{ end }]) => end - 1)),
    calls,
    errorNames: names,
    errorFunctions: errorFunctionsOf(view, region, calls, names),
    extents: new Extents(view),
    colons: new Map(),
    settlers: settlersOf(view, region),
  };
}

function firstOfChains(ioCalls: ReadonlyMap<Call, IoCallKind>): Map<number, number> {
  const first = new Map<number, number>();
  for (const { start, open, end } of ioCalls.keys())
    // One without parentheses is no link of a chain.
    if (open !== end && open < (first.get(start) ?? Infinity)) first.set(start, open);
  return first;
}

function errorNamesOf(view: FileView, region: Region): Set<string> {
  const names = new Set<string>();
  for (const index of region.functions) {
    const first = parameterNames(view, view.functions[index]!)[0];
    if (index !== region.entry.index && first !== undefined && isErrorName(first)) names.add(first);
  }
  const { start, end } = view.functions[region.entry.index]!;
  for (let token = start; token < end; token++)
    if (isKeyword(view, token, Word.catch) && view.atoms[token + 1] === Atom.OpenParenthesis)
      names.add(textAt(view, token + 2));
  return names;
}

/** Whether a token names an error: by a name that says so, or by where it comes from. */
export function isError(view: FileView, token: number, errorNames: ReadonlySet<string>): boolean {
  if (view.atoms[token] !== Atom.Plain || view.atoms[token - 1] === Atom.Dot) return false;
  const text = textAt(view, token);
  return errorNames.has(text) || (text.length > 2 && isErrorName(text));
}

/** Whether the arguments of a call are one error and nothing else: `done(err)`, `reject(new TypeError("…"))`. */
export function givesError(view: FileView, call: Call, errorNames: ReadonlySet<string>): boolean {
  const given = argumentsOf(view, call);
  const first = given[0];
  if (first === undefined || given.length > 1) return false;
  if (first.end === first.start + 1) return isError(view, first.start, errorNames);
  const made = view.atoms[first.start] === Word.new ? first.start + 1 : first.start;
  return /(?:Error|Exception)$/.test(textAt(view, made)) && chainAt(view, made).at(-1)?.end === first.end;
}

/**
 * Functions that take one error, do not ask whether it is there, and are called with one: they are where the flow ends
 * when something has failed.
 */
function errorFunctionsOf(
  view: FileView,
  region: Region,
  calls: readonly Call[],
  errorNames: ReadonlySet<string>,
): Map<string, number> {
  const found = new Map<string, number>();
  const usesOf = new Map<string, Call[]>();
  for (const call of calls) {
    if (call.start !== call.nameToken) continue;
    const name = textAt(view, call.start);
    const uses = usesOf.get(name);
    if (uses === undefined) usesOf.set(name, [call]);
    else uses.push(call);
  }
  const known = new Map<string, boolean>();
  for (const index of region.functions) {
    const one = view.functions[index]!;
    const name = localName(view, one);
    const parameters = parameterNames(view, one);
    if (index === region.entry.index || name === "" || parameters.length !== 1) continue;
    if (!isErrorName(parameters[0]!) || asksFor(view, one, parameters[0]!)) continue;
    const isGivenErrors =
      known.get(name) ?? usesOf.get(name)?.every((call) => givesError(view, call, errorNames)) ?? false;
    known.set(name, isGivenErrors);
    if (isGivenErrors) found.set(name, index);
  }
  return found;
}

const SUBSCRIBES = /^(?:on|once|addListener|prependListener|addEventListener|subscribe)$/;

/** Whether a call hands a function to an emitter, a stream or an observable. */
export function isSubscription(view: FileView, call: Call): boolean {
  return call.nameToken > call.start && SUBSCRIBES.test(textAt(view, call.nameToken));
}

/** Whether a call stands behind an I/O call in its chain and gets a function for its answer: `.map(function …)`. */
export function continuesChain(subject: Subject, call: Call): boolean {
  const { view, firstIo } = subject;
  if (call.nameToken <= call.start || functionStartingAt(view, call.open + 1) === undefined) return false;
  return (firstIo.get(call.start) ?? Infinity) < call.open;
}

/** Whether a function of the region is there only because of the pattern: a continuation, an executor, a body for a runner. */
export function isContinuation(subject: Subject, index: number): boolean {
  const { view, region, ioCalls, ioOwners } = subject;
  if (index === region.entry.index) return false;
  const found = view.functions[index]!;
  if (found.isGenerator || provenCallback(view, index) !== undefined) return true;
  const first = parameterNames(view, found)[0];
  if (first !== undefined && isErrorName(first)) return true;
  if (found.target?.kind === "argument") {
    const call = view.calls.at(found.target.call);
    return (
      region.entry.pattern === "observable" ||
      ioCalls.has(call) ||
      carriesOn(subject, call, found.target.call)
    );
  }
  if (region.entry.pattern !== "callbacks" || localName(view, found) === "") return false;
  return ioOwners.has(index);
}

function carriesOn(subject: Subject, call: Call, index: number): boolean {
  const { view } = subject;
  const path = calleePath(view, call);
  if (call.constructs) return isPromiseClass(path);
  if (call.nameToken > call.start && isPromiseMethod(textAt(view, call.nameToken))) return true;
  if (/^async\./.test(path) || isPromiseMaker(path) || runnerCall(path) !== undefined) return true;
  return (
    isSubscription(view, call) ||
    continuesChain(subject, call) ||
    isCallbackMaker(subject, view.calls.at(index))
  );
}

/** Whether a call is the last argument of an I/O call and makes a callback: `catcher(done, function …)`. */
export function isCallbackMaker({ answerEnds }: Subject, call: Call): boolean {
  return answerEnds.has(call.end);
}
