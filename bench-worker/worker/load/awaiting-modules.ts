import path from "node:path";

/** A module that awaits at its top level, where what imports it cannot wait: it must be there before. */
export class AwaitsAtTopLevel extends Error {
  readonly file: string;
  /** The package that the project imported and that needs the module, itself or in one of its own. */
  specifier: string | null = null;

  constructor(file: string) {
    super(`${path.basename(file)} awaits at its top level, and what requires it cannot wait`);
    this.file = file;
  }
}

/**
 * The modules of a loader that await at their top level: what imports one is called at once, where in an engine it waits, so
 * they are loaded first and it is called again.
 */
export class AwaitingModules {
  readonly #load: (file: string) => Promise<void>;
  readonly #replace: (specifier: string, error: unknown) => void;
  /** Those that are under way, by their files. */
  readonly #underWay = new Map<string, Promise<void>>();
  /** Which of them wait for which. */
  readonly #waits = new Set<{ readonly waiting: string; readonly awaited: string }>();
  /** The one that is being evaluated right now. */
  #evaluating: string | null = null;

  /**
   * @param load Evaluates a module that awaits.
   * @param replace Puts something else in the place of a package of which such a module failed with `error`.
   */
  constructor(load: (file: string) => Promise<void>, replace: (specifier: string, error: unknown) => void) {
    this.#load = load;
    this.#replace = replace;
  }

  /** Whether a module is being evaluated, and has come to an `await`. */
  isUnderWay(file: string): boolean {
    return this.#underWay.has(file);
  }

  /** Whether what is evaluated now may have what there is of a module, as that waits for it in turn, or has been evaluated. */
  mayHave(file: string): boolean {
    return !this.#underWay.has(file) || this.#isAwaitedBy(this.#evaluating, file);
  }

  /**
   * Does what imports modules, and does it again each time that one which awaits had to be loaded before. `file` is what
   * imports, where it is such a module itself.
   *
   * @throws What `load` throws, but no {@link AwaitsAtTopLevel} unless it comes of the same module again.
   */
  async before<T>(file: string | null, load: () => Promise<T> | T): Promise<T> {
    const triedAgain = new Set<string>();
    for (;;) {
      try {
        return await this.#evaluatingOf(file, load);
      } catch (error) {
        if (!(error instanceof AwaitsAtTopLevel)) throw error;
        if (!this.#isAwaitedBy(file, error.file)) {
          await this.#awaited(file, error);
        } else if (triedAgain.has(error.file)) {
          throw error;
        }
        // What waits for this module in turn may have begun to only after it was asked for.
        triedAgain.add(error.file);
      }
    }
  }

  #evaluatingOf<T>(file: string | null, load: () => T): T {
    const before = this.#evaluating;
    this.#evaluating = file;
    try {
      return load();
    } finally {
      this.#evaluating = before;
    }
  }

  /** Waits for the module that was asked for; a package that fails is replaced, as any other. */
  async #awaited(file: string | null, asked: AwaitsAtTopLevel): Promise<void> {
    const wait = file === null ? null : { waiting: file, awaited: asked.file };
    if (wait !== null) this.#waits.add(wait);
    try {
      await this.#loaded(asked.file);
    } catch (error) {
      if (asked.specifier === null) throw error;
      this.#replace(asked.specifier, error);
    } finally {
      if (wait !== null) this.#waits.delete(wait);
    }
  }

  /** Loads a module: once, whoever waits for it. */
  #loaded(file: string): Promise<void> {
    let loading = this.#underWay.get(file);
    if (loading === undefined) {
      loading = this.#load(file).finally(() => this.#underWay.delete(file));
      this.#underWay.set(file, loading);
    }
    return loading;
  }

  /** Whether `awaiting` is `file` or waits for it, by whatever is between: neither can be finished before the other. */
  #isAwaitedBy(file: string | null, awaiting: string, seen = new Set<string>()): boolean {
    if (file === null || seen.has(awaiting)) return false;
    if (file === awaiting) return true;
    seen.add(awaiting);
    for (const { waiting, awaited } of this.#waits) {
      if (waiting === awaiting && this.#isAwaitedBy(file, awaited, seen)) return true;
    }
    return false;
  }
}
