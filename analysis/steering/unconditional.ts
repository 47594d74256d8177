import { findFunctions } from "../functions/find.ts";
import { lex } from "../lexer/lex.ts";
import { BracketRole, copyTokens, TokenKind } from "../lexer/tokens.ts";
import type { IoCall, Language } from "../model.ts";
import { textAt, viewOf, type FileView } from "../patterns/file-view.ts";
import { LineCounter } from "../source/line-counter.ts";

/** What makes what follows it in its statement depend on something, or run later. */
const DEPENDS = /^(?:if|else|for|while|do|switch|case|catch|finally|\?|&&|\|\||\?\?|=>|function)$/;

/** What a statement begins with that stands in no branch without a block. */
const DECLARES = /^(?:const|let|var)$/;

/**
 * Those of a function's I/O calls that every call of it comes to that does not leave early: in its body, or in a `try` there,
 * and in no branch, loop, function or condition.
 *
 * @param start Where the function starts.
 */
export function unconditionalCalls(
  text: string,
  language: Language,
  start: number,
  ioCalls: readonly IoCall[],
): IoCall[] {
  const tokens = copyTokens(lex(text, language));
  const view = viewOf(findFunctions(tokens, language));
  const target = view.functions.find((found) => tokens.starts[found.start] === start);
  if (target === undefined) return [];
  const at = new Map<number, number>();
  for (let token = target.start; token < tokens.starts.length; token++) at.set(tokens.starts[token]!, token);
  return ioCalls.filter(({ range }) => {
    const token = at.get(range.start);
    return token !== undefined && isUnconditional(view, token, target.start);
  });
}

function isUnconditional(view: FileView, call: number, start: number): boolean {
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
      if (before === "try") isOfStatement = false;
      else return isBodyOf(view, at, start);
    } else if (isOfStatement && DEPENDS.test(text)) return false;
  }
  return false;
}

/**
 * Whether an `if` on one of these lines leaves the function with something that it asks for, as a cache does:
 * `if (known) return known.value`. What it is called with is in no cache, and what is compared with something is no hit.
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
    const names = new Set(foundIn(view, at + 2, close).filter((name) => !parameters.has(name)));
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
function isBodyOf(view: FileView, brace: number, start: number): boolean {
  for (let at = brace - 1; at >= start; at--) {
    const text = textAt(view, at);
    if (text === ")" || text === "]" || text === "}") at = view.tokens.match[at]!;
    else if (text === "{" || text === "(" || text === "[" || text === ";") return false;
    if (at < start) return false;
  }
  return true;
}
