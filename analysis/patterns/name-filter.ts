import type { TokenList } from "../lexer/tokens.ts";
import { KEY_ENDS, endOfKey, keyOfName } from "../lexer/words.ts";

/** What filters have before they get their first name: many never get one. */
const NO_ENDS = new Uint8Array(KEY_ENDS);

/**
 * Tells without taking a token's text whether it may be one of some names, in either case, by the end of
 * the key that the lexer has found for it. False positives are rare; there are no false negatives.
 */
export class NameFilter {
  #isEnd = NO_ENDS;

  /** `names` are not empty. */
  constructor(names: Iterable<string>) {
    for (const name of names) this.add(name);
  }

  /** Lets another name pass. */
  add(name: string): void {
    if (this.#isEnd === NO_ENDS) this.#isEnd = new Uint8Array(KEY_ENDS);
    this.#isEnd[endOfKey(keyOfName(name))] = 1;
  }

  /** Whether a token may be one of the names. */
  has({ keys }: TokenList, token: number): boolean {
    return this.hasKey(keys[token]!);
  }

  /** The same of a token with a key. */
  hasKey(key: number): boolean {
    return this.#isEnd[endOfKey(key)] === 1;
  }
}
