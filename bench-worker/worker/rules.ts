/**
 * Pieces of inference, each by its name: which of them are off, and which had a say. `npm run bench -- ablation` turns off one after
 * the other, which tells what each earns.
 */
export class Rules {
  /** Those that had a say, or would have had one. */
  readonly asked = new Set<string>();
  readonly #off: ReadonlySet<string>;

  constructor(off: Iterable<string> = []) {
    this.#off = new Set(off);
  }

  /** Whether a rule is on; asked where it has something to say. */
  allow(rule: string): boolean {
    this.asked.add(rule);
    return !this.#off.has(rule);
  }
}
