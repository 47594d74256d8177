import type { TokenList } from "../lexer/tokens.ts";
import { KEY_ENDS, endOfKey, keyOfName } from "../lexer/words.ts";

/** What filters have before they get their first name: many never get one. */
const NO_ENDS = new Uint8Array(KEY_ENDS);

/**
 * Tells without taking a token's text whether it may be one of some names, in either case, by nearly all of
 * the key that the lexer has found for it. False positives are rare; there are no false negatives.
 */
export class NameFilter {
  /** For each end of a key, a bit for each of {@link middleOf} that a name with that end has. */
  #middles = NO_ENDS;

  /** `names` are not empty. */
  constructor(names: Iterable<string>) {
    for (const name of names) this.add(name);
  }

  /** Lets another name pass. */
  add(name: string): void {
    if (this.#middles === NO_ENDS) this.#middles = new Uint8Array(KEY_ENDS);
    const key = keyOfName(name);
    this.#middles[endOfKey(key)]! |= 1 << middleOf(key);
  }

  /** Whether a token may be one of the names. */
  has({ keys }: TokenList, token: number): boolean {
    return this.hasKey(keys[token]!);
  }

  /** The same of a token with a key. */
  hasKey(key: number): boolean {
    return ((this.#middles[endOfKey(key)]! >> middleOf(key)) & 1) === 1;
  }
}

/** A number from 0 to 7 of the middle of the name that has a key: what stands above the end, but for a bit. */
function middleOf(key: number): number {
  return (key >> 12) & 7;
}
