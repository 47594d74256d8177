import type { AsyncFunction } from "../../analysis/model.ts";

type Placed = Pick<AsyncFunction, "name" | "range">;

const NUMBERED = /^(.+)@([1-9]\d*)$/s;

/**
 * What a function's own entry in a fakes file is called: its name; of those that share one, the second and later with
 * their number among them, `get@2`.
 *
 * @param functions All of its file, in the order of the text.
 */
export function entryName({ name, range }: Placed, functions: readonly Placed[]): string {
  const namesakes = functions.filter((one) => one.name === name);
  const index = namesakes.findIndex((one) => one.range.start === range.start);
  return index < 1 ? name : `${name}@${index + 1}`;
}

/**
 * The entries that may be for a function whose own is called `own`, the first that is there counting: without one of its
 * own it gets that of its name.
 */
export function entriesFor(own: string): readonly string[] {
  const { name } = entryParts(own);
  return name === own ? [own] : [own, name];
}

/** `get@2` taken apart; the first of its name has no number, or 1. */
export function entryParts(entry: string): { readonly name: string; readonly number: number } {
  const [, name = entry, number = "1"] = NUMBERED.exec(entry) ?? [];
  return { name, number: Number(number) };
}
