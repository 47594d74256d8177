import { deepEqual, equal, notEqual } from "node:assert/strict";

import { lex } from "../lexer/lex.ts";
import type { Language } from "../model.ts";
import { firstDifference } from "./compare.ts";
import { oracleTokens } from "./oracles.ts";

/**
 * Asserts that a text's tokens, with a space between each two, read as expected, that the text's oracle has the
 * same ones, and that nothing is wrong with the text.
 */
export function assertTokens(language: Language, text: string, expected: string): void {
  const tokens = lex(text, language);
  const texts = Array.from({ length: tokens.count }, (_, i) => text.slice(tokens.starts[i], tokens.ends[i]));
  equal(texts.join(" "), expected);
  const oracle = oracleTokens(text, language);
  notEqual(oracle, undefined, "no oracle can parse this text");
  equal(firstDifference(tokens, oracle!), undefined);
  deepEqual(tokens.problems, []);
}
