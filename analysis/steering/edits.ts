import type { TokenList } from "../lexer/tokens.ts";

/** What is put into a text, in the order in which it was asked for where places are the same. */
export class Edits {
  readonly #tokens: TokenList;
  readonly #inserted: { readonly at: number; readonly text: string; readonly closes: boolean }[] = [];

  constructor(tokens: TokenList) {
    this.#tokens = tokens;
  }

  /** Whether there is nothing to put in. */
  get areNone(): boolean {
    return this.#inserted.length === 0;
  }

  /** Puts `before` in front of the tokens from `start` on, and `after` behind the last before `end`. */
  wrap(start: number, end: number, before: string, after: string): void {
    if (end <= start) return;
    const { starts, ends } = this.#tokens;
    this.#inserted.push({ at: starts[start]!, text: before, closes: false });
    this.#inserted.push({ at: ends[end - 1]!, text: after, closes: true });
  }

  /** Puts `text` behind a token. */
  insertBehind(token: number, text: string): void {
    this.#inserted.push({ at: this.#tokens.ends[token]!, text, closes: true });
  }

  /** The text with all that was asked for; every line stays on its line. */
  apply(): string {
    const { text } = this.#tokens;
    const steps = this.#inserted
      .map((step, order) => ({ ...step, order }))
      // What closes goes before what opens at the same place; the inner closes first, the outer opens first.
      .sort((a, b) => a.at - b.at || Number(b.closes) - Number(a.closes) || a.order - b.order);
    let result = "";
    let copied = 0;
    for (const { at, text: inserted } of steps) {
      result += text.slice(copied, at) + inserted;
      copied = at;
    }
    return result + text.slice(copied);
  }
}
