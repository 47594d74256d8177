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

/** The names of all functions and methods of a text. */
export function namesOfFunctions(text: string, language: Language): ReadonlySet<string> {
  const { functions, tokens } = findFunctions(lex(text, language), language);
  const names = functions.map(ownNameToken).filter((token) => token >= 0);
  return new Set(names.map((token) => tokenText(tokens, token)));
}
