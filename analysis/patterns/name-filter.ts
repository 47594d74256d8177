import { WIDE } from "../lexer/characters.ts";
import type { TokenList } from "../lexer/tokens.ts";

/** How many different keys names can have. */
const KEYS = 4096;

/**
 * Tells without taking a token's text whether it may be one of some names: by its length, and by its first and last
 * letter in either case. False positives are rare; there are no false negatives.
 */
export class NameFilter {
  readonly #slots = new Uint8Array(KEYS);

  /** `names` are not empty. */
  constructor(names: Iterable<string>) {
    for (const name of names) this.#slots[keyOfName(name)] = 1;
  }

  /** Whether a token may be one of the names. */
  has(tokens: TokenList, token: number): boolean {
    return this.#slots[keyOfToken(tokens, token)] === 1;
  }
}

/** A number below {@link KEYS} that tokens of the same text have in common. */
export function keyOfToken(tokens: TokenList, token: number): number {
  const { bytes } = tokens;
  const start = tokens.starts[token]!;
  const end = tokens.ends[token]!;
  return nameKey(end - start, bytes[start]!, bytes[end - 1]!);
}

/** {@link keyOfToken} of a token of that text. */
function keyOfName(name: string): number {
  return nameKey(name.length, byteAt(name, 0), byteAt(name, name.length - 1));
}

function byteAt(name: string, at: number): number {
  return Math.min(name.charCodeAt(at), WIDE);
}

function nameKey(length: number, first: number, last: number): number {
  return (length * 167 + (first | 32) * 31 + (last | 32) * 7) & (KEYS - 1);
}
