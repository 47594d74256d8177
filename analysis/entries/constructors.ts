import { findFunctions } from "../functions/find.ts";
import { lex } from "../lexer/lex.ts";
import { copyTokens } from "../lexer/tokens.ts";
import type { Language, Parameter } from "../model.ts";
import { textAt, viewOf } from "../patterns/file-view.ts";
import { parametersOf } from "./parameters.ts";

/** What the constructors of a text's classes take, by the names of the classes; none of a name that several have. */
export function constructorsIn(text: string, language: Language): ReadonlyMap<string, readonly Parameter[]> {
  const view = viewOf(findFunctions(copyTokens(lex(text, language)), language));
  const found = new Map<string, readonly Parameter[]>();
  const shared = new Set<string>();
  for (const [index, { form, target }] of view.functions.entries()) {
    if (form !== "constructor" || target?.kind !== "member" || target.holder.nameToken < 0) continue;
    const parameters = parametersOf(view, { index, pattern: "promise-chain", completion: "promise" });
    const name = textAt(view, target.holder.nameToken);
    if (found.has(name)) shared.add(name);
    found.set(name, parameters);
  }
  for (const name of shared) found.delete(name);
  return found;
}
