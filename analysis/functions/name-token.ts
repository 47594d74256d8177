import { lex } from "../lexer/lex.ts";
import type { Language } from "../model.ts";
import { findFunctions } from "./find.ts";
import type { FoundFunction } from "./found.ts";
import type { TokenList } from "../lexer/tokens.ts";
import { isText, tokenText } from "./scan.ts";

/** The token of the name that stands in the text for a function; -1 where there is none. */
export function ownNameToken({ nameToken, target }: Pick<FoundFunction, "nameToken" | "target">): number {
  if (nameToken >= 0) return nameToken;
  if (target?.kind === "variable") return target.nameToken;
  if (target?.kind === "member" && !target.key.computed) return target.key.start;
  return target?.kind === "assignment" ? target.left.end - 1 : -1;
}

/** A function or method of a text that has a name, where it begins and ends, as offsets, and by what names it calls others. */
export interface NamedFunction {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly calls: () => readonly string[];
}

/** All functions and methods of a text that have names. */
export function namedFunctions(text: string, language: Language): readonly NamedFunction[] {
  const { functions, tokens } = findFunctions(lex(text, language), language);
  return functions.flatMap((one) => {
    const token = ownNameToken(one);
    if (token < 0) return [];
    const [start, end] = [tokens.starts[one.start]!, tokens.ends[one.end - 1]!];
    const calls = (): string[] => calledIn(tokens, token + 1, one.end);
    return [{ name: tokenText(tokens, token), start, end, calls }];
  });
}

/** The last words in front of brackets: `close` of `this.db.close()`, and those of what is no call, such as `if (`. */
function calledIn(tokens: TokenList, from: number, end: number): string[] {
  const called = new Set<string>();
  for (let token = from; token < end - 1; token++)
    if (isText(tokens, token + 1, "(")) called.add(tokenText(tokens, token));
  return [...called];
}
