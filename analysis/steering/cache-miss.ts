import { findFunctions } from "../functions/find.ts";
import { lex } from "../lexer/lex.ts";
import { copyTokens } from "../lexer/tokens.ts";
import type { IoCall, Language } from "../model.ts";
import { afterGroupAt } from "../functions/lists.ts";
import { statementEnd } from "../breakdown/statements.ts";
import { textAt, viewOf, type FileView } from "../patterns/file-view.ts";
import { LineCounter } from "../source/line-counter.ts";
import { comparesText, namesIn } from "./early-exit.ts";

/**
 * Whether to go on behind an `if` on one of these lines is what a cache that has nothing makes of a call: it would have given back what
 * an I/O call before it answered, and made none to get it: `const hit = await cache.get(id); if (hit) return hit;`.
 *
 * @param ioCalls Those of the function.
 */
export function isCacheMiss(
  text: string,
  language: Language,
  lines: readonly number[],
  ioCalls: readonly IoCall[],
): boolean {
  const tokens = copyTokens(lex(text, language));
  const view = viewOf(findFunctions(tokens, language));
  const counter = new LineCounter(text, tokens.bytes);
  const asked = new Set(lines);
  for (let at = 0; at < tokens.starts.length; at++) {
    if (textAt(view, at) !== "if" || textAt(view, at + 1) !== "(") continue;
    const close = tokens.match[at + 1]!;
    if (
      close < 0 ||
      comparesText(view, at + 2, close) ||
      !asked.has(counter.positionAt(tokens.starts[at + 2]!).line)
    )
      continue;
    const end =
      textAt(view, close + 1) === "{"
        ? afterGroupAt(view, close + 1)
        : statementEnd(view, close + 1, tokens.starts.length);
    const [from, to] = [tokens.starts[at]!, tokens.ends[end - 1]!];
    if (ioCalls.some(({ range }) => from <= range.start && range.start < to)) continue;
    const given = namesReturned(view, close + 1, end);
    const names = namesIn(view, at + 2, close).filter((name) => given.has(name));
    if (names.some((name) => isAnswer(view, name, at, ioCalls))) return true;
  }
  return false;
}

function namesReturned(view: FileView, start: number, end: number): ReadonlySet<string> {
  const names = new Set<string>();
  for (let at = start; at < end; at++) {
    if (textAt(view, at) !== "return") continue;
    for (const name of namesIn(view, at + 1, statementEnd(view, at, end))) names.add(name);
  }
  return names;
}

/** Whether a name before `limit` is declared as, or set to, what an I/O call gives, or is a parameter of a callback of one. */
function isAnswer(view: FileView, name: string, limit: number, ioCalls: readonly IoCall[]): boolean {
  const { starts } = view.tokens;
  for (let at = 0; at < limit; at++) {
    if (textAt(view, at) !== name || textAt(view, at - 1) === ".") continue;
    let is = at + 1;
    while (is < limit && /^(?:[\w$]+|[,:}\]])$/.test(textAt(view, is))) is++;
    if (textAt(view, is) === "=") {
      const [from, to] = [starts[is]!, starts[statementEnd(view, is + 1, limit)]!];
      if (ioCalls.some(({ range }) => from < range.start && range.start < to)) return true;
    }
    const isLastParameter = textAt(view, at + 1) === ")";
    const isWithin = ({ range }: IoCall): boolean => range.start < starts[at]! && starts[at]! < range.end;
    if (isLastParameter && ioCalls.some(isWithin)) return true;
  }
  return false;
}
