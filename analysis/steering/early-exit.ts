import { findFunctions } from "../functions/find.ts";
import { lex } from "../lexer/lex.ts";
import { copyTokens, TokenKind } from "../lexer/tokens.ts";
import type { Language } from "../model.ts";
import { isErrorName } from "../patterns/callback-names.ts";
import { textAt, viewOf, type FileView } from "../patterns/file-view.ts";
import { LineCounter } from "../source/line-counter.ts";

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
function namesIn(view: FileView, from: number, to: number): string[] {
  const names: string[] = [];
  for (let at = from; at < to; at++) {
    if (view.tokens.kinds[at] !== TokenKind.Identifier || textAt(view, at - 1) === ".") continue;
    names.push(textAt(view, at));
  }
  return names;
}
