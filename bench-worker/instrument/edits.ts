const IN_WORD = /[\p{ID_Continue}$]/u;

/** Around what is put into a text that is to be had back. */
const [OPENS, CLOSES] = ["/*<ac*/", "/*ac>*/"];
const INSERTED = /\/\*<ac\*\/[^]*?(?:\/\*ac>\*\/|$)/g;

/** Whether a text, or a part of one, has marked insertions in it. */
export function hasInsertions(text: string): boolean {
  return text.includes(OPENS);
}

/** The text as it was before marked insertions were put into it; or a part of it. */
export function withoutInsertions(text: string): string {
  return text.replaceAll(INSERTED, "");
}

/** A stretch of a text. */
interface Stretch {
  readonly start: number;
  readonly end: number;
}

interface Insertion {
  readonly at: number;
  /** What it is put around; null where that is not told. */
  readonly around: Stretch | null;
  readonly closes: boolean;
  /** The end of what is replaced; `at` where nothing is. */
  readonly until: number;
  inserted: string;
}

/** What is put into a text, so that every line stays on its line. */
export class Insertions {
  readonly #text: string;
  readonly #made: Insertion[] = [];
  readonly #isMarked: boolean;

  /** @param isMarked {@link withoutInsertions} gives the text back. */
  constructor(text: string, isMarked = false) {
    this.#text = text;
    this.#isMarked = isMarked;
  }

  /**
   * Puts `inserted` before what starts at `at`: of several the one that was put first comes first. What is put may be changed until all is applied.
   *
   * @param around Of what it is a part, where parts of the text are asked for: it is none of a smaller one that begins there, too.
   */
  open(at: number, inserted: string, around: Stretch | null = null): Pick<Insertion, "inserted"> {
    const made = { at, around, closes: false, until: at, inserted };
    this.#made.push(made);
    return made;
  }

  /**
   * Puts `inserted` behind what ends at `at`, before all that opens there: of several the one that was put first comes first.
   *
   * @param around As for `open`.
   */
  close(at: number, inserted: string, around: Stretch | null = null): void {
    this.#made.push({ at, around, closes: true, until: at, inserted });
  }

  /** Puts `inserted` in the place of a stretch in which nothing else is changed; its lines stay. */
  replace(from: number, to: number, inserted: string): void {
    const lines = this.#text.slice(from, to).replace(/[^\n]+/g, "");
    this.#made.push({ at: from, around: null, closes: true, until: to, inserted: inserted + lines });
  }

  /** The text with all of it; or a part of it, with what was put there. */
  applied(from = 0, to = this.#text.length): string {
    const sorted = this.#made.toSorted((a, b) => a.at - b.at || Number(b.closes) - Number(a.closes));
    let changed = "";
    let copied = from;
    for (const { at, until, closes, inserted, around } of sorted) {
      if (at < from || at > to || (at === from && closes && until === at) || (at === to && !closes)) continue;
      if (around !== null && (around.start < from || around.end > to)) continue;
      changed += this.#text.slice(copied, at);
      // Words stay apart: `of[…]` may stand without a space.
      if (!this.#isMarked && IN_WORD.test(changed.slice(-1)) && IN_WORD.test(inserted.charAt(0)))
        changed += " ";
      changed += this.#isMarked ? OPENS + inserted + CLOSES : inserted;
      copied = until;
    }
    return changed + this.#text.slice(copied, to);
  }
}
