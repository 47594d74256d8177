import { functionWithCalls } from "./function-with-calls.ts";
import { statementEnd } from "../breakdown/statements.ts";
import { findFunctions } from "../functions/find.ts";
import { lex } from "../lexer/lex.ts";
import { BracketRole, copyTokens, TokenKind } from "../lexer/tokens.ts";
import type { IoCall, Language } from "../model.ts";
import { isErrorName } from "../patterns/callback-names.ts";
import { textAt, viewOf, type FileView } from "../patterns/file-view.ts";
import { askedText, skipsWhatWentWell } from "./asked-text.ts";
import { LineCounter } from "../source/line-counter.ts";

/** What makes what follows it in its statement depend on something, or run later. */
const DEPENDS = /^(?:if|else|for|while|do|switch|case|catch|finally|\?|&&|\|\||\?\?|=>|function)$/;

/** What a statement begins with that stands in no branch without a block. */
const DECLARES = /^(?:const|let|var)$/;

/**
 * Those of a function's I/O calls that every call of it comes to that does not leave early, nor skip a round of a loop: in its body, in a
 * `try` or a loop over items there, and in no other branch, loop, function or condition. Where a branch asks for one text, which nothing
 * made up is, `if (action === "buy") { … } else { … }`, and has more of the calls than the other, it is as if all came there.
 *
 * @param start Where the function starts.
 */
export function unconditionalCalls(
  text: string,
  language: Language,
  start: number,
  ioCalls: readonly IoCall[],
): IoCall[] {
  const target = functionWithCalls(text, language, start, ioCalls);
  if (target === undefined) return [];
  const { view, calls } = target;
  return ioCalls.filter((_, index) => {
    const token = calls[index]!;
    return token >= 0 && isUnconditional(view, token, target.start, calls);
  });
}

function isUnconditional(view: FileView, call: number, start: number, calls: readonly number[]): boolean {
  let isOfStatement = true;
  for (let at = call - 1; at > start; at--) {
    const text = textAt(view, at);
    if (text === ")" || text === "]" || text === "}") {
      at = view.tokens.match[at]!;
      if (at < 0) return false;
      // A statement ends before a block, not before an object; what brackets hold is no condition of what follows.
      if (view.tokens.roles[at] === BracketRole.Block) isOfStatement = false;
      continue;
    }
    if (text === ";" || DECLARES.test(text)) isOfStatement = false;
    else if (text === "{") {
      const before = textAt(view, at - 1);
      const leading = headBefore(view, at, call, start, calls);
      if (before === "try") isOfStatement = false;
      else if (leading === undefined) return isBodyOf(view, at, start);
      else {
        at = leading;
        isOfStatement = true;
      }
    } else if (isOfStatement && DEPENDS.test(text) && !isLoopOverItems(view, at)) return false;
  }
  return false;
}

/** The `for` or `if` before a block to which all come: a loop over items, or the longer branch of a choice by a text. */
function headBefore(
  view: FileView,
  brace: number,
  call: number,
  start: number,
  calls: readonly number[],
): number | undefined {
  if (textAt(view, brace - 1) !== ")") return undefined;
  const open = view.tokens.match[brace - 1]!;
  if (open < 1) return undefined;
  const isAwaited = textAt(view, open - 1) === "await";
  const keyword = isAwaited ? open - 2 : open - 1;
  const word = textAt(view, keyword);
  if (word === "for")
    return isLoopOverItems(view, keyword) && !skipsWhatWentWell(view, brace, call) ? keyword : undefined;
  if (word !== "if" || askedText(view, open + 1, brace - 1, start) === undefined) return undefined;
  const end = view.tokens.match[brace]!;
  if (end < 0 || textAt(view, end + 1) !== "else") return undefined;
  const endOfElse = statementEnd(view, end + 2, view.tokens.starts.length);
  const within = (from: number, to: number): number => calls.filter((at) => from < at && at < to).length;
  return within(brace, end) > within(end, endOfElse) ? keyword : undefined;
}

/** Whether a token begins `for (… of …)`, `for await (… of …)` or `for (… in …)`. */
function isLoopOverItems(view: FileView, keyword: number): boolean {
  if (textAt(view, keyword) !== "for") return false;
  const open = textAt(view, keyword + 1) === "await" ? keyword + 2 : keyword + 1;
  const close = view.tokens.match[open]!;
  for (let at = open + 1; at < close; at = Math.max(at, view.tokens.match[at]!) + 1)
    if (/^(?:of|in)$/.test(textAt(view, at))) return at > open + 1;
  return false;
}

/** Whether a condition compares something with a text that is written there: it asks what something is, and not whether it is there. */
export function comparesText(view: FileView, from: number, to: number): boolean {
  for (let at = from + 1; at < to - 1; at++) {
    if (!/^[!=]==?$/.test(textAt(view, at))) continue;
    if ([at - 1, at + 1].some((side) => view.tokens.kinds[side] === TokenKind.String)) return true;
  }
  return false;
}

/**
 * Whether an `if` on one of these lines leaves the function with something that it asks for, as a cache does:
 * `if (known) return known.value`. What it is called with is in no cache, what is compared with something is no hit, and neither is an
 * error, nor what is there or something else is not: `if (error || !row) return { row: null, error }`.
 *
 * @param parameters Their names.
 */
export function givesWhatItAsksFor(
  text: string,
  language: Language,
  lines: readonly number[],
  parameters: ReadonlySet<string> = new Set(),
): boolean {
  const tokens = copyTokens(lex(text, language));
  const view = viewOf(findFunctions(tokens, language));
  const counter = new LineCounter(text, tokens.bytes);
  const asked = new Set(lines);
  for (let at = 0; at < tokens.starts.length; at++) {
    if (textAt(view, at) !== "if" || textAt(view, at + 1) !== "(") continue;
    const close = tokens.match[at + 1]!;
    if (close < 0 || !asked.has(counter.positionAt(tokens.starts[at]!).line)) continue;
    const names = new Set(
      foundIn(view, at + 2, close).filter((name) => !parameters.has(name) && !isErrorName(name)),
    );
    const isBlock = textAt(view, close + 1) === "{";
    const last = isBlock ? tokens.match[close + 1]! : close + 1;
    // What it waits for itself is no cache's.
    if (isBlock && last > 0 && counter.positionAt(tokens.starts[last]!).line > Math.max(...lines)) continue;
    for (let leaves = close + 1; leaves <= last; leaves++) {
      if (textAt(view, leaves) !== "return") continue;
      let end = leaves + 1;
      while (end < tokens.starts.length && !/^[;}]$/.test(textAt(view, end))) {
        end = Math.max(end, tokens.match[end]!) + 1;
      }
      if (namesIn(view, leaves + 1, end).some((name) => names.has(name))) return true;
    }
  }
  return false;
}

/** The names in those parts of a condition, joined by `&&`, that are true where something is there: `known`, `row !== null`. */
function foundIn(view: FileView, from: number, to: number): string[] {
  const names: string[] = [];
  for (let start = from; start < to;) {
    let end = start;
    let asksForMore = textAt(view, start) === "!";
    for (; end < to && textAt(view, end) !== "&&"; end = Math.max(end, view.tokens.match[end]!) + 1) {
      const isNothing = /^(?:undefined|null)$/.test(textAt(view, end + 1));
      asksForMore ||= textAt(view, end) === "||" && textAt(view, end + 1) === "!";
      asksForMore ||= COMPARES.test(textAt(view, end)) && !(isNothing && textAt(view, end).startsWith("!"));
    }
    if (!asksForMore) names.push(...namesIn(view, start, end));
    start = end + 1;
  }
  return names;
}

const COMPARES = /^(?:[<>]=?|[!=]==?)$/;

/** The names between two tokens that no member is named by. */
export function namesIn(view: FileView, from: number, to: number): string[] {
  const names: string[] = [];
  for (let at = from; at < to; at++) {
    if (view.tokens.kinds[at] !== TokenKind.Identifier || textAt(view, at - 1) === ".") continue;
    names.push(textAt(view, at));
  }
  return names;
}

/** Whether a brace opens the body of the function that starts at a token: nothing of it stands open between. */
export function isBodyOf(view: FileView, brace: number, start: number): boolean {
  for (let at = brace - 1; at >= start; at--) {
    const text = textAt(view, at);
    if (text === ")" || text === "]" || text === "}") at = view.tokens.match[at]!;
    else if (text === "{" || text === "(" || text === "[" || text === ";") return false;
    if (at < start) return false;
  }
  return true;
}
