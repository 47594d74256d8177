/** Tells what was last committed. */
export interface HeadSource {
  /**
   * The commit that is checked out in the repository around a file; undefined where there is no repository, no commit
   * yet, or nobody to ask.
   *
   * @param file An absolute path.
   */
  commitOf(file: string): Promise<string | undefined>;
  /** The file's text in a commit; null where the commit has no such file, undefined where that cannot be told. */
  textAt(commit: string, file: string): Promise<string | null | undefined>;
}

/** A file as it was last committed. */
export interface HeadText {
  readonly commit: string;
  /** Null where the commit has no such file. */
  readonly text: string | null;
}

/** Asks one after the other for the commit, and the one that knew it, then the others behind it, for the text. */
export class FirstOf implements HeadSource {
  readonly #sources: readonly HeadSource[];
  readonly #knewFile = new Map<string, HeadSource>();

  constructor(sources: readonly HeadSource[]) {
    this.#sources = sources;
  }

  async commitOf(file: string): Promise<string | undefined> {
    for (const source of this.#sources) {
      const commit = await source.commitOf(file);
      if (commit === undefined) continue;
      this.#knewFile.set(file, source);
      return commit;
    }
    return undefined;
  }

  async textAt(commit: string, file: string): Promise<string | null | undefined> {
    const knew = this.#knewFile.get(file);
    if (knew === undefined) return undefined;
    for (const source of this.#sources.slice(this.#sources.indexOf(knew))) {
      const text = await source.textAt(commit, file);
      if (text !== undefined) return text;
    }
    return undefined;
  }
}

/** Keeps the texts that were asked for last, so that each is read once for each commit. */
export class HeadTexts {
  readonly #source: HeadSource;
  readonly #kept = new Map<string, Promise<string | null | undefined>>();
  readonly #keptAtMost: number;

  constructor(source: HeadSource, keptAtMost = 50) {
    this.#source = source;
    this.#keptAtMost = keptAtMost;
  }

  /**
   * Undefined where {@link HeadSource} knows no commit, or cannot tell the text; what failed is asked for again the next
   * time.
   */
  async of(file: string): Promise<HeadText | undefined> {
    const commit = await this.#source.commitOf(file);
    if (commit === undefined) return undefined;
    const key = `${commit}\u0000${file}`;
    const text = this.#kept.get(key) ?? this.#source.textAt(commit, file);
    this.#kept.delete(key);
    this.#kept.set(key, text);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= this.#keptAtMost) break;
      this.#kept.delete(oldest);
    }
    try {
      const known = await text;
      if (known !== undefined) return { commit, text: known };
    } catch (error) {
      this.#kept.delete(key);
      throw error;
    }
    this.#kept.delete(key);
    return undefined;
  }
}
