import type { TokenSpan } from "../functions/found.ts";
import type { TokenList } from "../lexer/tokens.ts";

const FIRST_BASIS = 0x811c9dc5;
/** Any other start makes the second half independent enough of the first. */
const SECOND_BASIS = 0x9e3779b9;
const PRIME = 0x01000193;
const SEPARATOR = 0x1f;

/**
 * 64 bits over texts, as 16 lower-case hexadecimal digits: two 32-bit FNV-1a hashes
 * (http://www.isthe.com/chongo/tech/comp/fnv/), the second over the code units with another start and in another
 * mixture. Where one text ends and the next begins counts.
 */
export class TextHash {
  #first = FIRST_BASIS | 0;
  #second = SECOND_BASIS | 0;

  /** Adds the text of a token. */
  addToken({ text, starts, ends }: TokenList, token: number): void {
    this.#add(text, starts[token]!, ends[token]!);
  }

  addText(text: string): void {
    this.#add(text, 0, text.length);
  }

  digest(): string {
    return hexadecimal(this.#first) + hexadecimal(this.#second);
  }

  #add(text: string, start: number, end: number): void {
    let first = this.#first;
    let second = this.#second;
    for (let index = start; index < end; index++) {
      const code = text.charCodeAt(index);
      first = Math.imul(first ^ code, PRIME);
      second = Math.imul(second, PRIME) ^ (code + (second >>> 15));
    }
    this.#first = Math.imul(first ^ SEPARATOR, PRIME);
    this.#second = Math.imul(second, PRIME) ^ SEPARATOR;
  }
}

/** The {@link TextHash} of some tokens. White space and comments do not count. */
export function textHash(tokens: TokenList, span: TokenSpan): string {
  const hash = new TextHash();
  for (let token = span.start; token < span.end; token++) hash.addToken(tokens, token);
  return hash.digest();
}

function hexadecimal(value: number): string {
  return (value >>> 0).toString(16).padStart(8, "0");
}
