import type { TokenSpan } from "../functions/found.ts";
import type { TokenList } from "../lexer/tokens.ts";
import { Groups } from "../patterns/groups.ts";

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

/**
 * The {@link TextHash}es of functions in source order, of which `parents` tells which stands in which, -1 for none. White
 * space and comments do not count. What stands in an inner function counts in the outer one by its hash, so that each
 * token is read once however deep they nest.
 */
export function textHashes(tokens: TokenList, spans: readonly TokenSpan[], parents: Int32Array): string[] {
  const inner = new Groups(new Int32Array(spans.length), parents, spans.length);
  const hashes = new Array<string>(spans.length).fill("");
  for (let index = spans.length - 1; index >= 0; index--) {
    const { start, end } = spans[index]!;
    const hash = new TextHash();
    let token = start;
    for (const child of inner.of(index)) {
      for (; token < spans[child]!.start; token++) hash.addToken(tokens, token);
      hash.addText(hashes[child]!);
      token = Math.max(token, spans[child]!.end);
    }
    for (; token < end; token++) hash.addToken(tokens, token);
    hashes[index] = hash.digest();
  }
  return hashes;
}

function hexadecimal(value: number): string {
  return (value >>> 0).toString(16).padStart(8, "0");
}
