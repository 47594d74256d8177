import { TokenKind, type TokenList } from "../lexer/tokens.ts";
import { LAST_RESERVED_WORD, Word } from "../lexer/words.ts";
import type { TokenSpan } from "../functions/found.ts";

const DOT = 0x2e;
const OPTIONAL_CHAIN = 3;

/**
 * The names that a run of tokens may take from around it, each once: identifiers that are no members and stand in
 * no type. Names that the run declares itself are among them, as are keys of objects; whoever provides them does
 * no harm, for the declaration within hides what is provided.
 */
export function namesIn(tokens: TokenList, span: TokenSpan): string[] {
  const { text, starts, ends, kinds, codes, inType } = tokens;
  const names = new Set<string>();
  for (let at = span.start; at < span.end; at++) {
    const kind = kinds[at];
    if (kind === TokenKind.JsxIdentifier) {
      const isTag = codes[at - 1] === 0x3c || codes[at - 1] === DOT;
      const name = text.slice(starts[at], ends[at]);
      // Lower-case tags are elements of the page.
      if (isTag && /^[\p{Lu}$_]/u.test(name)) names.add(name);
      continue;
    }
    if (kind !== TokenKind.Identifier || inType[at] === 1) continue;
    const before = at > 0 ? codes[at - 1] : 0;
    if (before === DOT || before === OPTIONAL_CHAIN) continue;
    const code = codes[at]!;
    const isReserved = code >= Word.break && code <= LAST_RESERVED_WORD;
    if (isReserved || code === Word.await || code === Word.yield) continue;
    const name = text.slice(starts[at], ends[at]);
    if (name !== "arguments" && name !== "undefined" && !name.includes("\\")) names.add(name);
  }
  return [...names];
}
