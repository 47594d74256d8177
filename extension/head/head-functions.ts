import { matchFunctions, type FileVersion } from "../../analysis/match/match-functions.ts";
import type { AsyncFunction } from "../../analysis/model.ts";
import { ordinals } from "../benchmark/result-store.ts";
import { NOT_IN_TEXT, type FunctionReference } from "../benchmark/targets.ts";
import type { SinceHead } from "../hint/compared.ts";

/** Which functions of the last commit those of a text are; null where the commit does not have the file. */
export interface HeadFunctions {
  readonly commit: string;
  /** By name and ordinal in the text. */
  readonly base: ReadonlyMap<string, AsyncFunction> | null;
}

/** Matches the functions of a text with those of the last commit. */
export function headFunctions(commit: string, base: FileVersion | null, head: FileVersion): HeadFunctions {
  if (base === null) return { commit, base: null };
  const ordinal = ordinals(head.analysis.functions);
  const { matches } = matchFunctions([base], [head]);
  return {
    commit,
    base: new Map(
      matches.map((match) => [
        keyOf(match.head.found.name, ordinal.get(match.head.found)!),
        match.base.found,
      ]),
    ),
  };
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
  const known = base.get(keyOf(name, ordinal === NOT_IN_TEXT ? 0 : ordinal));
  if (known === undefined) return ordinal === NOT_IN_TEXT ? undefined : { kind: "new", commit };
  return known.textHash === textHash && known.name === name
    ? { kind: "same", commit }
    : { kind: "changed", commit, base: known };
}

function keyOf(name: string, ordinal: number): string {
  return `${name}@${ordinal}`;
}
