/** Gives what `read` gives; undefined where that takes more milliseconds. */
export type WithinTime = <Result>(
  read: () => Result,
  milliseconds: number,
) => { readonly read: Result } | undefined;

/** How small texts are read where the editor waits for it. */
export interface ReadsHere {
  /**
   * What is read off a text; undefined where it takes too long.
   *
   * @param key Names the text.
   */
  read<Result>(key: string, read: () => Result): { readonly read: Result } | undefined;
  /** Whether a text took too long. */
  isSlow(key: string): boolean;
  /** Has a text be read here again, as it is another now. */
  forget(key: string): void;
}

/** A hundred times what the longest of the texts that are read here take. */
const HERE_AT_MOST = 1_000;

/** Reads small texts where the editor waits for it, and remembers those that take too long: they are the thread's from then on. */
export class ReadHere implements ReadsHere {
  readonly #withinTime: WithinTime;
  readonly #warn: (sentence: string) => void;
  readonly #slow = new Set<string>();

  constructor(withinTime: WithinTime, warn: (sentence: string) => void) {
    this.#withinTime = withinTime;
    this.#warn = warn;
  }

  isSlow(key: string): boolean {
    return this.#slow.has(key);
  }

  read<Result>(key: string, read: () => Result): { readonly read: Result } | undefined {
    const outcome = this.#withinTime(read, HERE_AT_MOST);
    if (outcome === undefined) {
      this.#slow.add(key);
      this.#warn(
        `${key} could not be read in time: that is a fault of Async Cost, and not of the file. Please report the file to its authors. It is read in another thread until it is closed.`,
      );
    }
    return outcome;
  }

  forget(key: string): void {
    this.#slow.delete(key);
  }
}
