import { Atom, Word } from "../functions/atoms.ts";
import type { Call, FoundFunction } from "../functions/found.ts";
import { TokenKind } from "../lexer/tokens.ts";
import { argumentsOf, calleePath, chainAt, endOfPath, isDot, pathAt } from "./chains.ts";
import { isText, tokenText } from "../functions/scan.ts";
import { functionStartingAt, textAt, type FileView } from "./file-view.ts";
import { handsOnPromise } from "./hands-on.ts";
import { NameFilter } from "./name-filter.ts";
import { returnStarts } from "./returns.ts";

/** Methods that only promises have. */
export const PROMISE_METHODS: ReadonlySet<string> = new Set([
  "then",
  "catch",
  "finally",
  "tapCatch",
  "spread",
  "fail",
  "fin",
  "otherwise",
  "nodeify",
  "asCallback",
  "thenReturn",
  "thenResolve",
  "catchReturn",
]);

const REDUCES = new NameFilter(["reduce", "reduceRight"]);

const MAY_BE_METHOD = new NameFilter(PROMISE_METHODS);

const PROMISE_LIBRARIES =
  "(?:(?:[\\w$]+\\.)*_*(?:[A-Z]\\w*)?Promise|bluebird|q|when|rsvp|bluebird\\.Promise|q\\.Promise|rsvp\\.Promise|es6-promise\\.Promise)";
const MAKES_PROMISE = new RegExp(
  `^${PROMISE_LIBRARIES}\\.(?:all|allSettled|any|race|resolve|reject|try|attempt|map|mapSeries|each|filter|reduce|props|join|` +
    "some|hash|delay|fromCallback|fromNode|using|bind|cast|method|when|fcall|nfcall|nfapply|ninvoke|npost|invoke|settle|iterate|unfold)$",
);
const CALLED_ITSELF: ReadonlySet<string> = new Set(["q", "when"]);
const IS_PROMISE_CLASS = new RegExp(
  `^(?:${PROMISE_LIBRARIES}|q\\.Promise|when\\.promise|(?:[\\w$]+\\.)*\\w*Promise)$`,
);
/** Last names of callees that make a deferred. */
export const DEFERRED_MAKERS: readonly string[] = [
  "defer",
  "deferred",
  "Deferred",
  "withResolvers",
  "pending",
];
const MAKES_DEFERRED = new RegExp(`(?:^|\\.)(?:${DEFERRED_MAKERS.join("|")})$`);
const PROMISE_TYPE = /^(?:[\w$]+\.)*(?:Promise|PromiseLike|Bluebird)\s*(?:<|$)/;

/** Methods of promises. */
export function isPromiseMethod(name: string): boolean {
  return PROMISE_METHODS.has(name);
}

/**
 * What holds no promise by its name: classes and namespaces, of which a name has a capital and small letters, and what
 * tests assert with.
 */
const NEVER_A_PROMISE = /^(?:[A-Z][A-Z\d_$]*[a-z][\w$]*|assert|chai|expect)$/;

/**
 * A call of a method of promises. What is told of an error itself, `job.fail(error)`, is no promise of Q's or jQuery's,
 * and `Debug.fail(problem)` or a method of the same class have nothing to do with them either.
 */
export function isCallOfPromise(
  view: FileView,
  { start, open, nameToken }: Pick<Call, "start" | "open" | "nameToken">,
): boolean {
  const name = textAt(view, nameToken);
  if (!isPromiseMethod(name)) return false;
  if (name === "then") return true;
  if (nameToken === start + 2 && NEVER_A_PROMISE.test(textAt(view, start))) return false;
  if (name !== "fail") return true;
  const isOwn = nameToken === start + 2 && textAt(view, start) === "this";
  return !isOwn && !isGivenAnError(view, open);
}

function isGivenAnError(view: FileView, open: number): boolean {
  const [first, ...others] = argumentsOf(view, { open });
  if (first === undefined || others.length > 0) return true;
  const { kinds } = view.tokens;
  if (view.atoms[first.start] === Word.new || kinds[first.start] === TokenKind.String) return true;
  return (
    first.end === first.start + 1 && /^(?:e|ex|er|exception)$|err(?:or)?$/i.test(textAt(view, first.start))
  );
}

/** `Promise.all` and its like, which wait for the calls in their arguments and are no I/O themselves. */
export function isPromiseMaker(path: string): boolean {
  return MAKES_PROMISE.test(path) || CALLED_ITSELF.has(path);
}

/** Calls a function that takes a callback, and gives a promise for its answer: `Q.nfcall(fs.stat, path)`. */
export function isAdaptedCall(path: string): boolean {
  return /^(?:q|when)\.(?:nfcall|nfapply|ninvoke|npost|nsend|nmcall|nmapply)$/.test(path);
}

/** A class of promises, `new` of which is given an executor. */
export function isPromiseClass(path: string): boolean {
  return IS_PROMISE_CLASS.test(path);
}

/** Whether a function is the executor of a promise: that of `new Promise((resolve) => …)`. */
export function isExecutor(view: FileView, { target }: FoundFunction): boolean {
  if (target?.kind !== "argument" || target.position !== 0) return false;
  const call = view.calls.at(target.call);
  return call.constructs && isPromiseClass(calleePath(view, call));
}

/** Whether a type's text is a promise's. */
export function isPromiseType(type: string): boolean {
  return PROMISE_TYPE.test(type);
}

/** Whether a list is reduced from a promise on: `ids.reduce((before, id) => before.then(…), Promise.resolve())`. */
export function beginsWithPromise(view: FileView, open: number): boolean {
  const seed = argumentsOf(view, { open })[1];
  if (seed === undefined) return false;
  const start = view.atoms[seed.start] === Word.new ? seed.start + 1 : seed.start;
  const made = chainAt(view, start)[0];
  if (made === undefined) return false;
  const path = calleePath(view, made);
  return isPromiseMaker(path) || isPromiseClass(path);
}

/** Whether the operand that starts at a token is a promise as far as its own text tells, or what its functions are given. */
export function isPromiseOperand(view: FileView, start: number): boolean {
  if (isPromiseItself(view, start)) return true;
  const { calls, callsAt } = view;
  for (let index = callsAt.first(start); index >= 0; index = callsAt.next(index))
    if (handsOnPromise(view, calls.at(index), isPromiseItself)) return true;
  return false;
}

function isPromiseItself(view: FileView, start: number): boolean {
  const { calls, callsAt } = view;
  for (let index = callsAt.first(start); index >= 0; index = callsAt.next(index)) {
    if (isMethodOfPromise(view, index) || reducesToPromise(view, index)) return true;
    if (isAsyncRun(view, index)) return true;
    if (!mayNameLibrary(view, index)) continue;
    const path = calleePath(view, calls.at(index));
    if (calls.constructs[index] === 1 ? isPromiseClass(path) : isPromiseMaker(path)) return true;
  }
  return false;
}

/** `.then` and its like. */
function isMethodOfPromise(view: FileView, call: number): boolean {
  const nameToken = view.calls.nameTokens[call]!;
  if (nameToken < 0 || nameToken === view.calls.starts[call]) return false;
  return MAY_BE_METHOD.has(view.tokens, nameToken) && isCallOfPromise(view, view.calls.at(call));
}

/** `(async () => { … })()`, `(async function () { … }).call(this)`. */
function isAsyncRun(view: FileView, call: number): boolean {
  const { starts, opens } = view.calls;
  let first = starts[call]!;
  while (view.atoms[first] === Atom.OpenParenthesis) first++;
  const found = functionStartingAt(view, first);
  if (found === undefined) return false;
  const { isAsync, isGenerator, end } = view.functions[found]!;
  return isAsync && !isGenerator && openOfRun(view, end) === opens[call];
}

/** The parenthesis with which what ends before a token is called, in parentheses or by a method of functions; -1 where it is not. */
export function openOfRun({ atoms, tokens }: FileView, end: number): number {
  let token = end;
  while (atoms[token] === Atom.CloseParenthesis) token++;
  if (isDot(atoms[token]!) && /^(?:call|apply)$/.test(tokenText(tokens, token + 1))) token += 2;
  return atoms[token] === Atom.OpenParenthesis ? token : -1;
}

/** `ids.reduce((before, id) => before.then(…), Promise.resolve())`. */
function reducesToPromise(view: FileView, call: number): boolean {
  const { nameTokens, starts, opens } = view.calls;
  const name = nameTokens[call]!;
  if (name <= starts[call]! || !REDUCES.has(view.tokens, name)) return false;
  return beginsWithPromise(view, opens[call]!);
}

/** Whether a call's path can be one of a library of promises; a class may have any name that ends with `Promise`. */
function mayNameLibrary(view: FileView, call: number): boolean {
  const start = view.calls.starts[call]!;
  return (
    view.roots.has(view.tokens, start) || view.tokens.text.startsWith("Promise", view.tokens.ends[start]! - 7)
  );
}

/** Whether a function returns promises, by what it returns. */
export function returnsPromise(view: FileView, index: number): boolean {
  const starts = returnStarts(view, index);
  if (starts.length === 0) return false;
  if (starts.some((start) => isPromiseOperand(view, start))) return true;
  const isOfDeferred = starts.some(
    (start) => mayEndWithPromise(view, start) && pathAt(view, start).path.endsWith(".promise"),
  );
  return (isOfDeferred && makesDeferred(view, index)) || holdsPromise(view, index, starts);
}

/** Whether a function returns a promise, and makes no call behind the last that it returns: not only on the way, as where it refuses what it is given. */
export function endsWithPromise(view: FileView, index: number): boolean {
  const last = returnStarts(view, index).at(-1);
  if (last === undefined || !returnsPromise(view, index)) return false;
  const end = chainAt(view, last).at(-1)?.end ?? endOfPath(view, last);
  return view.callsOf.of(index).every((call) => view.calls.starts[call]! < end);
}

/** Whether a path's last name is `promise`, or its only one may stand for something else. */
function mayEndWithPromise(view: FileView, start: number): boolean {
  const last = endOfPath(view, start) - 1;
  return isText(view.tokens, last, "promise") || (last === start && view.roots.has(view.tokens, start));
}

/** `d = Q.defer()`, whose promise is `d.promise`. */
function makesDeferred(view: FileView, index: number): boolean {
  return view.callsOf.of(index).some((call) => MAKES_DEFERRED.test(calleePath(view, view.calls.at(call))));
}

/** Whether one of the names that start at some tokens is given a promise in the function itself. */
function holdsPromise(view: FileView, index: number, names: readonly number[]): boolean {
  const { first, next } = view.callsOf;
  // Not even one of them is a name.
  if (!names.some((name) => view.tokens.kinds[name]! <= TokenKind.Keyword)) return false;
  for (let call = first[index]!; call >= 0; call = next[call]!) {
    const start = view.calls.starts[call]!;
    let equals = start - 1;
    while (view.atoms[equals] === Word.new || view.atoms[equals] === Atom.OpenParenthesis) equals--;
    if (view.atoms[equals] !== Atom.Equals) continue;
    const isOfThis = view.atoms[equals - 2] === Atom.Dot && view.atoms[equals - 3] === Word.this;
    if (view.atoms[equals - 2] === Atom.Dot && !isOfThis) continue;
    // The calls of one chain begin at one token, and are looked through together.
    if (view.callsAt.first(start) !== call) continue;
    if (!isPromiseOperand(view, start)) continue;
    const member = textAt(view, equals - 1);
    const holder = isOfThis && member !== "" ? `this.${member}` : member;
    if (holder !== "" && names.some((name) => pathAt(view, name).path === holder)) return true;
  }
  return false;
}
