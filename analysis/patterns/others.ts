import { Atom } from "../functions/atoms.ts";
import { AnyBetween } from "./any-between.ts";
import { isCallbackName } from "./callback-names.ts";
import { calleePath, isDot } from "./chains.ts";
import { provenCallback } from "./callbacks.ts";
import { parameterNames } from "./parameter-names.ts";
import type { TokenSpan } from "../functions/found.ts";
import { isText } from "../functions/scan.ts";
import { functionStartingAt, textAt, type FileView } from "./file-view.ts";
import { NameFilter } from "./name-filter.ts";
import { returnStarts } from "./returns.ts";

/** The function that a thunk's maker returns: it takes nothing but a node-style callback. -1 where there is none. */
export function returnedThunk(view: FileView, index: number): number {
  for (const start of returnStarts(view, index)) {
    const inner = functionStartingAt(view, start);
    if (inner === undefined || view.functions[inner]!.parent !== index) continue;
    if (
      parameterNames(view, view.functions[inner]!).length === 1 &&
      provenCallback(view, inner) !== undefined
    )
      return inner;
  }
  return -1;
}

const OBSERVABLE_CLASS = new NameFilter(["Observable", "Subject"]);
const OBSERVABLE_MODULE = /^(?:rx|rxjs|rx-\w+|rx\.\w+|observable|zen-observable|most)(?:\.|$)/i;
/** What of RxJS gives observables; a module of one's own may have the library's name. */
const RXJS_MAKER =
  /^(?:rx|rxjs)(?:\.Rx)?\.(?:ajax|bindCallback|bindNodeCallback|combineLatest|concat|defer|EMPTY|empty|forkJoin|from|fromEvent|fromEventPattern|fromPromise|generate|iif|interval|merge|NEVER|never|of|onErrorResumeNext|partition|race|range|throwError|timer|using|zip)(?:\.|$)/i;
const IS_RXJS = /^(?:rx|rxjs)(?:\.|$)/i;
const OBSERVABLE_MAKER = /^(?:\w+\.)*(?:Observable|Subject)(?:\.|$)/;

/** Whether a callee makes observables of what it is given: `Rx.Observable.fromPromise`, `rxjs.from`. */
export function isObservableMaker(path: string): boolean {
  if (OBSERVABLE_MAKER.test(path)) return true;
  return IS_RXJS.test(path) ? RXJS_MAKER.test(path) : OBSERVABLE_MODULE.test(path);
}

/** Whether a function returns observables, by what it returns. */
export function returnsObservable(view: FileView, index: number): boolean {
  const { calls, callsAt } = view;
  return returnStarts(view, index).some((start) => {
    for (let call = callsAt.first(start); call >= 0; call = callsAt.next(call)) {
      const nameToken = calls.nameTokens[call]!;
      if (mayMakeObservable(view, start, nameToken) && isObservableMaker(calleePath(view, calls.at(call))))
        return true;
      const isPipe = nameToken !== start && isText(view.tokens, nameToken, "pipe");
      if (isPipe && importsObservables(view)) return true;
    }
    return false;
  });
}

const importing = new WeakMap<FileView, boolean>();

/** Whether a file imports anything of a library of observables. */
function importsObservables(view: FileView): boolean {
  const known =
    importing.get(view) ?? [...view.names.values()].some((module) => OBSERVABLE_MODULE.test(module));
  importing.set(view, known);
  return known;
}

/** Whether a callee's root may be a library's name, or one of its names that of a class of observables. */
function mayMakeObservable(view: FileView, start: number, last: number): boolean {
  if (view.roots.has(view.tokens, start)) return true;
  for (let token = start; token <= last && (token === start || isDot(view.atoms[token - 1]!)); token += 2)
    if (OBSERVABLE_CLASS.has(view.tokens, token)) return true;
  return false;
}

const FIBER_CALLEE = /^(?:fibrous|fibers|fiber|Fiber|future\.task|Future\.task|future\.wrap|Sync)$/;

/** Whether a function runs in a fiber: it is given to a library of fibers, or waits for futures. */
export function isFiber(view: FileView, index: number): boolean {
  if (fiberCall(view, index) >= 0) return true;
  if (!view.usesFibers) return false;
  return view.callsOf.of(index).some((callIndex) => {
    const call = view.calls.at(callIndex);
    return textAt(view, call.nameToken) === "wait" && call.end === call.open + 2;
  });
}

/**
 * Index of the call that makes a fiber's function of a function: `fibrous(function () { … })`, or
 * `function () { … }.future()`; -1 where there is none.
 */
export function fiberCall(view: FileView, index: number): number {
  const { target, start, end } = view.functions[index]!;
  if (target?.kind === "argument" && target.position === 0) {
    const isKnown = view.roots.has(view.tokens, view.calls.starts[target.call]!);
    if (isKnown && FIBER_CALLEE.test(calleePath(view, view.calls.at(target.call)))) return target.call;
  }
  const { callsAt } = view;
  for (let call = callsAt.first(start); call >= 0; call = callsAt.next(call)) {
    const nameToken = view.calls.nameTokens[call]!;
    if (nameToken === end + 1 && isText(view.tokens, nameToken, "future")) return call;
  }
  return -1;
}

/**
 * Whether a function has streamline's `_` as its first or last parameter, does nothing with it but hand it on so, and gets or gives
 * something else beside it. To most people it is a parameter that they do not use, or a short name.
 */
export function isStreamline(view: FileView, index: number): boolean {
  const found = view.functions[index]!;
  if (found.form === "arrow" || !hasUnderscore(view, found.parameters)) return false;
  const names = parameterNames(view, found);
  const last = names.at(-1)!;
  if (last !== "_" && (names[0] !== "_" || isCallbackName(last))) return false;
  // Minifiers use `_` like any other letter.
  if (names.length > 1 && names.every((name) => name.length === 1)) return false;
  const { given, givenWithOthers, used } = underscoresOf(view);
  if (used.isIn(found.start, found.end)) return false;
  const calls = names.length > 1 ? given : givenWithOthers;
  return calls.isIn(view.calls.firstFrom(found.start), view.calls.firstFrom(found.end));
}

/** Where `_` stands, where it is no parameter or argument by itself, and the calls that get it first or last. */
interface Underscores {
  readonly tokens: AnyBetween;
  readonly used: AnyBetween;
  readonly given: AnyBetween;
  readonly givenWithOthers: AnyBetween;
}

const underscores = new WeakMap<FileView, Underscores>();

function underscoresOf(view: FileView): Underscores {
  const known = underscores.get(view) ?? {
    tokens: new AnyBetween((token) => isText(view.tokens, token, "_")),
    used: new AnyBetween((token) => isText(view.tokens, token, "_") && !isHandedOn(view, token)),
    given: new AnyBetween((call) => getsUnderscore(view, call)),
    givenWithOthers: new AnyBetween(
      (call) => getsUnderscore(view, call) && view.calls.ends[call]! > view.calls.opens[call]! + 3,
    ),
  };
  underscores.set(view, known);
  return known;
}

/** `f(path, _)`, `f(_, path)`. */
function getsUnderscore(view: FileView, call: number): boolean {
  const first = view.calls.opens[call]! + 1;
  const last = view.calls.ends[call]! - 2;
  return (
    (last >= first && isText(view.tokens, last, "_") && isHandedOn(view, last)) ||
    (last > first && isText(view.tokens, first, "_") && isHandedOn(view, first))
  );
}

/** Whether a token is a parameter or an argument by itself, with a sign of streamline's before it at most: `!_`. */
function isHandedOn({ atoms, tokens }: FileView, token: number): boolean {
  const hasSign = atoms[token - 1] === Atom.Exclamation || isText(tokens, token - 1, "~");
  const before = atoms[hasSign ? token - 2 : token - 1];
  const after = atoms[token + 1];
  return (
    (before === Atom.OpenParenthesis || before === Atom.Comma) &&
    (after === Atom.CloseParenthesis || after === Atom.Comma)
  );
}

function hasUnderscore(view: FileView, { start, end }: TokenSpan): boolean {
  return end > start && underscoresOf(view).tokens.isIn(start, end);
}
