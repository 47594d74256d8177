import type { Position, Problem } from "../model.ts";
import type { Skeleton } from "../functions/find.ts";
import { tokenText } from "../functions/scan.ts";

/** Where a text is not well-formed, in order: what the lexer could not end, and brackets without a partner. */
export function problemsOf(skeleton: Skeleton, positionOf: (offset: number) => Position): Problem[] {
  const { tokens, loneBrackets } = skeleton;
  const problems: Problem[] = tokens.problems.map(({ offset, reason }) => ({
    ...positionOf(offset),
    reason,
  }));
  for (const { token, opens } of problems.length === 0 ? loneBrackets : []) {
    const bracket = tokenText(tokens, token);
    problems.push({
      ...positionOf(tokens.starts[token]!),
      reason: opens ? `\`${bracket}\` is never closed.` : `\`${bracket}\` closes nothing.`,
    });
  }
  if (skeleton.isTooDeep)
    problems.push({ line: 1, reason: "The code nests too deeply for all of its functions to be found." });
  return problems.sort((left, right) => left.line - right.line || (left.column ?? 0) - (right.column ?? 0));
}
