import type { AsyncFunction } from "../../analysis/model.ts";
import { patternLabel } from "../../analysis/pattern.ts";
import { counted } from "../../bench-worker/quantity.ts";
import type { Hint } from "../analysis/last-good.ts";
import { SEPARATOR } from "../hint/hint-title.ts";

/** Longer names are cut: the status bar has to hold others, too. */
const NAME_AT_MOST = 30;

/** `$(dashboard) upload: 302 tokens · async/await`. */
export function statusText({ name, tokens, pattern, runner }: AsyncFunction): string {
  const short = name.length <= NAME_AT_MOST ? name : `${name.slice(0, NAME_AT_MOST - 1)}…`;
  // A name can have a computed part, which the status bar would read as an icon.
  const text = short.replaceAll("$(", "$ (");
  return `$(dashboard) ${text}: ${counted(tokens, "token")}${SEPARATOR}${patternLabel(pattern, runner)}`;
}

/** The innermost function around an offset. */
export function hintAt<H extends Hint>(hints: readonly H[], offset: number): H | undefined {
  return hints.findLast(({ range }) => range.start <= offset && offset <= range.end);
}
