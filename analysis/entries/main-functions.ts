import type { AsyncFunction } from "../model.ts";

/** The functions that a file stands for: its default export, else every one that is not nested in another. */
export function mainFunctions(functions: readonly AsyncFunction[]): readonly AsyncFunction[] {
  const byDefault = functions.filter(({ exported }) => exported === "default");
  return byDefault.length > 0 ? byDefault : functions.filter(({ parent }) => parent === null);
}
