import { CLASS_OF_ASCII, Char, CharClass, isLineEnd, isWideSpace } from "./characters.ts";
import type { LexerState } from "./state.ts";

/** Passes over white space and comments, and notes whether a line ended in them. */
export function skipTrivia(state: LexerState): void {
  const { text } = state;
  const { length } = text;
  let at = state.pos;
  let newline = 0;
  while (at < length) {
    const code = text.charCodeAt(at);
    if (code === 0x20) {
      at++;
    } else if (code < 128) {
      const charClass = CLASS_OF_ASCII[code]!;
      if (charClass === CharClass.LineEnd) {
        newline = 1;
        at++;
      } else if (charClass === CharClass.Space) {
        at++;
      } else if (code === Char.Slash) {
        const next = text.charCodeAt(at + 1);
        if (next === Char.Slash) {
          at = endOfLine(text, at + 2);
        } else if (next === Char.Asterisk) {
          const end = text.indexOf("*/", at + 2);
          if (end === -1) state.problem(at, "This comment is not closed.");
          const close = end === -1 ? length : end;
          if (newline === 0 && hasLineEnd(text, at, close)) newline = 1;
          at = end === -1 ? length : end + 2;
        } else break;
      } else if (code === Char.Less || code === Char.Minus) {
        if (!state.hasHtmlComments) break;
        if (code === Char.Less) {
          if (!text.startsWith("<!--", at)) break;
        } else if ((newline === 0 && state.tokens.count > 0) || !text.startsWith("-->", at)) break;
        at = endOfLine(text, at + 3);
      } else break;
    } else if (isLineEnd(code)) {
      newline = 1;
      at++;
    } else if (isWideSpace(code)) {
      at++;
    } else break;
  }
  state.pos = at;
  state.newline = newline;
}

/** The end of the line in which `from` lies, before its terminator. */
export function endOfLine(text: string, from: number): number {
  let at = from;
  while (at < text.length && !isLineEnd(text.charCodeAt(at))) at++;
  return Math.min(at, text.length);
}

function hasLineEnd(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (isLineEnd(text.charCodeAt(at))) return true;
  return false;
}

/** What follows `pos` behind white space and comments. */
export interface Ahead {
  /** The character's code; 0 at the end of the text. */
  code: number;
  offset: number;
  newline: number;
}

/** Looks past white space and comments and leaves the state as it is. */
export function lookAhead(state: LexerState, from = state.pos): Ahead {
  const { pos, newline } = state;
  const problems = state.tokens.problems.length;
  state.pos = from;
  skipTrivia(state);
  const offset = state.pos;
  const ahead = {
    code: offset < state.text.length ? state.text.charCodeAt(offset) : 0,
    offset,
    newline: state.newline,
  };
  state.pos = pos;
  state.newline = newline;
  state.tokens.problems.length = problems;
  return ahead;
}
