import { exportedNames, exportOf } from "../entries/exports.ts";
import { findFunctions } from "../functions/find.ts";
import { returnsPlain } from "../io-calls/plain-calls.ts";
import { lex } from "../lexer/lex.ts";
import type { Answering, Language } from "../model.ts";
import { classify } from "../patterns/classify.ts";
import { viewOf } from "../patterns/file-view.ts";

/**
 * How the functions answer that a text exports, by the names that it exports them by: `later` what is asynchronous, `plain` what
 * gives nothing but what is clearly no promise. What is neither, or is exported from another file, is left out.
 */
export function exportsAnswering(text: string, language: Language): ReadonlyMap<string, Answering> {
  const view = viewOf(findFunctions(lex(text, language), language));
  const entries = new Set(classify(view).map(({ index }) => index));
  const answering = new Map<string, Answering>();
  let names: ReadonlyMap<string, string> | undefined;
  view.functions.forEach((found, index) => {
    // What is given to a call is what that makes of it.
    if (found.target?.kind === "argument") return;
    const name = exportOf(view, found, null, () => (names ??= exportedNames(view)));
    if (name === null) return;
    if (entries.has(index)) answering.set(name, "later");
    else if (!found.isAsync && !found.isGenerator && returnsPlain(view, index, entries))
      answering.set(name, "plain");
  });
  return answering;
}
