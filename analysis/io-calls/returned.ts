import { Atom, Word } from "../functions/atoms.ts";
import type { Call, FoundFunction } from "../functions/found.ts";
import { calleePath, chainAt } from "../patterns/chains.ts";
import { textAt, type FileView } from "../patterns/file-view.ts";
import { WRAPS_STEPS } from "../patterns/libraries.ts";
import { parameterNames } from "../patterns/parameter-names.ts";
import { isPromiseMaker, isPromiseMethod } from "../patterns/promises.ts";
import { FROM_ASYNC, isArrayFrom } from "./by-name.ts";
import { isHeldBy, type Held } from "./held.ts";
import {
  isClearlyPlain,
  isClearlyPlainInList,
  isPlainForItem,
  isPlainInHandler,
  isPlainResult,
} from "./plain-calls.ts";
import type { Region } from "./region.ts";
import { FLATTENING, tellsOfPromise } from "./waited-calls.ts";
import { openAround, waitAt } from "./waited.ts";

/** Handlers of success: what they return is waited for. */
const PASSES_RESULT_ON: ReadonlySet<string> = new Set([
  "then",
  "spread",
  "tap",
  "map",
  "flatMap",
  "mapSeries",
  "each",
]);

/** Whether what a function of the region returns is waited for. */
export function returnsWaitedFor(view: FileView, index: number, region: Region, held: Held): boolean {
  const { pattern } = region.entry;
  if (index === region.entry.index)
    return (
      pattern === "async-await" ||
      pattern === "promise-chain" ||
      pattern === "generator" ||
      pattern === "observable"
    );
  const found = view.functions[index]!;
  if (found.isGenerator) return pattern === "generator" || isDriven(found);
  if (found.target?.kind !== "argument") return false;
  const call = view.calls.at(found.target.call);
  const path = calleePath(view, call);
  if (isPromiseMaker(path) || isStep(view, index)) return true;
  const name = textAt(view, call.nameToken);
  if (pattern === "observable") return FLATTENING.has(name);
  const isList = (): boolean => isHeldBy(view, call, held.names) || isInPromiseList(view, call);
  if (path === FROM_ASYNC) return found.target.position === 1;
  if (isArrayFrom(view, call)) return found.target.position === 1 && isList();
  if (found.target.position > 0) return false;
  return (
    PASSES_RESULT_ON.has(name) &&
    (name === "then" || name === "spread" || name === "tap" || isYieldedList(view, call, region) || isList())
  );
}

/** Whether a compiler has made a function of a generator's body: what that would yield, it gives back at each step. */
function isStep(view: FileView, index: number): boolean {
  const taker = takerOf(view, index);
  return taker !== undefined && WRAPS_STEPS.test(calleePath(view, taker));
}

/** Whether a call that a function gives back only runs such steps, or tells in one of them which is the next: `context.stop()`. */
export function isOfSteps(view: FileView, index: number, call: Call): boolean {
  if (WRAPS_STEPS.test(calleePath(view, call))) return true;
  const [context] = isStep(view, index) ? parameterNames(view, view.functions[index]!) : [];
  return context !== undefined && call.nameToken > call.start && textAt(view, call.start) === context;
}

/** How calls are told that a function of the region returns and are plain: nobody has to write `await` before them. */
export function plainnessOfReturned(view: FileView, index: number, region: Region): typeof isClearlyPlain {
  const taker = takerOf(view, index);
  const isHandler =
    taker !== undefined && (isPromiseMethod(textAt(view, taker.nameToken)) || tellsOfPromise(view, taker));
  if (isHandler) return isPlainInHandler;
  if (taker !== undefined && (isYieldedList(view, taker, region) || isInPromiseList(view, taker)))
    return view.functions[index]!.isAsync ? isPlainForItem : isClearlyPlainInList;
  // What is no `async` function itself returns its promise by such a call.
  const isItself = index === region.entry.index && !view.functions[index]!.isAsync;
  return isItself ? isClearlyPlain : isPlainResult;
}

/** The call that gets a function. */
function takerOf(view: FileView, index: number): Call | undefined {
  const { target } = view.functions[index]!;
  return target?.kind === "argument" ? view.calls.at(target.call) : undefined;
}

/** `Promise.all(ids.map((id) => load(id)))`, or a method of a promise that maps its value. */
function isInPromiseList(view: FileView, call: Call): boolean {
  const isConstructed = view.atoms[call.start - 1] === Word.new;
  const before = call.start - (isConstructed ? 2 : 1);
  const list = view.atoms[before] === Atom.Ellipsis ? openAround(view, before - 1) : -1;
  const outer = list >= 0 && view.atoms[list] === Atom.OpenBracket ? list - 1 : before;
  if (view.atoms[outer] === Atom.OpenParenthesis) {
    const around = view.calls.firstFrom(outer);
    if (
      view.calls.opens[around] === outer &&
      around < view.calls.length &&
      isPromiseMaker(calleePath(view, view.calls.at(around)))
    )
      return true;
  }
  const ofFile = chainsOfPromises.get(view) ?? new Map<number, boolean>();
  chainsOfPromises.set(view, ofFile);
  const known = ofFile.get(call.start);
  if (known !== undefined) return known;
  const isOne = chainAt(view, call.start).some((link) => isPromiseMethod(textAt(view, link.nameToken)));
  ofFile.set(call.start, isOne);
  return isOne;
}

/** Whether the chains of files that start at some tokens have a method of promises: they may have thousands of links. */
const chainsOfPromises = new WeakMap<FileView, Map<number, boolean>>();

/** Whether a generator function is given to a call, which may drive it in a way that nobody knows. */
export function isDriven({ target }: FoundFunction): boolean {
  return target?.kind === "argument";
}

/** `yield ids.map((id) => load(id))`, and by name `yield ids.map(load)`: what drives the generator waits for the list. */
export function isYieldedList(view: FileView, call: Call, region: Region): boolean {
  if (region.entry.pattern !== "generator" || call.nameToken <= call.start) return false;
  return /^(?:map|flatMap)$/.test(textAt(view, call.nameToken)) && waitAt(view, call.start) === "yield";
}
