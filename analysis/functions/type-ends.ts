import type { TokenList } from "../lexer/tokens.ts";

/** A type of fewer steps is read again as quickly as its end is looked up. */
const STEPS_WORTH_KEEPING = 32;

interface KnownEnd {
  readonly limit: number;
  readonly end: number;
}

/**
 * Where types that took long to read end. What looks like a list of types is tried again at each `<` in it when it turns
 * out to be none, so that without this a text could take quadratic time, or worse.
 */
export class TypeEnds {
  /** Operands and items of lists read so far: the work done, whatever the clock says. */
  steps = 0;
  readonly #ends = new Map<number, KnownEnd>();
  /** Of each token, the first from it on that is part of no type; made when it is asked for. */
  #runs: Int32Array | undefined;

  /** The index after the type at `at` with that limit; -1 where it is not known. */
  known(at: number, limit: number): number {
    const known = this.#ends.size === 0 ? undefined : this.#ends.get(at);
    return known?.limit === limit ? known.end : -1;
  }

  /** The index after the tokens of a type that stand from `at` on; `at` where none does. */
  ofRun({ inType, count }: TokenList, at: number): number {
    if (this.#runs === undefined) {
      this.#runs = new Int32Array(count + 1).fill(count);
      for (let token = count - 1; token >= 0; token--)
        this.#runs[token] = inType[token] === 1 ? this.#runs[token + 1]! : token;
    }
    return at < count ? this.#runs[at]! : at;
  }

  /** Keeps where the type at `at` ends if it took long: more than a few steps since `stepsBefore`. */
  keep(at: number, limit: number, end: number, stepsBefore: number): void {
    if (this.steps - stepsBefore >= STEPS_WORTH_KEEPING) this.#ends.set(at, { limit, end });
  }
}
