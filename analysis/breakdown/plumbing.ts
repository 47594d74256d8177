import { Atom, Word } from "../functions/atoms.ts";
import type { Call } from "../functions/found.ts";
import { argumentsOf, calleePath } from "../patterns/chains.ts";
import { listItems } from "../functions/lists.ts";
import { functionStartingAt, textAt, type FileView } from "../patterns/file-view.ts";
import { isEmit, isEmitterClass } from "../patterns/emitters.ts";
import { isPromiseClass, isPromiseMaker, isPromiseMethod } from "../patterns/promises.ts";
import { runnerCall } from "../patterns/runners.ts";
import { Part, type Canvas } from "./parts.ts";
import { continuesChain, isContinuation, isSubscription, type Subject } from "./subject.ts";
import { afterItem } from "./statements.ts";

/** Callees that turn one pattern's functions into another's, or make what can be settled later. */
const ADAPTS =
  /(?:^|\.)(?:promisify|promisifyAll|denodeify|nfbind|nbind|thunkify|callbackify|makeNodeResolver|withResolvers|defer|deferred|Deferred|fromCallback|fromNode|asCallback|nodeify)$/;

/** Paints what the function's pattern asks for to carry its flow on. */
export function paintPlumbing(subject: Subject, canvas: Canvas): void {
  paintSignature(subject, canvas);
  paintWords(subject, canvas);
  for (const call of subject.calls) paintCall(subject, call, canvas);
}

/** `async`, `*`, and the parameters that callbacks and resume functions come by. */
function paintSignature({ view, region, found }: Subject, canvas: Canvas): void {
  const { entry } = region;
  const upTo = found.parameters.start;
  for (let token = found.start; token < upTo; token++) {
    const isAsync = view.atoms[token] === Word.async && found.isAsync && token !== found.nameToken;
    if (isAsync || (view.atoms[token] === Atom.Star && found.isGenerator)) canvas.dot(token, Part.Plumbing);
  }
  for (const { start, end } of listItems(view, found.parameters.start, found.parameters.end)) {
    const name = textAt(view, start);
    const isResume = name === "resume" && entry.pattern === "generator";
    if (name !== entry.callback && !isResume) continue;
    const follows = view.atoms[start - 1] === Atom.Comma;
    const leads = !follows && view.atoms[end] === Atom.Comma;
    canvas.paint(follows ? start - 1 : start, leads ? end + 1 : end, Part.Plumbing);
  }
}

/** `await`, `yield`, `yield *`; streamline's `_`. Those of nested entries are painted over later. */
function paintWords({ view, region, found }: Subject, canvas: Canvas): void {
  const { pattern } = region.entry;
  for (let token = found.start; token < found.end; token++) {
    const atom = view.atoms[token];
    if (atom === Word.await || atom === Word.yield) {
      if (view.atoms[token - 1] === Atom.Dot || view.atoms[token + 1] === Atom.Colon) continue;
      canvas.dot(token, Part.Plumbing);
      if (atom === Word.yield && view.atoms[token + 1] === Atom.Star) canvas.dot(token + 1, Part.Plumbing);
    } else if (pattern === "streamline" && isUnderscore(view, token)) {
      const follows = view.atoms[token - 1] === Atom.Comma;
      canvas.paint(follows ? token - 1 : token, token + 1, Part.Plumbing);
    }
  }
}

function isUnderscore(view: FileView, token: number): boolean {
  if (view.atoms[token] !== Atom.Plain || textAt(view, token) !== "_") return false;
  const before = view.atoms[token - 1];
  const after = view.atoms[token + 1];
  return (
    (before === Atom.Comma || before === Atom.OpenParenthesis) &&
    (after === Atom.Comma || after === Atom.CloseParenthesis)
  );
}

function paintCall(subject: Subject, call: Call, canvas: Canvas): void {
  const { view, region } = subject;
  const path = calleePath(view, call);
  const emits = region.entry.pattern === "event-emitter" && isEmit(view, call);
  if (call.constructs) {
    const isEmitter = region.entry.pattern === "event-emitter" && isEmitterClass(path);
    if (isEmitter || isPromiseClass(path)) paintCallee(view, call.start, call, canvas);
  } else if (region.callbacks.has(textAt(view, call.nameToken)) || isSettling(subject, call) || emits) {
    paintCallee(view, call.start, call, canvas);
    paintNoError(view, call, canvas);
  } else if (isLocalContinuation(subject, call)) {
    paintCallee(view, call.start, call, canvas);
    paintNoError(view, call, canvas);
  } else if (isPromiseMaker(path) || /^async\./.test(path)) {
    paintCallee(view, call.start, call, canvas);
    paintLists(view, call, canvas);
    paintLastCallback(subject, call, canvas);
  } else if (runnerCall(path) !== undefined || ADAPTS.test(path)) paintCallee(view, call.start, call, canvas);
  else if (isLink(subject, call)) paintCallee(view, call.nameToken - 1, call, canvas);
  else if (isOperator(subject, call)) paintCallee(view, call.start, call, canvas);
}

/** The callee from a token on, the parentheses, and the commas between the arguments. */
function paintCallee(view: FileView, start: number, call: Call, canvas: Canvas): void {
  if (call.constructs && view.atoms[start - 1] === Word.new) canvas.dot(start - 1, Part.Plumbing);
  canvas.paint(start, call.open + 1, Part.Plumbing);
  canvas.dot(call.end - 1, Part.Plumbing);
  for (const item of argumentsOf(view, call))
    if (view.atoms[item.end] === Atom.Comma) canvas.dot(item.end, Part.Plumbing);
}

/** `null` or `undefined` in the place of an error, or the error that is handed on, with what follows it. */
function paintNoError(view: FileView, call: Call, canvas: Canvas): void {
  const [first] = argumentsOf(view, call);
  if (first === undefined || first.end !== first.start + 1) return;
  if (/^(?:null|undefined|e|err|error)$/.test(textAt(view, first.start)))
    canvas.dot(first.start, Part.Plumbing);
}

/** The brackets and commas of lists among the arguments: `Promise.all([a(), b()])`. */
function paintLists(view: FileView, call: Call, canvas: Canvas): void {
  for (const { start, end } of argumentsOf(view, call)) {
    if (view.atoms[start] !== Atom.OpenBracket || afterItem(view, start) !== end) continue;
    canvas.dot(start, Part.Plumbing);
    canvas.dot(end - 1, Part.Plumbing);
    for (const item of listItems(view, start + 1, end - 1))
      if (item.end < end - 1) canvas.dot(item.end, Part.Plumbing);
  }
}

function paintLastCallback({ view, region }: Subject, call: Call, canvas: Canvas): void {
  const last = argumentsOf(view, call).at(-1);
  if (last === undefined || last.end !== last.start + 1) return;
  if (region.callbacks.has(textAt(view, last.start))) canvas.dot(last.start, Part.Plumbing);
}

/** `resolve(value)` within `new Promise`, `deferred.resolve(value)`. */
function isSettling({ view, settlers }: Subject, call: Call): boolean {
  if (call.nameToken < 0) return false;
  const name = textAt(view, call.nameToken);
  if (call.start === call.nameToken) return settlers.has(name);
  return (
    /^(?:resolve|fulfill)$/.test(name) &&
    call.nameToken === call.start + 2 &&
    !/^[A-Z]/.test(textAt(view, call.start))
  );
}

/** A call of a function of the region that carries the flow on: `afterFileExists(null, file.id)`. */
function isLocalContinuation(subject: Subject, call: Call): boolean {
  const { view, region } = subject;
  if (call.start !== call.nameToken) return false;
  const local = view.functionNamed.within(textAt(view, call.start), call.owner);
  return local !== undefined && region.functions.has(local) && isContinuation(subject, local);
}

/** `.then(…)`, `.pipe(…)` of an observable, `.on("data", function …)`, `.wait()` of a future. */
function isLink(subject: Subject, call: Call): boolean {
  const { view, region } = subject;
  if (call.nameToken <= call.start) return false;
  const name = textAt(view, call.nameToken);
  if (isPromiseMethod(name) || continuesChain(subject, call)) return true;
  const { pattern } = region.entry;
  if (pattern === "observable" && name === "pipe") return true;
  if (pattern === "fiber" && (name === "wait" || name === "future")) return true;
  if (!isSubscription(view, call)) return false;
  const last = argumentsOf(view, call).at(-1);
  return (
    last !== undefined &&
    (functionStartingAt(view, last.start) !== undefined || region.callbacks.has(textAt(view, last.start)))
  );
}

/** `switchMap((id) => load(id))` in a pipe of observables. */
function isOperator({ view, region }: Subject, call: Call): boolean {
  return (
    region.entry.pattern === "observable" &&
    call.nameToken === call.start &&
    functionStartingAt(view, call.open + 1) !== undefined
  );
}
