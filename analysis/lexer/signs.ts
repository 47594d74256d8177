import { Char } from "./characters.ts";
import { Sign } from "./tokens.ts";

/** The length of the punctuator at `at` whose first character is `first`: the longest that there is. */
export function lengthOfSign(text: string, at: number, first: number): number {
  const second = text.charCodeAt(at + 1);
  switch (first) {
    case Char.Dot:
      return second === Char.Dot && text.charCodeAt(at + 2) === Char.Dot ? 3 : 1;
    case Char.Question:
      if (second === Char.Question) return text.charCodeAt(at + 2) === Char.Equals ? 3 : 2;
      return second === Char.Dot && !isDigit(text.charCodeAt(at + 2)) ? 2 : 1;
    case Char.Equals:
      if (second === Char.Greater) return 2;
      return second === Char.Equals ? (text.charCodeAt(at + 2) === Char.Equals ? 3 : 2) : 1;
    case Char.Exclamation:
      return second === Char.Equals ? (text.charCodeAt(at + 2) === Char.Equals ? 3 : 2) : 1;
    case Char.Plus:
    case Char.Minus:
      return second === first || second === Char.Equals ? 2 : 1;
    case Char.Asterisk:
    case Char.Ampersand:
    case Char.Bar:
    case Char.Less:
      if (second === first) return text.charCodeAt(at + 2) === Char.Equals ? 3 : 2;
      return second === Char.Equals ? 2 : 1;
    case Char.Slash:
    case Char.Percent:
    case Char.Caret:
      return second === Char.Equals ? 2 : 1;
    case Char.Greater: {
      let end = at + 1;
      while (end < at + 3 && text.charCodeAt(end) === Char.Greater) end++;
      return text.charCodeAt(end) === Char.Equals ? end + 1 - at : end - at;
    }
    default:
      return 1;
  }
}

/** The code of the punctuator of that length at `at`: its character, or its {@link Sign}. */
export function codeOfSign(text: string, at: number, first: number, length: number): number {
  if (length === 1) return first;
  if (first === Char.Dot) return Sign.Ellipsis;
  const last = text.charCodeAt(at + length - 1);
  if (last === Char.Equals) {
    const compares = first === Char.Equals || first === Char.Exclamation;
    const orders = length === 2 && (first === Char.Less || first === Char.Greater);
    return compares || orders ? Sign.BinaryOperator : Sign.CompoundAssignment;
  }
  if (first === Char.Equals) return Sign.Arrow;
  if (last === Char.Dot) return Sign.OptionalChain;
  return first === Char.Plus || first === Char.Minus ? Sign.Update : Sign.BinaryOperator;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}
