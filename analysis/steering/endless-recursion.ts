import type { FoundFunction } from "../functions/found.ts";
import { findFunctions } from "../functions/find.ts";
import { lex } from "../lexer/lex.ts";
import { copyTokens, TokenKind } from "../lexer/tokens.ts";
import type { Language } from "../model.ts";
import { textAt, viewOf, type FileView } from "../patterns/file-view.ts";
import { lineStartsOf, positionAt } from "../source/lines.ts";

/** A function that calls itself whatever it is called with. */
export interface EndlessRecursion {
  readonly name: string;
  /** Of the call, counted from 1. */
  readonly line: number;
}

/** What makes what follows it depend on something, leaves the function before, or runs later or elsewhere. */
const MAY_NOT_COME =
  /^(?:if|for|while|do|switch|try|catch|throw|break|continue|yield|new|import|super|\?|\?\.|&&|\|\||\?\?|&&=|\|\|=|\?\?=|=>|function|class)$/;

/**
 * The function around a place where it calls itself before it does anything else, so that nothing it is called with and nothing
 * that it calls could end that: null where it does not.
 *
 * @param line Counted from 1.
 * @param column Counted from 1.
 * @param passesCalls Whether it may call others before, and wait for them, so that only what they throw could end it.
 */
export function endlessRecursion(
  text: string,
  language: Language,
  line: number,
  column: number,
  passesCalls = false,
): EndlessRecursion | null {
  const tokens = copyTokens(lex(text, language));
  const view = viewOf(findFunctions(tokens, language));
  const lineStarts = lineStartsOf(text);
  const offset = (lineStarts[line - 1] ?? text.length) + column - 1;
  let around: FoundFunction | null = null;
  for (const found of view.functions) {
    // Those within come behind those around them.
    if (tokens.starts[found.start]! <= offset && offset < tokens.ends[found.end - 1]!) around = found;
  }
  const call = around === null ? -1 : firstCallOfItself(view, around, passesCalls);
  if (call < 0) return null;
  return {
    name: textAt(view, call),
    line: positionAt(lineStarts, tokens.starts[call]!).line,
  };
}

/** The token by which a function calls itself before anything else is called, or whatever else is; -1 where it does not. */
function firstCallOfItself(view: FileView, found: FoundFunction, passesCalls: boolean): number {
  const name = nameOf(view, found);
  const { parameters, body, isGenerator } = found;
  if (name === null || isGenerator) return -1;
  for (let at = parameters.start; at < parameters.end; at++) if (textAt(view, at) === name.text) return -1;
  /** Whether what stands in front is of a statement that waits for something, or leaves. */
  let isLast = false;
  for (let at = body.start; at < body.end; at++) {
    const token = textAt(view, at);
    // What it starts and does not wait for keeps no call of it from its end.
    if (token === name.text) return isOwnCall(view, at, name.of) && (isLast || !passesCalls) ? at : -1;
    if (token === "return" || token === "await") isLast = true;
    else if (MAY_NOT_COME.test(token) || (callsAt(view, at) && !passesCalls)) return -1;
    else if (isLast && token === ";") {
      if (!passesCalls || hasReturned(view, body.start, at)) return -1;
      isLast = false;
    }
  }
  return -1;
}

/** Whether a `return` stands between two tokens: what is behind a statement that has one is not come to. */
function hasReturned(view: FileView, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (textAt(view, at) === "return") return true;
  return false;
}

/** Whether a name is called, by itself or as a member of `of`: a method that is defined looks alike but for its body. */
function isOwnCall(view: FileView, at: number, of: string): boolean {
  if (textAt(view, at + 1) !== "(" || holderAt(view, at) !== of) return false;
  const close = view.tokens.match[at + 1]!;
  return close > 0 && textAt(view, close + 1) !== "{";
}

/** Whether what ends with a token is called. */
function callsAt(view: FileView, at: number): boolean {
  const isCallee = view.tokens.kinds[at] === TokenKind.Identifier || /^[)\]]$/.test(textAt(view, at));
  return isCallee && /^(?:\(|`)/.test(textAt(view, at + 1));
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
