import type { IoCall, IoCallKind, Position } from "../model.ts";
import { Atom } from "../functions/atoms.ts";
import type { Call } from "../functions/found.ts";
import { argumentsOf, calleePath, chainAt, resultStarts } from "../patterns/chains.ts";
import { listItems } from "../functions/lists.ts";
import { TokenKind } from "../lexer/tokens.ts";
import { functionStartingAt, textAt, type FileView } from "../patterns/file-view.ts";
import { isObservableMaker } from "../patterns/others.ts";
import {
  isAdaptedCall,
  isCallOfPromise,
  isPromiseClass,
  isPromiseMaker,
  isPromiseMethod,
} from "../patterns/promises.ts";
import { returnStarts } from "../patterns/returns.ts";
import { runnerCall } from "../patterns/runners.ts";
import { takesPlainFunctions } from "../patterns/callback-names.ts";
import { answersByCallback, answersByResuming } from "./by-callback.ts";
import { callText } from "./call-text.ts";
import { heldBy, isHeldBy, type Held } from "./held.ts";
import { listenedStreams, streamsGivenBack } from "./listeners.ts";
import { isClearlyPlain, isClearlyPlainInList, isFetch, readsBody } from "./plain-calls.ts";
import type { Region } from "./region.ts";
import { streamsWithoutCall } from "./streams.ts";
import { isInYieldedList, waitAt } from "./waited.ts";

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

/** What gives a generator its resume functions, and waits for them. */
const RESUMES = /^(?:suspend|genny|resume)\.(?:resume|resumeRaw|fork|forkRaw|join|nothrow|raw)$/;

/** `deferred.promise()`, jQuery's way to a deferred's promise. */
const MAKES_NO_IO: ReadonlySet<string> = new Set(["promise"]);

/** Operators of observables that wait for what their function returns. */
const FLATTENING: ReadonlySet<string> = new Set([
  "switchMap",
  "mergeMap",
  "concatMap",
  "exhaustMap",
  "flatMap",
  "flatMapLatest",
  "defer",
  "expand",
  "selectMany",
]);

/** Methods that make one observable of another: `pipe`, and the operators that are methods in RxJS 4 and 5. */
const OPERATORS: ReadonlySet<string> = new Set([
  ...FLATTENING,
  ...["pipe", "map", "filter", "do", "tap", "catch", "catchError", "finally", "finalize", "ignoreElements"],
  ...["concat", "merge", "first", "last", "take", "takeUntil", "skip", "reduce", "scan", "toArray", "share"],
  ...[
    "publish",
    "replay",
    "refCount",
    "startWith",
    "defaultIfEmpty",
    "delay",
    "timeout",
    "retry",
    "distinct",
  ],
  ...["distinctUntilChanged", "debounceTime", "throttleTime", "observeOn", "subscribeOn", "asObservable"],
]);

/**
 * The calls of a function that it waits for, in source order, those of entries nested in it left out: under `await`,
 * `yield`, `for await`; receivers of `.then`; arguments of `Promise.all` and its like; calls that get a node-style
 * callback; streams and emitters whose events it goes on with; and what an asynchronous function returns from a call
 * that is not clearly plain.
 */
export function findIoCalls(view: FileView, region: Region): Map<Call, IoCallKind> {
  const { entries } = region;
  const kinds = new Map<Call, IoCallKind>();
  const held = heldBy(view, region);
  const add = (call: Call | undefined, kind: IoCallKind): void => {
    if (call !== undefined && !kinds.has(call)) kinds.set(call, kind);
  };
  for (const index of region.functions) {
    const seen = new Set<number>();
    for (const callIndex of view.callsOf.of(index)) {
      const call = view.calls.at(callIndex);
      if (answersByCallback(view, call, region)) add(call, "callback");
      if (seen.has(call.start)) continue;
      seen.add(call.start);
      addChain(view, call.start, region, held, add);
    }
    if (returnsWaitedFor(view, index, region, held)) {
      const isPlain = givesToList(view, index) ? isClearlyPlainInList : isClearlyPlain;
      for (const start of returnStarts(view, index)) {
        for (const waited of returnedCalls(view, start, region))
          if (!isPlain(view, waited, entries) && !region.callbacks.has(textAt(view, waited.nameToken)))
            add(waited, kindOf(view, waited, region));
      }
    }
  }
  for (const stream of streamsWithoutCall(view, region)) add(stream, "stream");
  for (const stream of listenedStreams(view, region)) add(stream, "stream");
  if (region.entry.pattern === "event-emitter")
    for (const stream of streamsGivenBack(view, region)) add(stream, "stream");
  // A call that half-typed text never closes may reach farther than its function is taken to reach.
  const { end } = view.functions[region.entry.index]!;
  const found = [...kinds].filter(([call]) => call.end <= end);
  const others = found.filter(([call]) => !readsBody(view, call));
  const fetches = others.length < found.length && [...kinds.keys()].some((call) => isFetch(view, call));
  return new Map((fetches ? others : found).sort(([left], [right]) => left.open - right.open));
}

/** The I/O calls of {@link findIoCalls} as places in the text. */
export function ioCallsOf(
  view: FileView,
  found: ReadonlyMap<Call, IoCallKind>,
  positionOf: (offset: number) => Position,
): IoCall[] {
  return [...found].map(([call, kind]) => {
    const { tokens } = view;
    const at = call.nameToken < 0 ? call.open : call.nameToken;
    return {
      expression: callText(view, call),
      kind,
      range: { start: tokens.starts[call.start]!, end: tokens.ends[call.end - 1]! },
      position: positionOf(tokens.starts[at]!),
    };
  });
}

function addChain(
  view: FileView,
  start: number,
  region: Region,
  held: Held,
  add: (call: Call | undefined, kind: IoCallKind) => void,
): void {
  const chain = chainAt(view, start);
  const first = chain[0]!;
  const path = calleePath(view, first);
  if (isPromiseMaker(path) && !isAdaptedCall(path)) {
    for (const item of awaitedItems(view, first)) {
      const call = waitedCall(view, item);
      // Of `Promise.all(ids.map(load))` it is the list, and else something in one.
      const isList = view.atoms[item - 1] === Atom.OpenParenthesis && item - 1 === first.open;
      const isPlain = isList ? isClearlyPlain : isClearlyPlainInList;
      if (call !== undefined && !isPlain(view, call, region.entries)) add(call, kindOf(view, call, region));
    }
    return;
  }
  if (region.entry.pattern === "fiber") {
    addFiberCall(view, chain, add);
    return;
  }
  // Of parentheses that are waited for, what they can result in is; not a condition in them.
  const isCondition = held.results.has(start - 1) && !held.results.has(start);
  const wait = held.results.has(start) ? "promise" : isCondition ? null : waitAt(view, start);
  const waited = waitedCall(view, start);
  if (
    waited === undefined ||
    (takesPlainFunctions(textAt(view, waited.nameToken)) && isFollowedByFunction(view, waited))
  )
    return;
  if (wait === "stream") add(waited, "stream");
  else if (
    wait === "promise" ||
    (region.entry.pattern === "generator" && isInYieldedList(view, first)) ||
    // Observables have a method of that name, too, which waits for nothing.
    (waited !== chain.at(-1) && region.entry.pattern !== "observable") ||
    (isHeldBy(view, first, held.names) && !isClearlyPlain(view, waited, region.entries))
  )
    add(waited, kindOf(view, waited, region));
}

/** An array method with a function does not itself answer later: `await list.forEach(async …)`. */
function isFollowedByFunction(view: FileView, call: Call): boolean {
  return functionStartingAt(view, call.open + 1) !== undefined;
}

/** `blob.sync.put(…)`, `put(…).wait()`: answers like a plain call. */
function addFiberCall(
  view: FileView,
  chain: readonly Call[],
  add: (call: Call | undefined, kind: IoCallKind) => void,
): void {
  chain.forEach((call, position) => {
    if (call.nameToken < 0) return;
    if (textAt(view, call.nameToken) === "wait") add(chain[position - 1], "sync");
    else if (textAt(view, call.nameToken) === "sync" && call.nameToken > call.start) add(call, "sync");
    else if (textAt(view, call.nameToken - 2) === "sync") add(call, "sync");
  });
}

/** Of the chain that starts at a token, the call whose answer is waited for: the last one before `.then` and its like. */
function waitedCall(view: FileView, start: number): Call | undefined {
  const chain = chainAt(view, start);
  const first = chain[0];
  if (first === undefined) return undefined;
  const path = calleePath(view, first);
  if (
    (isPromiseMaker(path) && !isAdaptedCall(path)) ||
    MAKES_NO_IO.has(textAt(view, first.nameToken)) ||
    runnerCall(path)?.runsNow === true ||
    RESUMES.test(path) ||
    (first.constructs && isPromiseClass(path))
  )
    return undefined;
  const then = chain.findIndex((call) => call.nameToken > call.start && tellsOfPromise(view, call));
  if (then < 0) return chain.at(-1);
  let last = then - 1;
  while (last > 0 && isLinkOfPromise(view, chain[last]!)) last--;
  return chain[last];
}

/** A link that only a promise has: `then` and its like, and those of Bluebird's that nothing else has. */
function tellsOfPromise(view: FileView, call: Call): boolean {
  const name = textAt(view, call.nameToken);
  if (name === "return" || name === "mapSeries") return true;
  return name === "tap" ? isGivenFunction(view, call) : isCallOfPromise(view, call);
}

/** A link before one of those, which goes on with the promise before it: Bluebird's `.map(load)`, `.bind(this)`. */
function isLinkOfPromise(view: FileView, call: Call): boolean {
  const name = textAt(view, call.nameToken);
  if (name === "bind") return true;
  return /^(?:map|each|filter|reduce)$/.test(name) && isGivenFunction(view, call);
}

/** Whether the first thing that a call is given may be a function: it is one, or names and dots. */
function isGivenFunction(view: FileView, call: Call): boolean {
  const first = call.open + 1;
  return (
    functionStartingAt(view, first) !== undefined ||
    (first < call.end - 1 && view.tokens.kinds[first]! <= TokenKind.Identifier)
  );
}

/** The calls that a returned operand waits for. Of an observable those at its source count, not its operators. */
function returnedCalls(view: FileView, start: number, region: Region): Call[] {
  if (region.entry.pattern !== "observable") {
    const waited = waitedCall(view, start);
    return waited === undefined ? [] : [waited];
  }
  const chain = chainAt(view, start);
  const first = chain[0];
  if (first === undefined) return [];
  if (isObservableMaker(calleePath(view, first)))
    return awaitedItems(view, first).flatMap((item) => waitedCall(view, item) ?? []);
  const operator = chain.findIndex((call) => OPERATORS.has(textAt(view, call.nameToken)));
  const source = operator < 0 ? chain.at(-1) : chain[operator - 1];
  return source === undefined ? [] : [source];
}

/** Where the values that `Promise.all([a(), b()])` and its like wait for start. */
function awaitedItems(view: FileView, call: Call): number[] {
  return argumentsOf(view, call).flatMap(({ start, end }) => {
    if (view.atoms[start] !== Atom.OpenBracket) return resultStarts(view, start, end);
    const close = view.ends[start]!;
    const items = listItems(view, start + 1, close < 0 ? ~close : close);
    return items.flatMap((item) => resultStarts(view, item.start, item.end));
  });
}

/** Whether what a function of the region returns is waited for. */
function returnsWaitedFor(view: FileView, index: number, region: Region, held: Held): boolean {
  const { pattern } = region.entry;
  if (index === region.entry.index)
    return (
      pattern === "async-await" ||
      pattern === "promise-chain" ||
      pattern === "generator" ||
      pattern === "observable"
    );
  const found = view.functions[index]!;
  if (found.isGenerator) return true;
  if (found.target?.kind !== "argument") return false;
  const call = view.calls.at(found.target.call);
  const path = calleePath(view, call);
  if (isPromiseMaker(path)) return true;
  const name = textAt(view, call.nameToken);
  if (pattern === "observable") return FLATTENING.has(name);
  if (found.target.position > 0) return false;
  return (
    PASSES_RESULT_ON.has(name) &&
    (name === "then" ||
      name === "spread" ||
      name === "tap" ||
      isHeldBy(view, call, held.names) ||
      isInPromiseList(view, call))
  );
}

/** Whether what a function returns goes into a list that is waited for. */
function givesToList(view: FileView, index: number): boolean {
  const { target } = view.functions[index]!;
  return target?.kind === "argument" && isInPromiseList(view, view.calls.at(target.call));
}

/** `Promise.all(ids.map((id) => load(id)))`, or a method of a promise that maps its value. */
function isInPromiseList(view: FileView, call: Call): boolean {
  const outer = call.start - 1;
  if (view.atoms[outer] === Atom.OpenParenthesis) {
    const around = view.calls.firstFrom(outer);
    if (
      view.calls.opens[around] === outer &&
      around < view.calls.length &&
      isPromiseMaker(calleePath(view, view.calls.at(around)))
    )
      return true;
  }
  return chainAt(view, call.start).some((link) => isPromiseMethod(textAt(view, link.nameToken)));
}

/** How a call that is waited for answers, by what it is given and by what waits for it. */
function kindOf(view: FileView, call: Call, region: Region): IoCallKind {
  const { pattern, runner } = region.entry;
  if (pattern === "observable") return "stream";
  if (pattern !== "generator") return "promise";
  if (answersByResuming(view, call)) return "callback";
  return runner === "gens" ? "thunk" : runner === "galaxy" ? "callback" : "promise";
}
