const IN_WORD = /[\p{ID_Continue}$]/u;

interface Insertion {
  readonly at: number;
  readonly closes: boolean;
  inserted: string;
}

/** What is put into a text, so that every line stays on its line. */
export class Insertions {
  readonly #text: string;
  readonly #made: Insertion[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  /** Puts `inserted` before what starts at `at`: of several the one that was put first comes first. What is put may be changed until all is applied. */
  open(at: number, inserted: string): Pick<Insertion, "inserted"> {
    const made = { at, closes: false, inserted };
    this.#made.push(made);
    return made;
  }

  /** Puts `inserted` behind what ends at `at`, before all that opens there: of several the one that was put first comes first. */
  close(at: number, inserted: string): void {
    this.#made.push({ at, closes: true, inserted });
  }

  /** The text with all of it. */
  applied(): string {
    const sorted = this.#made.toSorted((a, b) => a.at - b.at || Number(b.closes) - Number(a.closes));
    let changed = "";
    let copied = 0;
    for (const { at, inserted } of sorted) {
      changed += this.#text.slice(copied, at);
      // Words stay apart: `of[…]` may stand without a space.
      if (IN_WORD.test(changed.slice(-1)) && IN_WORD.test(inserted.charAt(0))) changed += " ";
      changed += inserted;
      copied = at;
    }
    return changed + this.#text.slice(copied);
  }
}
