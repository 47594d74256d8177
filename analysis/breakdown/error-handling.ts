import { Atom, Word } from "../functions/atoms.ts";
import type { Call } from "../functions/found.ts";
import { argumentsOf, calleePath } from "../patterns/chains.ts";
import { afterGroupAt } from "../functions/lists.ts";
import { isEmit } from "../patterns/emitters.ts";
import { functionStartingAt, textAt } from "../patterns/file-view.ts";
import { Part, type Canvas } from "./parts.ts";
import { afterItem, clauseEnd, endsGroup, expressionEnd, isKeyword } from "./statements.ts";
import { givesError, isCallbackMaker, isError, isSubscription, type Subject } from "./subject.ts";

/** Links of a chain that are there for failure alone, or for it too, as `finally` is. */
const ON_FAILURE =
  /^(?:catch|fail|otherwise|tapCatch|catchReturn|catchThrow|catchError|finally|fin|lastly|ensure|onErrorResumeNext)$/;

/** Paints all that is there for the case that something fails. */
export function paintErrorHandling(subject: Subject, canvas: Canvas): void {
  const { view, found, errorFunctions } = subject;
  paintStatements(subject, canvas);
  for (const call of subject.calls) paintCall(subject, call, canvas);
  for (const index of errorFunctions.values()) {
    const { start, end } = view.functions[index]!;
    canvas.paint(start, Math.min(end, found.end), Part.ErrorHandling);
  }
}

function paintStatements(subject: Subject, canvas: Canvas): void {
  const { view, found, region } = subject;
  let at = found.start;
  while (at < found.end) {
    const here = view.functionsAt.first(at);
    if (here >= 0 && here !== region.entry.index && !region.functions.has(here))
      at = Math.max(view.functions[here]!.end, at + 1);
    else at = Math.max(paintAt(subject, at, canvas), at + 1);
  }
}

/** Paints what starts at a token, and gives the token to look at next; anything less than the one behind it is that. */
function paintAt(subject: Subject, at: number, canvas: Canvas): number {
  const { view, found, errorNames, extents } = subject;
  const paint = (start: number, end: number): number => {
    canvas.paint(start, end, Part.ErrorHandling);
    return end;
  };
  if (isKeyword(view, at, Word.try)) {
    paint(at, at + 1);
    if (view.atoms[at + 1] === Atom.OpenBrace) paintBraces(subject, at + 1, canvas);
    return at + 2;
  }
  if (isKeyword(view, at, Word.catch) || isKeyword(view, at, Word.finally))
    return paint(at, clauseEnd(view, at));
  if (isKeyword(view, at, Word.throw)) return paint(at, extents.statement(at, found.end));
  if (isKeyword(view, at, Word.if)) return paintIf(subject, at, canvas);
  if (!isError(view, at, errorNames)) return at;
  if (view.atoms[at + 1] === Atom.Question) return paint(at, colonBehind(subject, at + 2));
  const before = view.atoms[at - 1];
  const startsStatement =
    before === Atom.Semicolon || before === Atom.OpenBrace || before === Atom.CloseBrace;
  if (startsStatement && view.atoms[at + 1] === Atom.Logical && textAt(view, at + 1) === "&&")
    return paint(at, extents.statement(at, found.end));
  return at;
}

function paintBraces({ view }: Subject, open: number, canvas: Canvas): void {
  canvas.dot(open, Part.ErrorHandling);
  const close = view.ends[open]!;
  if (close > 0) canvas.dot(close, Part.ErrorHandling);
}

/** `if (err) …` as a whole, of `if (!err) { … }` what is around the block, and the `else` of either. */
function paintIf(subject: Subject, at: number, canvas: Canvas): number {
  const { view, found, errorNames, extents } = subject;
  const open = at + 1;
  if (view.atoms[open] !== Atom.OpenParenthesis) return at;
  let first = open + 1;
  while (view.atoms[first] === Atom.Exclamation) first++;
  if (!isError(view, first, errorNames)) return at;
  const then = afterGroupAt(view, open);
  const thenEnd = extents.statement(then, found.end);
  if (then >= found.end) return at;
  const otherwise = isKeyword(view, thenEnd, Word.else) ? thenEnd + 1 : -1;
  const saysNone = (first - open) % 2 === 0 || isNothing(subject, first + 1);
  canvas.paint(at, then, Part.ErrorHandling);
  if (!saysNone) {
    canvas.paint(then, thenEnd, Part.ErrorHandling);
    if (otherwise < 0) return thenEnd;
    canvas.dot(thenEnd, Part.ErrorHandling);
    if (view.atoms[otherwise] === Atom.OpenBrace) paintBraces(subject, otherwise, canvas);
    return isKeyword(view, otherwise, Word.if) ? otherwise : otherwise + 1;
  }
  if (view.atoms[then] === Atom.OpenBrace) paintBraces(subject, then, canvas);
  if (otherwise >= 0) canvas.paint(thenEnd, extents.statement(otherwise, found.end), Part.ErrorHandling);
  return then + 1;
}

/** `== null`, `=== undefined` behind an error. */
function isNothing({ view }: Subject, operator: number): boolean {
  const sign = textAt(view, operator);
  return (sign === "==" || sign === "===") && /^(?:null|undefined|void)$/.test(textAt(view, operator + 1));
}

/** One past the `:` that belongs to the `?` before a token; that token where there is none. */
function colonBehind({ view, found, colons }: Subject, start: number): number {
  const known = colons.get(start);
  if (known !== undefined) return known;
  const open = [start];
  let at = start;
  while (at < found.end && open.length > 0) {
    const atom = view.atoms[at]!;
    if (atom === Atom.Question) open.push(at + 1);
    else if (atom === Atom.Colon) colons.set(open.pop()!, at + 1);
    else if (atom === Atom.Semicolon || endsGroup(atom)) break;
    at = afterItem(view, at);
  }
  for (const one of open) colons.set(one, one);
  return colons.get(start)!;
}

function paintCall(subject: Subject, call: Call, canvas: Canvas): void {
  const { view, errorFunctions, errorNames, region, settlers } = subject;
  if (call.nameToken < 0 || call.constructs) return;
  const name = textAt(view, call.nameToken);
  const isPlain = call.nameToken === call.start;
  if (isPlain && errorFunctions.has(name)) paintStatement(subject, call, canvas);
  else if (isPlain && (region.callbacks.has(name) || settlers.has(name))) {
    if (givesError(view, call, errorNames) || (settlers.has(name) && /^(?:reject|rej|fail)$/.test(name)))
      paintStatement(subject, call, canvas);
  } else if (/(?:^|\.)Promise\.reject$|^(?:q|when|bluebird|rsvp)\.reject$/.test(calleePath(view, call)))
    paintStatement(subject, call, canvas);
  else if (name === "ifError" || (name === "reject" && call.nameToken === call.start + 2))
    paintStatement(subject, call, canvas);
  else if (region.entry.pattern === "event-emitter" && isEmit(view, call)) {
    if (/^["'`]error["'`]$/.test(textAt(view, call.open + 1))) paintStatement(subject, call, canvas);
  } else if (isSubscription(view, call) && /^["'`]error["'`]$/.test(textAt(view, call.open + 1)))
    canvas.paint(call.nameToken - 1, call.end, Part.ErrorHandling);
  else if (ON_FAILURE.test(name) && (!isPlain || region.entry.pattern === "observable"))
    canvas.paint(isPlain ? call.start : call.nameToken - 1, call.end, Part.ErrorHandling);
  else if (name === "then" && !isPlain) paintSecondHandler(subject, call, canvas);
  else if (isCallbackMaker(subject, call)) paintWrapper(subject, call, canvas);
}

/** The call with the `return` before it and the semicolon behind it. */
function paintStatement({ view }: Subject, call: Call, canvas: Canvas): void {
  const start = isKeyword(view, call.start - 1, Word.return) ? call.start - 1 : call.start;
  const end = view.atoms[call.end] === Atom.Semicolon ? call.end + 1 : call.end;
  canvas.paint(start, end, Part.ErrorHandling);
}

/** The handler of failure in `.then(f, g)`. */
function paintSecondHandler({ view }: Subject, call: Call, canvas: Canvas): void {
  const second = argumentsOf(view, call)[1];
  if (second !== undefined)
    canvas.paint(second.start - 1, expressionEnd(view, second.start, second.end, true), Part.ErrorHandling);
}

/** `catcher(done, function …)`: all but the function, which goes on where nothing has failed. */
function paintWrapper({ view }: Subject, call: Call, canvas: Canvas): void {
  const given = argumentsOf(view, call);
  const literal = given.find(({ start }) => functionStartingAt(view, start) !== undefined);
  if (literal === undefined) return;
  canvas.paint(call.start, literal.start, Part.ErrorHandling);
  canvas.paint(literal.end, call.end, Part.ErrorHandling);
}
