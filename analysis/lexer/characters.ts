/** The character codes that the lexer asks for by name. */
export const Char = {
  LineFeed: 0x0a,
  CarriageReturn: 0x0d,
  Space: 0x20,
  Exclamation: 0x21,
  DoubleQuote: 0x22,
  Hash: 0x23,
  Dollar: 0x24,
  Percent: 0x25,
  Ampersand: 0x26,
  SingleQuote: 0x27,
  OpenParenthesis: 0x28,
  CloseParenthesis: 0x29,
  Asterisk: 0x2a,
  Plus: 0x2b,
  Comma: 0x2c,
  Minus: 0x2d,
  Dot: 0x2e,
  Slash: 0x2f,
  Zero: 0x30,
  Colon: 0x3a,
  Semicolon: 0x3b,
  Less: 0x3c,
  Equals: 0x3d,
  Greater: 0x3e,
  Question: 0x3f,
  At: 0x40,
  OpenBracket: 0x5b,
  Backslash: 0x5c,
  CloseBracket: 0x5d,
  Caret: 0x5e,
  Backtick: 0x60,
  OpenBrace: 0x7b,
  Bar: 0x7c,
  CloseBrace: 0x7d,
  Tilde: 0x7e,
} as const;

/** What a token can be that begins with a character. */
export const CharClass = { Other: 0, Space: 1, LineEnd: 2, Word: 3, Digit: 4, Quote: 5, Sign: 6 } as const;

/** The byte that stands for every code unit that is not ASCII. */
export const WIDE = 0x80;

/**
 * The {@link CharClass} of each byte; `Other` for {@link WIDE} and for the zeros behind the text. A backslash may
 * begin a name (`\u0061`).
 */
export const CLASS_OF_BYTE = new Uint8Array(256);
/** 1 for each ASCII character of which names consist. */
export const IS_NAME_PART = new Uint8Array(256);

function classify(characters: string, charClass: number): void {
  for (let i = 0; i < characters.length; i++) CLASS_OF_BYTE[characters.charCodeAt(i)] = charClass;
}

const LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ$_";
const DIGITS = "0123456789";
classify(" \t\v\f", CharClass.Space);
classify("\n\r", CharClass.LineEnd);
classify(`${LETTERS}\\`, CharClass.Word);
classify(DIGITS, CharClass.Digit);
classify("\"'", CharClass.Quote);
classify("!#%&()*+,-./:;<=>?@[]^`{|}~", CharClass.Sign);
for (const character of LETTERS + DIGITS) IS_NAME_PART[character.charCodeAt(0)] = 1;

/** Whether a code unit ends a line. */
export function isLineEnd(code: number): boolean {
  return code === 0x0a || code === 0x0d || code === 0x2028 || code === 0x2029;
}

/** Whether a code unit above ASCII is white space, for Esprima, Acorn or TypeScript. */
export function isWideSpace(code: number): boolean {
  return (
    code === 0xa0 ||
    code === 0xfeff ||
    code === 0x85 ||
    code === 0x1680 ||
    code === 0x180e ||
    (code >= 0x2000 && code <= 0x200b) ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x3000
  );
}

// What the runtime's Unicode does not know yet (`Cn`) may be a letter of the next.
const WIDE_NAME_START = /^[\p{ID_Start}\p{Cn}]$/u;
const WIDE_NAME_PART = /^[\p{ID_Continue}\p{Cn}\u200c\u200d]$/u;

/** Whether a code point above ASCII may begin a name. */
export function isWideNameStart(codePoint: number): boolean {
  return WIDE_NAME_START.test(String.fromCodePoint(codePoint));
}

/** Whether a code point above ASCII may continue a name. */
export function isWideNamePart(codePoint: number): boolean {
  return WIDE_NAME_PART.test(String.fromCodePoint(codePoint));
}

/** A text and its bytes: `bytes[i]` is the code of the `i`-th code unit, or {@link WIDE}; zeros follow. */
export interface Source {
  readonly text: string;
  readonly bytes: Uint8Array;
}

/** Whether a name may begin at an offset. */
export function isNameStart({ text, bytes }: Source, at: number): boolean {
  const byte = bytes[at]!;
  if (byte < WIDE) return CLASS_OF_BYTE[byte] === CharClass.Word;
  return isWideNameStart(text.codePointAt(at)!);
}

/** Whether a character ends a line. */
export function isLineEndAt({ text, bytes }: Source, at: number): boolean {
  const byte = bytes[at]!;
  return byte < WIDE
    ? byte === Char.LineFeed || byte === Char.CarriageReturn
    : isLineEnd(text.charCodeAt(at));
}
