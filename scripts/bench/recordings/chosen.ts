import type { Repository } from "./repositories.ts";

/**
 * The repositories of these names; all where none is named.
 *
 * @throws {Error} for a name that is none of theirs.
 */
export function chosenRepositories(
  all: readonly Repository[],
  names: readonly string[] | undefined,
): readonly Repository[] {
  if (names === undefined) return all;
  return names.map((wanted) => {
    const found = all.find(({ name }) => name === wanted);
    if (found !== undefined) return found;
    throw new Error(`There is no repository ${wanted}. There are: ${all.map(({ name }) => name).join(", ")}`);
  });
}
