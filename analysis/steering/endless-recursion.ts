import type { FoundFunction } from "../functions/found.ts";
import { findFunctions } from "../functions/find.ts";
import { lex } from "../lexer/lex.ts";
import { copyTokens } from "../lexer/tokens.ts";
import type { Language } from "../model.ts";
import { textAt, viewOf, type FileView } from "../patterns/file-view.ts";
import { LineCounter } from "../source/line-counter.ts";

/** A function that calls itself whatever it is called with. */
export interface EndlessRecursion {
  readonly name: string;
  /** Of the call, counted from 1. */
  readonly line: number;
}

/** What makes what follows it depend on something, leaves the function before, or runs later. */
const MAY_NOT_COME =
  /^(?:if|for|while|do|switch|try|catch|throw|break|continue|yield|\?|\?\.|&&|\|\||\?\?|&&=|\|\|=|\?\?=|=>|function|class)$/;

/**
 * The function around a line where it calls itself each time it is called, before anything could end it: null where it
 * does not, or where that depends on anything.
 *
 * @param line Counted from 1.
 */
export function endlessRecursion(text: string, language: Language, line: number): EndlessRecursion | null {
  const tokens = copyTokens(lex(text, language));
  const view = viewOf(findFunctions(tokens, language));
  const lines = new LineCounter(text, tokens.bytes);
  const lineOf = (token: number): number => lines.positionAt(tokens.starts[token]!).line;
  let around: FoundFunction | null = null;
  for (const found of view.functions) {
    // Those within come behind those around them.
    if (lineOf(found.start) <= line && line <= lineOf(found.end - 1)) around = found;
  }
  const name = around === null ? null : nameOf(view, around);
  if (around === null || name === null) return null;
  let returns = false;
  for (let at = around.body.start; at < around.body.end; at++) {
    const token = textAt(view, at);
    if (MAY_NOT_COME.test(token) || (returns && token === ";")) return null;
    if (token === "return") returns = true;
    const isCalled = token === name.text && textAt(view, at + 1) === "(";
    if (isCalled && holderAt(view, at) === name.of) return { name: name.text, line: lineOf(at) };
  }
  return null;
}

/** By what a function is called within itself; null where nothing says so. */
function nameOf(view: FileView, { nameToken, target }: FoundFunction): { text: string; of: string } | null {
  if (nameToken >= 0) return { text: textAt(view, nameToken), of: "" };
  if (target?.kind === "variable") return { text: textAt(view, target.nameToken), of: "" };
  if (target?.kind !== "member" || target.key.computed || target.isStatic) return null;
  return { text: textAt(view, target.key.start), of: "this" };
}

/** What a member is of: `this` of `this.walk`; "" for a name that stands alone. */
function holderAt(view: FileView, at: number): string | null {
  if (textAt(view, at - 1) !== ".") return "";
  return textAt(view, at - 3) === "." ? null : textAt(view, at - 2);
}
