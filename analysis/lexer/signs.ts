import { Char } from "./characters.ts";
import { Sign } from "./tokens.ts";

/** The length of the punctuator at `at` whose first character is `first`: the longest that there is. */
export function lengthOfSign(bytes: Uint8Array, at: number, first: number): number {
  const second = bytes[at + 1]!;
  switch (first) {
    case Char.Dot:
      return second === Char.Dot && bytes[at + 2] === Char.Dot ? 3 : 1;
    case Char.Question:
      if (second === Char.Question) return bytes[at + 2] === Char.Equals ? 3 : 2;
      return second === Char.Dot && !isDigit(bytes[at + 2]!) ? 2 : 1;
    case Char.Equals:
      if (second === Char.Greater) return 2;
      return second === Char.Equals ? (bytes[at + 2] === Char.Equals ? 3 : 2) : 1;
    case Char.Exclamation:
      return second === Char.Equals ? (bytes[at + 2] === Char.Equals ? 3 : 2) : 1;
    case Char.Plus:
    case Char.Minus:
      return second === first || second === Char.Equals ? 2 : 1;
    case Char.Asterisk:
    case Char.Ampersand:
    case Char.Bar:
    case Char.Less:
      if (second === first) return bytes[at + 2] === Char.Equals ? 3 : 2;
      return second === Char.Equals ? 2 : 1;
    case Char.Slash:
    case Char.Percent:
    case Char.Caret:
      return second === Char.Equals ? 2 : 1;
    case Char.Greater: {
      let end = at + 1;
      while (end < at + 3 && bytes[end] === Char.Greater) end++;
      return bytes[end] === Char.Equals ? end + 1 - at : end - at;
    }
    default:
      return 1;
  }
}

/** The code of the punctuator of that length at `at`: its character, or its {@link Sign}. */
export function codeOfSign(bytes: Uint8Array, at: number, first: number, length: number): number {
  if (length === 1) return first;
  if (first === Char.Dot) return Sign.Ellipsis;
  const last = bytes[at + length - 1]!;
  if (last === Char.Equals) {
    const compares = first === Char.Equals || first === Char.Exclamation;
    const orders = length === 2 && (first === Char.Less || first === Char.Greater);
    return compares || orders ? Sign.BinaryOperator : Sign.CompoundAssignment;
  }
  if (first === Char.Equals) return Sign.Arrow;
  if (last === Char.Dot) return Sign.OptionalChain;
  if (first === Char.Plus || first === Char.Minus) return Sign.Update;
  const isLogical = first === Char.Ampersand || first === Char.Bar || first === Char.Question;
  return isLogical ? Sign.Logical : Sign.BinaryOperator;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}
