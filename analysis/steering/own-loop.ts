import { statementEnd } from "../breakdown/statements.ts";
import { Word } from "../functions/atoms.ts";
import { afterGroupAt } from "../functions/lists.ts";
import { findFunctions } from "../functions/find.ts";
import { lex } from "../lexer/lex.ts";
import { copyTokens } from "../lexer/tokens.ts";
import type { Language } from "../model.ts";
import { textAt, viewOf } from "../patterns/file-view.ts";
import { lineStartsOf } from "../source/lines.ts";
import { isWordAt } from "./word-at.ts";
import { isEndlessHead, isWithoutExit, partsOf } from "./loop-heads.ts";
import { OwnValues } from "./own-values.ts";

/**
 * What loops are around a line: `own` where each of them goes on as the text itself says, whatever it is given; `none` where there is
 * none.
 *
 * @param line Counted from 1.
 */
export function loopsAround(text: string, language: Language, line: number): "none" | "own" | "other" {
  const tokens = copyTokens(lex(text, language));
  const view = viewOf(findFunctions(tokens, language));
  const lineStarts = lineStartsOf(text);
  const [from, to] = [lineStarts[line - 1] ?? text.length, lineStarts[line] ?? text.length];
  let around: "none" | "own" = "none";
  let tail = -1;
  for (let at = 0; at < tokens.count && tokens.starts[at]! < to; at++) {
    const isDo = isWordAt(view, at, Word.do);
    if (at === tail || (!isDo && !isWordAt(view, at, Word.for) && !isWordAt(view, at, Word.while))) continue;
    const body = statementEnd(view, isDo ? at + 1 : at, tokens.count);
    if (isDo && textAt(view, body) === "while") tail = body;
    const end = tail === body ? Math.max(afterGroupAt(view, body + 1), body + 1) : body;
    if (end <= at || tokens.ends[end - 1]! <= from) continue;
    const after = (tokens.match[at + 1] ?? -1) + 1;
    const isEndless =
      isEndlessHead(view, { open: at + 1, after }) || partsOf(view, at + 2, after - 1).isEndless;
    const isOwn = (isEndless && isWithoutExit(view, after, end)) || new OwnValues(view, at).areIn(at, end);
    if (!isOwn) return "other";
    around = "own";
  }
  return around;
}
