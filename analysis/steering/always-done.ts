import { findFunctions } from "../functions/find.ts";
import { lex } from "../lexer/lex.ts";
import { BracketRole, copyTokens } from "../lexer/tokens.ts";
import type { Language } from "../model.ts";
import { textAt, viewOf, type FileView } from "../patterns/file-view.ts";
import { lineStartsOf } from "../source/lines.ts";

/** The module's own level, where no function is around a line. */
export const MODULE = -1;

/** What makes what follows it in its statement depend on something. */
const DEPENDS = /^(?:if|else|for|while|do|switch|case|catch|default|\?|\?\.|&&|\|\||\?\?|=>|function|class)$/;
/** What leaves the function, or a loop, before what follows. */
const LEAVES = /^(?:return|throw|break|continue|yield)$/;

/**
 * In which function what a line does is done in each call that comes to an end, whatever values it works on: where that starts, or
 * {@link MODULE}. Undefined where a condition stands before it, or something that leaves.
 *
 * @param line Counted from 1.
 */
export function alwaysDoneIn(text: string, language: Language, line: number): number | undefined {
  const tokens = copyTokens(lex(text, language));
  const view = viewOf(findFunctions(tokens, language));
  const lineStarts = lineStartsOf(text);
  const [from, to] = [lineStarts[line - 1] ?? text.length, lineStarts[line] ?? text.length];
  const { starts, ends } = tokens;
  // Those within come behind those around them.
  const around = view.functions.findLast((one) => starts[one.start]! < to && ends[one.end - 1]! > from);
  const { start, end } = around?.body ?? { start: 0, end: tokens.count };
  let first = start;
  while (first < end && starts[first]! < from) first++;
  if (first >= end || starts[first]! >= to) return undefined;
  let call = first;
  while (call < end && starts[call]! < to && textAt(view, call) !== "(") call++;
  const isSure = !isLeftBefore(view, start, first) && isUnconditional(view, call - 1, start);
  return isSure ? (around === undefined ? MODULE : starts[around.start]!) : undefined;
}

/** Whether something between two tokens leaves, which is of no function within. */
function isLeftBefore(view: FileView, start: number, end: number): boolean {
  const within = new Map(view.functions.map((one) => [one.start, one.end]));
  for (let at = start; at < end; at++) {
    const endWithin = within.get(at);
    if (endWithin !== undefined) at = endWithin - 1;
    else if (LEAVES.test(textAt(view, at))) return true;
  }
  return false;
}

/** Whether neither the statement of a token nor a block around it depends on something. */
function isUnconditional(view: FileView, token: number, start: number): boolean {
  const { match, roles } = view.tokens;
  let isOfStatement = true;
  for (let at = token; at >= start; at--) {
    const text = textAt(view, at);
    const opening = match[at]!;
    if (/^[)\]}]$/.test(text) && opening >= 0) {
      if (roles[opening] === BracketRole.Block) isOfStatement = false;
      at = opening;
    } else if (text === ";") isOfStatement = false;
    else if (text === "{" && roles[at] === BracketRole.Block) {
      const before = at === start ? ";" : textAt(view, at - 1);
      if (!/^(?:try|finally|[;{}])$/.test(before)) return false;
      isOfStatement = false;
    } else if (isOfStatement && DEPENDS.test(text)) return false;
  }
  return true;
}
