import { matchFunctions, type FileVersion } from "../../analysis/match/match-functions.ts";
import type { AsyncFunction } from "../../analysis/model.ts";
import { ordinals } from "../benchmark/result-store.ts";
import { NOT_IN_TEXT, type FunctionReference } from "../benchmark/targets.ts";
import type { SinceHead } from "../hint/compared.ts";

/** Which functions of the last commit those of a text are. */
export interface HeadFunctions {
  readonly commit: string;
  /** By name and ordinal in the text; null where the commit does not have the file. */
  readonly base: ReadonlyMap<string, AsyncFunction> | "too-long" | null;
}

/** Matches the functions of a text with those of the last commit. */
export function headFunctions(
  commit: string,
  base: FileVersion | "too-long" | null,
  head: FileVersion,
): HeadFunctions {
  if (base === null || base === "too-long") return { commit, base };
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
  if (base === "too-long") return { kind: "too-long", commit };
  const known = base.get(keyOf(name, ordinal === NOT_IN_TEXT ? 0 : ordinal));
  if (known === undefined) return ordinal === NOT_IN_TEXT ? undefined : { kind: "new", commit };
  return known.textHash === textHash && known.name === name
    ? { kind: "same", commit }
    : { kind: "changed", commit, base: known };
}

function keyOf(name: string, ordinal: number): string {
  return `${name}@${ordinal}`;
}
