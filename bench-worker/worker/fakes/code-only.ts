import { lex } from "../../../analysis/lexer/lex.ts";
import { TokenKind } from "../../../analysis/lexer/tokens.ts";
import type { Language } from "../../../analysis/model.ts";

/**
 * A text with everything blanked out that is no code: comments, what is between the quotes of texts and the tags of JSX. A regular
 * expression becomes a `0`. Each sign of the code stays where it is, and each line on its line.
 */
export function codeOnly(text: string, language: Language): string {
  const { starts, ends, kinds, count } = lex(text, language);
  const parts: string[] = [];
  let done = 0;
  const blankUntil = (end: number): void => {
    parts.push(text.slice(done, end).replace(/\S/g, " "));
    done = end;
  };
  for (let at = 0; at < count; at++) {
    const start = starts[at]!;
    const end = ends[at]!;
    const kind = kinds[at]!;
    blankUntil(start);
    if (kind === TokenKind.JsxText) continue;
    if (kind === TokenKind.RegularExpression) {
      parts.push("0");
      done = start + 1;
    } else if (kind === TokenKind.String || kind === TokenKind.Template) {
      // A template's piece ends with the sign and the brace behind which a value stands.
      const last = text.startsWith("${", end - 2) ? end - 2 : end - 1;
      parts.push(text.slice(start, start + 1));
      done = start + 1;
      if (last > done) blankUntil(last);
      parts.push(text.slice(done, end));
      done = end;
    } else {
      parts.push(text.slice(start, end));
      done = end;
    }
  }
  blankUntil(text.length);
  return parts.join("");
}
