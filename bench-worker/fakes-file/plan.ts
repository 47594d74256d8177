import { changed, withFunction } from "./edit.ts";
import { newFakesFile, type DescribedFunction } from "./write.ts";

/** What is to become of a fakes file. */
export interface FakesFilePlan {
  /** The whole text; as it was where nothing is added. */
  readonly text: string;
  /** Names of the functions that got an entry. */
  readonly added: readonly string[];
  /** Those that had one, which stays as it is. */
  readonly kept: readonly string[];
  /** Why nothing could be added; one sentence without its full stop. */
  readonly problem?: string;
}

/**
 * Adds entries of functions to a fakes file, or makes one.
 *
 * @param present Its text; null where there is none.
 * @param sourceName The source file, as a comment names it.
 * @param isModule `.js` files there are ES modules.
 */
export function planFakesFile(
  present: string | null,
  functions: readonly DescribedFunction[],
  sourceName: string,
  isModule: boolean,
): FakesFilePlan {
  if (present === null || present.trim() === "") {
    return {
      text: newFakesFile(sourceName, functions, isModule),
      added: functions.map(({ name }) => name),
      kept: [],
    };
  }
  let text = present;
  const added: string[] = [];
  const kept: string[] = [];
  for (const described of functions) {
    const edit = withFunction(text, described);
    if ("problem" in edit) return { text: present, added: [], kept: [], problem: edit.problem };
    if ("changes" in edit) {
      text = changed(text, edit.changes);
      added.push(described.name);
    } else kept.push(described.name);
  }
  return { text, added, kept };
}
