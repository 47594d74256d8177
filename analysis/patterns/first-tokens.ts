/**
 * Functions or calls by the token that they start at: those of a token are a list within one of few buckets, since a
 * column as long as the text has tokens costs more to make than all that is asked of it.
 */
export class FirstTokens {
  readonly #starts: Int32Array;
  /** For each bucket its first member, and for each member the next one; -1 for none. */
  readonly #first: Int32Array;
  readonly #next: Int32Array;

  /** `starts` has the first token of each of `count` members. */
  constructor(starts: Int32Array, count: number) {
    this.#starts = starts;
    const buckets = 2 ** Math.ceil(Math.log2(count + 1));
    this.#first = new Int32Array(buckets).fill(-1);
    this.#next = new Int32Array(count);
    for (let member = count - 1; member >= 0; member--) {
      const bucket = starts[member]! & (buckets - 1);
      this.#next[member] = this.#first[bucket]!;
      this.#first[bucket] = member;
    }
  }

  /** The first member that starts at a token; -1 for none. */
  first(token: number): number {
    return this.#from(this.#first[token & (this.#first.length - 1)]!, token);
  }

  /** The member after another one that starts at the same token; -1 for none. */
  next(member: number): number {
    return this.#from(this.#next[member]!, this.#starts[member]!);
  }

  #from(from: number, token: number): number {
    let member = from;
    while (member >= 0 && this.#starts[member] !== token) member = this.#next[member]!;
    return member;
  }
}
