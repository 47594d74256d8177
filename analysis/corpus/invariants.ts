import { TokenKind } from "../lexer/tokens.ts";
import type { TokenList } from "../lexer/tokens.ts";

/** What is wrong with a token list whatever its text is; undefined if nothing is. */
export function brokenInvariant(tokens: TokenList): string | undefined {
  const { text, count, starts, ends, kinds, match } = tokens;
  let behind = 0;
  for (let i = 0; i < count; i++) {
    const start = starts[i]!;
    const end = ends[i]!;
    if (start < behind) return `token ${i} begins before the one before it ends`;
    if (end <= start) return `token ${i} is empty`;
    if (end > text.length) return `token ${i} reaches behind the text`;
    behind = end;
    const other = match[i]!;
    if (other < -1 || other >= count) return `token ${i} matches a token that is not there`;
    const isBracket = kinds[i] === TokenKind.Punctuator;
    if (other !== -1 && isBracket && match[other] !== i)
      return `token ${i} matches one that does not match it`;
  }
  for (const { offset } of tokens.problems) {
    if (offset < 0 || offset > text.length) return "a problem lies outside the text";
  }
  return undefined;
}
