import { Atom, Word } from "../functions/atoms.ts";
import { TokenKind } from "../lexer/tokens.ts";
import { chainAt, calleePath, pathAt } from "./chains.ts";
import { forOwnTokens, textAt, type FileView } from "./file-view.ts";
import { returnStarts } from "./returns.ts";

/** Methods that only promises have. */
const PROMISE_METHODS: ReadonlySet<string> = new Set([
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

const PROMISE_LIBRARIES =
  "(?:Promise|bluebird|q|when|rsvp|bluebird\\.Promise|q\\.Promise|rsvp\\.Promise|es6-promise\\.Promise)";
const MAKES_PROMISE = new RegExp(
  `^${PROMISE_LIBRARIES}\\.(?:all|allSettled|any|race|resolve|reject|try|attempt|map|mapSeries|each|filter|reduce|props|join|` +
    "some|hash|delay|fromCallback|fromNode|using|bind|cast|method|when|fcall|nfcall|nfapply|ninvoke|npost|invoke|settle|iterate|unfold)$",
);
const CALLED_ITSELF: ReadonlySet<string> = new Set(["q", "when"]);
const IS_PROMISE_CLASS = new RegExp(`^(?:${PROMISE_LIBRARIES}|q\\.Promise|when\\.promise|\\w*Promise)$`);
const MAKES_DEFERRED = /(?:^|\.)(?:defer|deferred|Deferred|withResolvers|pending)$/;
const PROMISE_TYPE = /^(?:[\w$]+\.)*(?:Promise|PromiseLike|Bluebird)\s*(?:<|$)/;

/** Methods of promises. */
export function isPromiseMethod(name: string): boolean {
  return PROMISE_METHODS.has(name);
}

/** `Promise.all` and its like, which wait for the calls in their arguments and are no I/O themselves. */
export function isPromiseMaker(path: string): boolean {
  return MAKES_PROMISE.test(path) || CALLED_ITSELF.has(path);
}

/** A class of promises, `new` of which is given an executor. */
export function isPromiseClass(path: string): boolean {
  return IS_PROMISE_CLASS.test(path);
}

/** Whether a type's text is a promise's. */
export function isPromiseType(type: string): boolean {
  return PROMISE_TYPE.test(type);
}

/** Whether the operand that starts at a token is a promise as far as its own text tells. */
export function isPromiseOperand(view: FileView, start: number): boolean {
  for (const call of chainAt(view, start)) {
    const name = call.nameToken < 0 ? "" : textAt(view, call.nameToken);
    if (call.nameToken !== call.start && PROMISE_METHODS.has(name)) return true;
    const path = calleePath(view, call);
    if (path === "") continue;
    if (call.constructs ? isPromiseClass(path) : isPromiseMaker(path)) return true;
  }
  return false;
}

/** Whether a function returns promises, by what it returns or by its declared type. */
export function returnsPromise(view: FileView, index: number): boolean {
  const starts = returnStarts(view, index);
  if (starts.some((start) => isPromiseOperand(view, start))) return true;
  return starts.some(
    (start) => isDeferredPromise(view, index, start) || isPromiseVariable(view, index, start),
  );
}

/** `d.promise` of `d = Q.defer()`. */
function isDeferredPromise(view: FileView, index: number, start: number): boolean {
  const { path } = pathAt(view, start);
  if (!path.endsWith(".promise")) return false;
  return view.callsOf[index]!.some((callIndex) =>
    MAKES_DEFERRED.test(calleePath(view, view.calls[callIndex]!)),
  );
}

/** A local variable that was given a promise before it is returned. */
function isPromiseVariable(view: FileView, index: number, start: number): boolean {
  if (view.tokens.kinds[start] !== TokenKind.Identifier || pathAt(view, start).end !== start + 1)
    return false;
  const name = textAt(view, start);
  let given = false;
  forOwnTokens(view, index, (token) => {
    if (given || token >= start || view.atoms[token] !== Atom.Equals) return;
    if (textAt(view, token - 1) !== name || view.atoms[token - 2] === Atom.Dot) return;
    let value = token + 1;
    while (view.atoms[value] === Word.new || view.atoms[value] === Atom.OpenParenthesis) value++;
    given = isPromiseOperand(view, value);
  });
  return given;
}
