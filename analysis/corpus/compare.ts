import type { TokenList } from "../lexer/tokens.ts";
import type { OracleTokens } from "./oracles.ts";

/** The first place where two token lists differ, for a person; undefined where they are the same. */
export function firstDifference(tokens: TokenList, expected: OracleTokens): string | undefined {
  const { text } = tokens;
  const count = Math.max(tokens.count, expected.starts.length);
  for (let i = 0; i < count; i++) {
    const start = i < tokens.count ? tokens.starts[i]! : -1;
    const end = i < tokens.count ? tokens.ends[i]! : -1;
    const expectedStart = expected.starts[i] ?? -1;
    const expectedEnd = expected.ends[i] ?? -1;
    if (start === expectedStart && end === expectedEnd) continue;
    const at = Math.min(...[start, expectedStart].filter((offset) => offset >= 0));
    const line = text.slice(0, at).split("\n").length;
    const here = start < 0 ? "nothing" : excerpt(text.slice(start, end));
    const there = expectedStart < 0 ? "nothing" : excerpt(text.slice(expectedStart, expectedEnd));
    return `token ${i} in line ${line}: ${here}, but ${expected.oracle} has ${there}, in ${excerpt(text.slice(Math.max(0, at - 60), at + 40))}`;
  }
  return undefined;
}

function excerpt(text: string): string {
  return JSON.stringify(text.length > 100 ? `${text.slice(0, 99)}…` : text);
}
