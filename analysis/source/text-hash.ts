import type { TokenSpan } from "../functions/found.ts";
import type { TokenList } from "../lexer/tokens.ts";

const FIRST_BASIS = 0x811c9dc5;
/** Any other start makes the second half independent enough of the first. */
const SECOND_BASIS = 0x9e3779b9;
const PRIME = 0x01000193;
const SEPARATOR = 0x1f;

/**
 * 64 bits over the texts of some tokens, as 16 lower-case hexadecimal digits: two 32-bit FNV-1a hashes
 * (http://www.isthe.com/chongo/tech/comp/fnv/), the second over the code units with another start and in another
 * mixture. White space and comments do not count.
 */
export function textHash(tokens: TokenList, span: TokenSpan): string {
  const { text, starts, ends } = tokens;
  let first = FIRST_BASIS;
  let second = SECOND_BASIS;
  for (let token = span.start; token < span.end; token++) {
    const end = ends[token]!;
    for (let index = starts[token]!; index < end; index++) {
      const code = text.charCodeAt(index);
      first = Math.imul(first ^ code, PRIME);
      second = Math.imul(second, PRIME) ^ (code + (second >>> 15));
    }
    first = Math.imul(first ^ SEPARATOR, PRIME);
    second = Math.imul(second, PRIME) ^ SEPARATOR;
  }
  return hexadecimal(first) + hexadecimal(second);
}

function hexadecimal(value: number): string {
  return (value >>> 0).toString(16).padStart(8, "0");
}
