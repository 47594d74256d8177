import { findFunctions } from "../functions/find.ts";
import { lex } from "../lexer/lex.ts";
import type { SourceCode } from "../source/source-code.ts";
import { definitionsIn } from "./definitions.ts";
import { namesIn } from "./names.ts";

type Text = Pick<SourceCode, "text" | "language">;

/**
 * The names that a text takes from other texts which are run in the same scope, as the cells of a notebook are: it
 * uses them, one of the others declares or imports them at its top, and it does not do so itself. In the order of
 * their first use.
 */
export function namesFromOthers(code: SourceCode, others: readonly SourceCode[]): string[] {
  const { used, declared } = topOf(code);
  const offered = new Set(others.flatMap((other) => [...topOf(other).declared]));
  return used.filter((name) => offered.has(name) && !declared.has(name));
}

/** The names that a text declares or imports at its top. */
export function declaredIn(code: Text): ReadonlySet<string> {
  return topOf(code).declared;
}

function topOf({ text, language }: Text): { used: string[]; declared: Set<string> } {
  const tokens = lex(text, language);
  const { functions, imports } = findFunctions(tokens, language);
  const byStart = new Map(functions.map((found) => [found.start, found]));
  const whole = { start: 0, end: tokens.count };
  const definitions = definitionsIn(tokens, whole, (token) => byStart.get(token));
  const imported = imports.flatMap((span) => namesIn(tokens, span));
  return { used: namesIn(tokens, whole), declared: new Set([...definitions.keys(), ...imported]) };
}
