import { Char, IS_NAME_PART, WIDE, isLineEndAt, isWideNamePart } from "./characters.ts";
import type { Source } from "./characters.ts";

// Each function is given where a lexeme begins and tells where it ends; what is not closed ends where the
// line or the text does. Behind the text stand zeros.

/** 1 for each byte that means nothing inside a string but itself. */
export const IS_PLAIN_IN_STRING = new Uint8Array(256).fill(1);
/** The same inside a template. */
const IS_PLAIN_IN_TEMPLATE = new Uint8Array(256).fill(1);
for (const code of [
  0,
  Char.LineFeed,
  Char.CarriageReturn,
  Char.Backslash,
  Char.DoubleQuote,
  Char.SingleQuote,
])
  IS_PLAIN_IN_STRING[code] = 0;
for (const code of [0, Char.Backtick, Char.Dollar, Char.Backslash]) IS_PLAIN_IN_TEMPLATE[code] = 0;

/** The end of the name of which `from` is already behind the first character. */
export function endOfName(source: Source, from: number): number {
  const { bytes } = source;
  let at = from;
  while (IS_NAME_PART[bytes[at]!] === 1) at++;
  const byte = bytes[at]!;
  return byte < WIDE && byte !== Char.Backslash ? at : endOfWideName(source, at);
}

function endOfWideName(source: Source, from: number): number {
  const { text, bytes } = source;
  let at = from;
  for (;;) {
    const byte = bytes[at]!;
    if (byte < WIDE) {
      if (IS_NAME_PART[byte] === 1) at++;
      else if (byte === Char.Backslash) at = endOfUnicodeEscape(source, at);
      else return at;
    } else {
      const codePoint = text.codePointAt(at)!;
      if (!isWideNamePart(codePoint)) return at;
      at += codePoint > 0xffff ? 2 : 1;
    }
  }
}

/** The end of `\uXXXX` or `\u{X…}` at `start`; a backslash that begins neither ends behind itself. */
function endOfUnicodeEscape({ text, bytes }: Source, start: number): number {
  if (bytes[start + 1] !== 0x75) return start + 1;
  if (bytes[start + 2] !== Char.OpenBrace) return Math.min(start + 6, text.length);
  let at = start + 3;
  while (isHexadecimalDigit(bytes[at]!)) at++;
  return bytes[at] === Char.CloseBrace ? at + 1 : at;
}

/** The end of the string whose quote stands at `start`. */
export function endOfString({ text, bytes }: Source, start: number): number {
  const quote = bytes[start]!;
  const { length } = text;
  let at = start + 1;
  for (;;) {
    while (IS_PLAIN_IN_STRING[bytes[at]!] === 1) at++;
    const byte = bytes[at]!;
    if (byte === quote) return at + 1;
    if (at >= length) return length;
    if (byte === Char.Backslash) {
      // A line that goes on after a carriage return and a line feed goes on after both.
      at += bytes[at + 1] === Char.CarriageReturn && bytes[at + 2] === Char.LineFeed ? 3 : 2;
    } else if (byte === Char.LineFeed || byte === Char.CarriageReturn) return at;
    else at++;
  }
}

/** The end of a JSX attribute's string: no escapes, any number of lines. */
export function endOfJsxString({ text }: Source, start: number): number {
  const end = text.indexOf(text[start]!, start + 1);
  return end === -1 ? text.length : end + 1;
}

/** The end of a template's piece: behind the next `` ` `` or `${` after the quote or brace at `start`. */
export function endOfTemplatePiece({ text, bytes }: Source, start: number): number {
  const { length } = text;
  let at = start + 1;
  for (;;) {
    while (IS_PLAIN_IN_TEMPLATE[bytes[at]!] === 1) at++;
    if (at >= length) return length;
    const byte = bytes[at]!;
    if (byte === Char.Backtick) return at + 1;
    if (byte === Char.Dollar && bytes[at + 1] === Char.OpenBrace) return at + 2;
    at += byte === Char.Backslash ? 2 : 1;
  }
}

/** The end, flags left out, of the regular expression whose slash stands at `start`. */
export function endOfPattern(source: Source, start: number): number {
  const { text, bytes } = source;
  const { length } = text;
  let inClass = false;
  let at = start + 1;
  while (at < length) {
    const byte = bytes[at]!;
    if (isLineEndAt(source, at)) return at;
    if (byte === Char.Slash && !inClass) return at + 1;
    if (byte === Char.OpenBracket) inClass = true;
    else if (byte === Char.CloseBracket) inClass = false;
    else if (byte === Char.Backslash && !isLineEndAt(source, at + 1)) at++;
    at++;
  }
  return length;
}

/** The end of the number whose first digit or dot stands at `start`. */
export function endOfNumber({ bytes }: Source, start: number): number {
  let at = start;
  if (bytes[at] === Char.Zero) {
    const base = bytes[at + 1]! | 0x20;
    if (base === 0x78 || base === 0x6f || base === 0x62) return endOfInteger(bytes, at + 2, base === 0x78);
    if (isLegacyOctal(bytes, at + 1)) return endOfDigits(bytes, at + 1);
  }
  at = endOfDigits(bytes, at);
  if (bytes[at] === 0x6e) return at + 1;
  if (bytes[at] === Char.Dot) at = endOfDigits(bytes, at + 1);
  if ((bytes[at]! | 0x20) === 0x65) {
    const sign = bytes[at + 1];
    const digits = sign === Char.Plus || sign === Char.Minus ? at + 2 : at + 1;
    if (isDigit(bytes[digits]!)) at = endOfDigits(bytes, digits);
  }
  return at;
}

/** `017`, but not `0`, `018` or `0.17`: no fraction and no exponent may follow it. */
function isLegacyOctal(bytes: Uint8Array, from: number): boolean {
  let at = from;
  while (bytes[at]! >= Char.Zero && bytes[at]! <= 0x37) at++;
  return at > from && bytes[at] !== 0x38 && bytes[at] !== 0x39;
}

function endOfInteger(bytes: Uint8Array, from: number, hexadecimal: boolean): number {
  let at = from;
  for (;;) {
    const byte = bytes[at]!;
    if (!(isDigit(byte) || byte === 0x5f || (hexadecimal && isHexadecimalDigit(byte)))) break;
    at++;
  }
  return bytes[at] === 0x6e ? at + 1 : at;
}

function endOfDigits(bytes: Uint8Array, from: number): number {
  let at = from;
  while (isDigit(bytes[at]!) || bytes[at] === 0x5f) at++;
  return at;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function isHexadecimalDigit(code: number): boolean {
  const letter = code | 0x20;
  return isDigit(code) || (letter >= 0x61 && letter <= 0x66);
}
