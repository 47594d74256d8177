import { lex } from "../lexer/lex.ts";
import type { Language } from "../model.ts";
import { findFunctions } from "./find.ts";
import type { FoundFunction } from "./found.ts";
import { tokenText } from "./scan.ts";

/** The token of the name that stands in the text for a function; -1 where there is none. */
export function ownNameToken({ nameToken, target }: Pick<FoundFunction, "nameToken" | "target">): number {
  if (nameToken >= 0) return nameToken;
  if (target?.kind === "variable") return target.nameToken;
  if (target?.kind === "member" && !target.key.computed) return target.key.start;
  return target?.kind === "assignment" ? target.left.end - 1 : -1;
}

/** A function or method of a text that has a name, and where it begins and ends: offsets. */
export interface NamedFunction {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** All functions and methods of a text that have names. */
export function namedFunctions(text: string, language: Language): readonly NamedFunction[] {
  const { functions, tokens } = findFunctions(lex(text, language), language);
  return functions.flatMap((one) => {
    const token = ownNameToken(one);
    if (token < 0) return [];
    const [start, end] = [tokens.starts[one.start]!, tokens.ends[one.end - 1]!];
    return [{ name: tokenText(tokens, token), start, end }];
  });
}
