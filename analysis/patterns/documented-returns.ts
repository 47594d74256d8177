import { Char, IS_NAME_PART } from "../lexer/characters.ts";
import type { TokenList } from "../lexer/tokens.ts";

const ASYNC_RETURN = /@returns?\s*\{\s*(?:[\w$]+\.)*(?:Promise|Bluebird|Observable)/y;

/** Whether any comment of a text gives a promise or an observable as what is returned. */
export function documentsAsyncReturns(tokens: Pick<TokenList, "text" | "bytes">): boolean {
  const { text } = tokens;
  // Engines look for so short a text faster than for the whole tag.
  for (let at = text.indexOf("@ret"); at >= 0; at = text.indexOf("@ret", at + 1)) {
    if (isOtherType(tokens, at)) continue;
    ASYNC_RETURN.lastIndex = at;
    if (ASYNC_RETURN.test(text)) return true;
  }
  return false;
}

/** Whether it is plain to see that another name stands behind the `@returns {` at an offset: most give such a one. */
function isOtherType({ text, bytes }: Pick<TokenList, "text" | "bytes">, at: number): boolean {
  if (!text.startsWith(" {", at + "@returns".length)) return false;
  const start = at + "@returns {".length;
  let end = start;
  while (IS_NAME_PART[bytes[end]!] === 1) end++;
  return end > start && bytes[end] !== Char.Dot && !"PBO".includes(text[start]!);
}
