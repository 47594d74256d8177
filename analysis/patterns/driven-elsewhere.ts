import { Atom, Word } from "../functions/atoms.ts";
import type { FoundFunction } from "../functions/found.ts";
import { afterItemToken } from "../functions/lists.ts";
import { isText } from "../functions/scan.ts";
import { TokenKind } from "../lexer/tokens.ts";
import { argumentsOf, endsExpression, isDot } from "./chains.ts";
import { provenCallback } from "./callbacks.ts";
import { functionStartingAt, type FileView } from "./file-view.ts";
import { DRIVEN_BY_DESCRIPTIONS } from "./libraries.ts";
import { parameterNames } from "./parameter-names.ts";
import { isPromiseOperand } from "./promises.ts";

/** What a `yield` says of who drives its generator. */
const Says = { Nothing: 0, Waited: 1, Plain: 2 } as const;
type Says = (typeof Says)[keyof typeof Says];

/**
 * Whether a generator function is driven by something that waits for what it yields, though nothing in its file is given it:
 * middleware of Koa 1 is, and much that other files give to co. It yields `next`, promises or functions that call back; or it goes on
 * with what comes back for a call that it has yielded. What also yields plain values is an iterator.
 */
export function isDrivenElsewhere(view: FileView, found: FoundFunction): boolean {
  // `*[Symbol.iterator]() { … }`
  if (found.target?.kind === "member" && found.target.key.computed) return false;
  // What gets a function that resumes it is driven by suspend or its like.
  if (parameterNames(view, found).includes("resume") || yieldsDescriptions(view)) return false;
  const { atoms, functionList } = view;
  const { body } = found;
  let isWaited = false;
  let inner = functionList.firstFrom(body.start);
  for (let token = body.start; token < body.end; token++) {
    if (inner < functionList.length && functionList.starts[inner]! <= token) {
      token = Math.max(functionList.ends[inner]! - 1, token);
      inner = functionList.firstFrom(token + 1);
      continue;
    }
    if (atoms[token] !== Word.yield || isDot(atoms[token - 1]!) || atoms[token + 1] === Atom.Colon) continue;
    const says = saidBy(view, found, token);
    if (says === Says.Plain) return false;
    if (says === Says.Waited) isWaited = true;
  }
  return isWaited;
}

/** Whether a file uses a library to which generators yield descriptions of what it shall do. */
export function yieldsDescriptions(view: FileView): boolean {
  return [...view.names.values()].some((path) => DRIVEN_BY_DESCRIPTIONS.test(path));
}

function saidBy(view: FileView, found: FoundFunction, token: number): Says {
  const { atoms, tokens } = view;
  const hasStar = atoms[token + 1] === Atom.Star;
  const start = hasStar ? token + 2 : token + 1;
  if (isNext(view, found, start)) return Says.Waited;
  // Whom it hands on to may be of either kind.
  if (hasStar) return Says.Nothing;
  const end = endOfOperand(view, start, found.body.end);
  if (end === start || tokens.newlineBefore[start] === 1) return Says.Plain;
  const inner = functionStartingAt(view, start);
  if (inner !== undefined) return provenCallback(view, inner) === undefined ? Says.Nothing : Says.Waited;
  const isNew = atoms[start] === Word.new;
  const isPromise = isPromiseOperand(view, isNew ? start + 1 : start);
  if (!isPromise && (isNew || isPlainValue(view, start))) return Says.Plain;
  const isAsync = isPromise || endsWithCall(view, start, end) || holdsCalls(view, start);
  return isAsync && isUsed(view, token, end) ? Says.Waited : Says.Nothing;
}

/** A literal, or a list or an object in which nothing is called. */
function isPlainValue(view: FileView, start: number): boolean {
  const { atoms, tokens } = view;
  const atom = atoms[start]!;
  if (atom === Atom.OpenBracket || atom === Atom.OpenBrace) return !holdsCalls(view, start);
  if (tokens.kinds[start]! > TokenKind.Keyword) return atom !== Atom.OpenParenthesis;
  return atom === Word.null || isText(tokens, start, "undefined");
}

/** `yield next` of `function* (next)` (https://github.com/koajs/koa/blob/v1.x/docs/guide.md). */
function isNext({ atoms, tokens }: FileView, { parameters }: FoundFunction, start: number): boolean {
  if (parameters.end !== parameters.start + 1 || !isText(tokens, parameters.start, "next")) return false;
  const after = atoms[start + 1]!;
  const goesOn = after === Atom.Dot || after === Atom.OpenParenthesis || after === Atom.OpenBracket;
  return isText(tokens, start, "next") && !goesOn;
}

/** Whether a list or an object that is yielded has a call for an item: `[count(), list()]`. */
function holdsCalls(view: FileView, open: number): boolean {
  const isList = view.atoms[open] === Atom.OpenBracket;
  if (!isList && view.atoms[open] !== Atom.OpenBrace) return false;
  return argumentsOf(view, { open }).some(({ start, end }) => {
    const first = isList || view.atoms[start + 1] !== Atom.Colon ? start : start + 2;
    return endsWithCall(view, first, end);
  });
}

/** Whether an expression is a chain whose last link is a call. */
function endsWithCall({ calls, callsAt }: FileView, start: number, end: number): boolean {
  for (let call = callsAt.first(start); call >= 0; call = callsAt.next(call))
    if (calls.ends[call] === end && calls.constructs[call] === 0) return true;
  return false;
}

/** So many tokens of what is yielded are looked at, without those in brackets: half-typed text has no end to it. */
const TOKENS_AT_MOST = 60;

/** One past what is yielded. */
function endOfOperand(view: FileView, start: number, limit: number): number {
  const { atoms } = view;
  let token = start;
  for (let seen = 0; token < limit && atoms[token] !== Atom.Comma && seen < TOKENS_AT_MOST; seen++) {
    if (token > start && endsExpression(view, token)) break;
    if (isEnd(atoms[token]!)) break;
    token = afterItemToken(view, token);
  }
  return Math.min(token, limit);
}

function isEnd(atom: number): boolean {
  if (atom === Atom.CloseParenthesis || atom === Atom.CloseBracket || atom === Atom.CloseBrace) return true;
  // Half-typed text has one behind the other.
  return atom === Atom.Semicolon || atom === Word.yield;
}

/** Whether the function does anything with what comes back for a `yield` whose operand ends there. */
function isUsed({ atoms }: FileView, token: number, end: number): boolean {
  const before = atoms[token - 1]!;
  if (before === Atom.Equals || before === Word.return) return true;
  if (before !== Atom.OpenParenthesis || atoms[end] !== Atom.CloseParenthesis) return false;
  // `(yield list()).length`
  const after = atoms[end + 1]!;
  if (isDot(after) || after === Atom.OpenBracket) return true;
  // `if (yield a())`, `b(yield a())`
  const around = atoms[token - 2]!;
  return around === Word.if || around === Word.while || around === Atom.Exclamation || around === Atom.Plain;
}
