import type { Problem } from "../model.ts";
import type { Skeleton } from "../functions/find.ts";
import { tokenText } from "../functions/scan.ts";
import { positionAt } from "./lines.ts";

/** Where a text is not well-formed, by line: what the lexer could not end, and brackets without a partner. */
export function problemsOf(skeleton: Skeleton, lineStarts: readonly number[]): Problem[] {
  const { tokens, loneBrackets } = skeleton;
  const problems = tokens.problems.map(({ offset, reason }) => ({
    line: positionAt(lineStarts, offset).line,
    reason,
  }));
  for (const { token, opens } of problems.length === 0 ? loneBrackets : []) {
    const bracket = tokenText(tokens, token);
    problems.push({
      line: positionAt(lineStarts, tokens.starts[token]!).line,
      reason: opens ? `\`${bracket}\` is never closed.` : `\`${bracket}\` closes nothing.`,
    });
  }
  if (skeleton.isTooDeep)
    problems.push({ line: 1, reason: "The code nests too deeply for all of its functions to be found." });
  return problems.sort((left, right) => left.line - right.line);
}
