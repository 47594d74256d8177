import { Atom } from "../functions/atoms.ts";
import type { Call } from "../functions/found.ts";
import { listItems } from "../functions/lists.ts";
import { TokenKind } from "../lexer/tokens.ts";
import { argumentsOf, calleePath, chainAt, isDot, resultStarts } from "../patterns/chains.ts";
import { functionStartingAt, textAt, type FileView } from "../patterns/file-view.ts";
import { isObservableMaker } from "../patterns/others.ts";
import {
  beginsWithPromise,
  isAdaptedCall,
  isCallOfPromise,
  isPromiseClass,
  isPromiseMaker,
} from "../patterns/promises.ts";
import { runnerCall } from "../patterns/runners.ts";
import type { Region } from "./region.ts";

/** What gives a generator its resume functions, and waits for them. */
const RESUMES = /^(?:suspend|genny|resume)\.(?:resume|resumeRaw|fork|forkRaw|join|nothrow|raw)$/;

/** `deferred.promise()`, jQuery's way to a deferred's promise. */
const MAKES_NO_IO: ReadonlySet<string> = new Set(["promise"]);

/** Operators of observables that wait for what their function returns. */
export const FLATTENING: ReadonlySet<string> = new Set([
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

/** Of the chain that starts at a token, the call whose answer is waited for: the last one before `.then` and its like. */
export function waitedCall(view: FileView, start: number): Call | undefined {
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
  const then = chain.findIndex((call) => call.nameToken > call.start && isCallOfPromise(view, call));
  const trailing = then < 0 ? trailingLinks(view, chain) : 0;
  if (then < 0 && trailing === 0) return chain.at(-1);
  let last = then < 0 ? chain.length - trailing - 1 : then - 1;
  while (then > 0 && last > 0 && (isLinkOfPromise(view, chain[last]!) || isBluebirdLink(view, chain[last]!)))
    last--;
  return chain[last];
}

/** How many links end a chain that only go on with a promise, if one of them says so: `.map(load).return(ids)`. */
function trailingLinks(view: FileView, chain: readonly Call[]): number {
  let first = chain.length;
  let tells = false;
  for (; first > 1; first--) {
    const isOne = isBluebirdLink(view, chain[first - 1]!);
    if (!isOne && !isLinkOfPromise(view, chain[first - 1]!)) break;
    tells ||= isOne;
  }
  return tells ? chain.length - first : 0;
}

/** A link of a chain that goes on with the promise before it. */
export function tellsOfPromise(view: FileView, call: Call): boolean {
  return isCallOfPromise(view, call) || isBluebirdLink(view, call);
}

/** A link that of promises only Bluebird's have. Other objects have methods of these names too, with which a chain begins or goes on. */
function isBluebirdLink(view: FileView, call: Call): boolean {
  const name = textAt(view, call.nameToken);
  if (name === "return" || name === "mapSeries") return true;
  // `page().touchscreen.tap(x, y)` is called on what the answer has, not on the promise of it.
  const isOnCall = view.atoms[call.nameToken - 2] === Atom.CloseParenthesis;
  return name === "tap" && isOnCall && isGivenFunction(view, call);
}

/** A link before one of those, which goes on with the promise before it: Bluebird's `.map(load)`, `.bind(this)`. */
export function isLinkOfPromise(view: FileView, call: Call): boolean {
  const name = textAt(view, call.nameToken);
  if (name === "bind") return true;
  if (!/^(?:map|each|filter|reduce)$/.test(name) || !isGivenFunction(view, call)) return false;
  return name !== "reduce" || !beginsWithPromise(view, call.open);
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
export function returnedCalls(view: FileView, start: number, region: Region): Call[] {
  if (region.entry.pattern !== "observable") {
    const waited = waitedCall(view, start);
    // Of `return load(id).rows` nothing is waited for: a member is read at once.
    return waited === undefined || (isDot(view.atoms[waited.end]!) && !isCalledOn(view, start, waited))
      ? []
      : [waited];
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

/** Whether a chain goes on with a call of what one of its calls gives. */
function isCalledOn(view: FileView, start: number, { end }: Call): boolean {
  return chainAt(view, start).some((call) => call.end > end);
}

/** Where the values that `Promise.all([a(), b()])` and its like wait for start. */
export function awaitedItems(view: FileView, call: Call): number[] {
  return argumentsOf(view, call).flatMap(({ start, end }) => {
    if (view.atoms[start] !== Atom.OpenBracket) return resultStarts(view, start, end);
    const close = view.ends[start]!;
    const items = listItems(view, start + 1, close < 0 ? ~close : close);
    return items.flatMap((item) => {
      const isSpread = view.atoms[item.start] === Atom.Ellipsis;
      return resultStarts(view, isSpread ? item.start + 1 : item.start, item.end);
    });
  });
}
