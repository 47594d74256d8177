import { lastName } from "../../../analysis/entries/last-name.ts";
import type { AsyncFunction } from "../../../analysis/model.ts";

/** The texts of a function and of those asynchronous ones of its file that it calls, by whatever is between, its own first. */
export function* reachedTexts(
  text: string,
  functions: readonly AsyncFunction[],
  own: AsyncFunction | undefined,
): Generator<string, void> {
  const reached = new Set(own === undefined ? [] : [own]);
  for (const { range } of reached) {
    const one = text.slice(range.start, range.end);
    yield one;
    const called = new Set(
      [...one.matchAll(/(?<![\p{ID_Continue}$])([\p{ID_Continue}$]+)\s*\(/gu)].map(([, name]) => name),
    );
    for (const other of functions) {
      if (called.has(lastName(other.name).replace(/^#/, ""))) reached.add(other);
    }
  }
}
