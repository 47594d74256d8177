/** What the run does at a byte. */
export const Begins = {
  Space: 0,
  LineEnd: 1,
  Other: 2,
  Word: 3,
  Dot: 4,
  Comma: 5,
  Semicolon: 6,
  OpenParenthesis: 7,
  OpenBracket: 8,
  Close: 9,
  Equals: 10,
  Quote: 11,
  Digit: 12,
  Colon: 13,
  Operator: 14,
  Sum: 15,
  Question: 16,
} as const;

/** Of each byte what the run does where a token begins with it, one of {@link Begins}. */
export const BEGINS = new Uint8Array(256).fill(Begins.Other);
const BEGINNINGS: readonly [string, number][] = [
  [" \t\v\f", Begins.Space],
  ["\n\r", Begins.LineEnd],
  ["abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ$_", Begins.Word],
  [".", Begins.Dot],
  [",", Begins.Comma],
  [";", Begins.Semicolon],
  ["(", Begins.OpenParenthesis],
  ["[", Begins.OpenBracket],
  [")]}", Begins.Close],
  ["=", Begins.Equals],
  ["\"'", Begins.Quote],
  ["0123456789", Begins.Digit],
  [":", Begins.Colon],
  ["!%&*/>^|~", Begins.Operator],
  ["?", Begins.Question],
  ["+-", Begins.Sum],
];
for (const [characters, begins] of BEGINNINGS)
  for (let at = 0; at < characters.length; at++) BEGINS[characters.charCodeAt(at)] = begins;
