import { CLASS_OF_BYTE, Char, CharClass, WIDE, isLineEnd, isLineEndAt, isWideSpace } from "./characters.ts";
import type { Source } from "./characters.ts";
import type { LexerState } from "./state.ts";

/** Passes over white space and comments, and notes whether a line ended in them; `before` is 1 if one did before. */
export function skipTrivia(state: LexerState, before = 0): void {
  const { bytes } = state;
  let at = state.pos;
  let newline = before;
  for (;;) {
    const byte = bytes[at]!;
    if (byte === 0x20) {
      at++;
      continue;
    }
    const charClass = CLASS_OF_BYTE[byte]!;
    if (charClass === CharClass.LineEnd) {
      newline = 1;
      at++;
    } else if (charClass === CharClass.Space) {
      at++;
    } else if (charClass > CharClass.Space) {
      if (byte === Char.Slash) {
        const next = bytes[at + 1];
        if (next === Char.Slash) {
          at = endOfLine(state, at + 2);
          continue;
        }
        if (next === Char.Asterisk) {
          const end = endOfComment(state, at);
          if (newline === 0 && hasLineEnd(state, at, end)) newline = 1;
          at = end;
          continue;
        }
      } else if (byte === Char.Less || byte === Char.Minus) {
        const end = endOfHtmlComment(state, at, newline);
        if (end > at) {
          at = end;
          continue;
        }
      }
      break;
    } else if (byte < WIDE) break;
    else {
      const code = state.text.charCodeAt(at);
      if (isLineEnd(code)) newline = 1;
      else if (!isWideSpace(code)) break;
      at++;
    }
  }
  state.pos = at;
  state.newline = newline;
}

/** The end of the comment whose slash and star stand at `at`. */
function endOfComment(state: LexerState, at: number): number {
  const end = state.text.indexOf("*/", at + 2);
  if (end !== -1) return end + 2;
  state.problem(at, "This comment is not closed.");
  return state.text.length;
}

/** The end of the line if one of the comments of old browsers begins at `at`; `at` if none does. */
function endOfHtmlComment(state: LexerState, at: number, newline: number): number {
  if (!state.hasHtmlComments) return at;
  const { bytes } = state;
  const begins =
    bytes[at] === Char.Less
      ? isTwice(bytes, at + 2, Char.Minus) && bytes[at + 1] === Char.Exclamation
      : isTwice(bytes, at, Char.Minus) &&
        bytes[at + 2] === Char.Greater &&
        (newline === 1 || state.tokens.count === 0);
  return begins ? endOfLine(state, at + 3) : at;
}

function isTwice(bytes: Uint8Array, at: number, byte: number): boolean {
  return bytes[at] === byte && bytes[at + 1] === byte;
}

/** 1 for each byte that cannot end a line or the text. */
export const IS_WITHIN_LINE = new Uint8Array(256).fill(1, 1, WIDE);
IS_WITHIN_LINE[Char.LineFeed] = 0;
IS_WITHIN_LINE[Char.CarriageReturn] = 0;

/** The end of the line in which `from` lies, before its terminator. */
export function endOfLine(source: Source, from: number): number {
  const { text, bytes } = source;
  const { length } = text;
  let at = from;
  for (;;) {
    // Four at a time, as behind them stand zeros that are within no line.
    while (
      IS_WITHIN_LINE[bytes[at]!] === 1 &&
      IS_WITHIN_LINE[bytes[at + 1]!] === 1 &&
      IS_WITHIN_LINE[bytes[at + 2]!] === 1 &&
      IS_WITHIN_LINE[bytes[at + 3]!] === 1
    )
      at += 4;
    while (IS_WITHIN_LINE[bytes[at]!] === 1) at++;
    if (at >= length) return length;
    if (isLineEndAt(source, at)) return at;
    at++;
  }
}

function hasLineEnd(source: Source, from: number, to: number): boolean {
  for (let at = from; at < to; at++)
    if (IS_WITHIN_LINE[source.bytes[at]!] === 0 && isLineEndAt(source, at)) return true;
  return false;
}

/** What follows `pos` behind white space and comments. */
export interface Ahead {
  /** The character's byte; 0 at the end of the text. */
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
    code: state.bytes[offset]!,
    offset,
    newline: state.newline,
  };
  state.pos = pos;
  state.newline = newline;
  if (state.tokens.problems.length !== problems) state.tokens.problems.length = problems;
  return ahead;
}
