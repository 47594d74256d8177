import type { TokenList } from "../lexer/tokens.ts";

/** What is put into a text, in the order in which it was asked for where places are the same. */
export class Edits {
  readonly #tokens: TokenList;
  readonly #inserted: { readonly at: number; readonly text: string; readonly closes: boolean }[] = [];
  readonly #blanked: { readonly from: number; readonly to: number }[] = [];
  readonly #separated = new Set<number>();
  /** Offsets of what was steered: the first character of each condition. */
  readonly places: number[] = [];
  /** Of loops that were made to end: their keywords. */
  readonly endedLoops: number[] = [];

  constructor(tokens: TokenList) {
    this.#tokens = tokens;
  }

  /** Says that a statement begins at a token, with no semicolon before it: none of what is put there may join them. */
  separate(token: number): void {
    this.#separated.add(this.#tokens.starts[token]!);
  }

  /** Says that the edits from here on, until `run` is done, make the loop end whose keyword is a token. */
  endLoop(token: number, run: () => void): void {
    this.withoutPlace(run);
    this.endedLoops.push(this.#tokens.starts[token]!);
  }

  /** Says that the edits from here on, until `run` is done, decide nothing by themselves. */
  withoutPlace(run: () => void): void {
    const known = this.places.length;
    run();
    this.places.length = known;
  }

  /** Puts `before` in front of the tokens from `start` on, and `after` behind the last before `end`. */
  wrap(start: number, end: number, before: string, after: string): void {
    if (end <= start) return;
    const { starts, ends } = this.#tokens;
    this.places.push(starts[start]!);
    this.#inserted.push({ at: starts[start]!, text: before, closes: false });
    this.#inserted.push({ at: ends[end - 1]!, text: after, closes: true });
  }

  /** Puts `text` behind the token before `token`. */
  insertBehind(token: number, text: string): void {
    const at = this.#tokens.ends[token]!;
    this.places.push(at);
    this.#inserted.push({ at, text, closes: true });
  }

  /** Puts `text` in the place of a token. */
  replace(token: number, text: string): void {
    const { starts, ends } = this.#tokens;
    this.places.push(starts[token]!);
    this.#blanked.push({ from: starts[token]!, to: ends[token]! });
    this.#inserted.push({ at: ends[token]!, text, closes: false });
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
    const copyTo = (to: number): void => {
      for (const { from, to: end } of this.#blanked) {
        if (from < copied || end > to) continue;
        result += text.slice(copied, from);
        copied = end;
      }
      result += text.slice(copied, to);
      copied = to;
    };
    const separated = new Set(this.#separated);
    for (const { at, text: inserted, closes } of steps) {
      copyTo(at);
      // `a = b` and `(c) && d` in lines of their own would be a call of `b`.
      if (!closes && separated.delete(at) && inserted.startsWith("(")) result += ";";
      result += inserted;
    }
    copyTo(text.length);
    return result;
  }
}
