import { lex } from "../lexer/lex.ts";
import { TokenKind } from "../lexer/tokens.ts";
import type { SourceCode } from "../source/source-code.ts";

/** What the global object goes by. */
export const GLOBAL_OBJECTS: readonly string[] = ["global", "globalThis", "GLOBAL"];
const DOT = 0x2e;
const EQUALS = 0x3d;

/** Members of the global object that a text names as such: `global.db`. */
export interface GlobalMembers {
  readonly set: ReadonlySet<string>;
  /** Where each is read first. */
  readonly read: ReadonlyMap<string, number>;
}

/** The members of the global object that a text sets by `=`, and those that it reads, by their names. */
export function globalMembersIn({ text, language }: Pick<SourceCode, "text" | "language">): GlobalMembers {
  const tokens = lex(text, language);
  const { kinds, codes, starts, ends } = tokens;
  const set = new Set<string>();
  const read = new Map<string, number>();
  for (let at = 0; at + 2 < tokens.count; at++) {
    if (codes[at + 1] !== DOT || kinds[at] !== TokenKind.Identifier || codes[at - 1] === DOT) continue;
    if (!GLOBAL_OBJECTS.includes(text.slice(starts[at], ends[at]))) continue;
    const name = text.slice(starts[at + 2], ends[at + 2]);
    if (codes[at + 3] === EQUALS) set.add(name);
    else if (!read.has(name)) read.set(name, starts[at]!);
  }
  return { set, read };
}
