import type { FunctionHint } from "../hint/function-hints.ts";
import { hintTitle, SEPARATOR } from "../hint/hint-title.ts";
import { resultTitle } from "../lens/lens-title.ts";
import { recordedTitle } from "../recorded/recorded-hint.ts";

/**
 * What stands at the ends of lines: one text for each line on which functions begin, with their results where there
 * are some.
 *
 * @param lineOf The line of an offset.
 */
export function lineEndTexts(
  hints: readonly FunctionHint[],
  lineOf: (offset: number) => number,
): { readonly line: number; readonly text: string }[] {
  const byLine = new Map<number, FunctionHint[]>();
  for (const hint of hints) {
    const line = lineOf(hint.range.start);
    byLine.set(line, [...(byLine.get(line) ?? []), hint]);
  }
  return [...byLine].map(([line, ofLine]) => ({
    line,
    text: ofLine.map((hint) => textOf(hint, ofLine.length > 1)).join(" | "),
  }));
}

function textOf({ found, compared, matched, recorded }: FunctionHint, named: boolean): string {
  const parts = [hintTitle(found, compared, { named, short: matched !== undefined, matched })];
  if (matched !== undefined) parts.push(resultTitle(matched));
  if (recorded !== undefined) parts.push(recordedTitle(recorded));
  return parts.join(SEPARATOR);
}
