import { Atom, Word } from "../functions/atoms.ts";
import { chainAt, calleePath, pathAt } from "./chains.ts";
import { textAt, type FileView } from "./file-view.ts";
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

/** Whether a function returns promises, by what it returns. */
export function returnsPromise(view: FileView, index: number): boolean {
  const starts = returnStarts(view, index);
  if (starts.some((start) => isPromiseOperand(view, start))) return true;
  const paths = starts.map((start) => pathAt(view, start).path).filter((path) => path !== "");
  if (paths.some((path) => path.endsWith(".promise")) && makesDeferred(view, index)) return true;
  return paths.length > 0 && holdsPromise(view, index, new Set(paths));
}

/** `d = Q.defer()`, whose promise is `d.promise`. */
function makesDeferred(view: FileView, index: number): boolean {
  return view.callsOf[index]!.some((call) => MAKES_DEFERRED.test(calleePath(view, view.calls[call]!)));
}

/** Whether one of the names is given a promise in the function itself. */
function holdsPromise(view: FileView, index: number, names: ReadonlySet<string>): boolean {
  return view.callsOf[index]!.some((callIndex) => {
    const { start } = view.calls[callIndex]!;
    let equals = start - 1;
    while (view.atoms[equals] === Word.new || view.atoms[equals] === Atom.OpenParenthesis) equals--;
    if (view.atoms[equals] !== Atom.Equals || view.atoms[equals - 2] === Atom.Dot) return false;
    return names.has(textAt(view, equals - 1)) && isPromiseOperand(view, start);
  });
}
