import type { AsyncFunction } from "../../analysis/model.ts";
import type { FunctionPairs, PlainFunction } from "../analysis/questions.ts";
import { ordinals } from "../benchmark/result-store.ts";
import { NOT_IN_TEXT, type FunctionReference } from "../benchmark/targets.ts";
import type { HeadFunction, SinceHead } from "../hint/compared.ts";

/** Which functions of the last commit those of a text are. */
export interface HeadFunctions {
  readonly commit: string;
  /** By name and ordinal in the text; null where the commit does not have the file. */
  readonly base: ReadonlyMap<string, Before> | "too-long" | "too-much" | null;
}

/** A function as it was committed. */
type Before = HeadFunction & Pick<PlainFunction, "textHash">;

/** What is known of the functions of a text, once they are matched with those of the last commit. */
export function headFunctions(
  commit: string,
  base: readonly AsyncFunction[],
  head: readonly AsyncFunction[],
  pairs: FunctionPairs,
): HeadFunctions {
  const ordinal = ordinals(head);
  const known = new Map<string, Before>();
  for (const [was, headIndex] of pairs) {
    const found = head[headIndex];
    const before = typeof was === "number" ? base[was] : { ...was, isPlain: true };
    if (found !== undefined && before !== undefined)
      known.set(keyOf(found.name, ordinal.get(found)!), before);
  }
  return { commit, base: known };
}

/**
 * How a function differs from the last commit, by what is known of its text of a moment ago: its tokens are those of
 * now. Undefined where the commit does not have its file.
 */
export function sinceHead(
  { commit, base }: HeadFunctions,
  { name, ordinal }: FunctionReference,
  { textHash }: AsyncFunction,
): SinceHead | undefined {
  if (base === null) return undefined;
  if (base === "too-long" || base === "too-much") return { kind: base, commit };
  const known = base.get(keyOf(name, ordinal === NOT_IN_TEXT ? 0 : ordinal));
  if (known === undefined) return ordinal === NOT_IN_TEXT ? undefined : { kind: "new", commit };
  return known.textHash === textHash && known.name === name
    ? { kind: "same", commit }
    : { kind: "changed", commit, base: known };
}

function keyOf(name: string, ordinal: number): string {
  return `${name}@${ordinal}`;
}
