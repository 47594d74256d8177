import { Char, IS_NAME_PART, isLineEnd, isWideNamePart } from "./characters.ts";

// Each function is given where a lexeme begins and tells where it ends; what is not closed ends where the
// line or the text does.

/** The end of the name of which `from` is already behind the first character. */
export function endOfName(text: string, from: number): number {
  let at = from;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code < 128) {
      if (IS_NAME_PART[code] === 1) at++;
      else if (code === Char.Backslash) at = endOfUnicodeEscape(text, at);
      else break;
    } else {
      const codePoint = text.codePointAt(at)!;
      if (!isWideNamePart(codePoint)) break;
      at += codePoint > 0xffff ? 2 : 1;
    }
  }
  return at;
}

/** The end of `\uXXXX` or `\u{X…}` at `start`; a backslash that begins neither ends behind itself. */
export function endOfUnicodeEscape(text: string, start: number): number {
  if (text.charCodeAt(start + 1) !== 0x75) return start + 1;
  if (text.charCodeAt(start + 2) !== Char.OpenBrace) return Math.min(start + 6, text.length);
  let at = start + 3;
  while (at < text.length && isHexadecimalDigit(text.charCodeAt(at))) at++;
  return text.charCodeAt(at) === Char.CloseBrace ? at + 1 : at;
}

/** The end of the string whose quote stands at `start`. */
export function endOfString(text: string, start: number): number {
  const quote = text.charCodeAt(start);
  let at = start + 1;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === quote) return at + 1;
    if (code === Char.Backslash) {
      // A line that goes on after a carriage return and a line feed goes on after both.
      at += text.charCodeAt(at + 1) === 0x0d && text.charCodeAt(at + 2) === 0x0a ? 3 : 2;
    } else if (code === Char.LineFeed || code === Char.CarriageReturn) return at;
    else at++;
  }
  return text.length;
}

/** The end of a JSX attribute's string: no escapes, any number of lines. */
export function endOfJsxString(text: string, start: number): number {
  const end = text.indexOf(text[start]!, start + 1);
  return end === -1 ? text.length : end + 1;
}

/** The end of a template's piece: behind the next `` ` `` or `${` after the quote or brace at `start`. */
export function endOfTemplatePiece(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === Char.Backtick) return at + 1;
    if (code === Char.Dollar && text.charCodeAt(at + 1) === Char.OpenBrace) return at + 2;
    at += code === Char.Backslash ? 2 : 1;
  }
  return text.length;
}

/** The end, flags left out, of the regular expression whose slash stands at `start`. */
export function endOfPattern(text: string, start: number): number {
  let inClass = false;
  let at = start + 1;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (isLineEnd(code)) return at;
    if (code === Char.Slash && !inClass) return at + 1;
    if (code === Char.OpenBracket) inClass = true;
    else if (code === Char.CloseBracket) inClass = false;
    else if (code === Char.Backslash && !isLineEnd(text.charCodeAt(at + 1))) at++;
    at++;
  }
  return text.length;
}

/** The end of the number whose first digit or dot stands at `start`. */
export function endOfNumber(text: string, start: number): number {
  let at = start;
  if (text.charCodeAt(at) === Char.Zero) {
    const base = text.charCodeAt(at + 1) | 0x20;
    if (base === 0x78 || base === 0x6f || base === 0x62) return endOfInteger(text, at + 2, base === 0x78);
    if (isLegacyOctal(text, at + 1)) return endOfDigits(text, at + 1);
  }
  at = endOfDigits(text, at);
  if (text.charCodeAt(at) === 0x6e) return at + 1;
  if (text.charCodeAt(at) === Char.Dot) at = endOfDigits(text, at + 1);
  if ((text.charCodeAt(at) | 0x20) === 0x65) {
    const sign = text.charCodeAt(at + 1);
    const digits = sign === Char.Plus || sign === Char.Minus ? at + 2 : at + 1;
    if (isDigit(text.charCodeAt(digits))) at = endOfDigits(text, digits);
  }
  return at;
}

/** `017`, but not `0`, `018` or `0.17`: no fraction and no exponent may follow it. */
function isLegacyOctal(text: string, from: number): boolean {
  let at = from;
  while (text.charCodeAt(at) >= Char.Zero && text.charCodeAt(at) <= 0x37) at++;
  return at > from && text.charCodeAt(at) !== 0x38 && text.charCodeAt(at) !== 0x39;
}

function endOfInteger(text: string, from: number, hexadecimal: boolean): number {
  let at = from;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (!(isDigit(code) || code === 0x5f || (hexadecimal && isHexadecimalDigit(code)))) break;
    at++;
  }
  return text.charCodeAt(at) === 0x6e ? at + 1 : at;
}

function endOfDigits(text: string, from: number): number {
  let at = from;
  while (at < text.length && (isDigit(text.charCodeAt(at)) || text.charCodeAt(at) === 0x5f)) at++;
  return at;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function isHexadecimalDigit(code: number): boolean {
  const letter = code | 0x20;
  return isDigit(code) || (letter >= 0x61 && letter <= 0x66);
}
