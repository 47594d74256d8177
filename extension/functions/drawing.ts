import type { IndexState } from "./function-index.ts";

/** While the workspace is read, the rows are drawn first when so many files were. */
const FIRST_FILES = 20;

/**
 * When the rows of the tree are to be drawn anew. That costs as much as there are: while the workspace is read it is done
 * each time that twice as many files were, so that all drawing together costs about as much as the last.
 */
export class Drawing {
  #nextFiles = FIRST_FILES;

  /** Asked once for each change of the functions. */
  isDue(state: IndexState): boolean {
    const read = state.kind === "reading" ? state.read : 0;
    if (read > 0 && read < this.#nextFiles) return false;
    this.#nextFiles = Math.max(FIRST_FILES, 2 * read);
    return true;
  }
}
