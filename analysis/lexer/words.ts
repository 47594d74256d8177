import { WIDE } from "./characters.ts";

/**
 * Codes of the words that mean something to JavaScript or TypeScript. Those up to {@link LAST_RESERVED_WORD} are
 * reserved everywhere, the others only in some places.
 */
export const Word = {
  break: 128,
  case: 129,
  catch: 130,
  class: 131,
  const: 132,
  continue: 133,
  debugger: 134,
  default: 135,
  delete: 136,
  do: 137,
  else: 138,
  enum: 139,
  export: 140,
  extends: 141,
  false: 142,
  finally: 143,
  for: 144,
  function: 145,
  if: 146,
  import: 147,
  in: 148,
  instanceof: 149,
  new: 150,
  null: 151,
  return: 152,
  super: 153,
  switch: 154,
  this: 155,
  throw: 156,
  true: 157,
  try: 158,
  typeof: 159,
  var: 160,
  void: 161,
  while: 162,
  with: 163,

  abstract: 164,
  accessor: 165,
  as: 166,
  assert: 167,
  asserts: 168,
  async: 169,
  await: 170,
  constructor: 171,
  declare: 172,
  from: 173,
  get: 174,
  global: 175,
  implements: 176,
  infer: 177,
  interface: 178,
  is: 179,
  keyof: 180,
  let: 181,
  module: 182,
  namespace: 183,
  of: 184,
  out: 185,
  override: 186,
  private: 187,
  protected: 188,
  public: 189,
  readonly: 190,
  satisfies: 191,
  set: 192,
  static: 193,
  type: 194,
  unique: 195,
  using: 196,
  yield: 197,
} as const;

/** The code of the last reserved word; those of contextual words are greater. */
export const LAST_RESERVED_WORD = Word.with;

/** How many different ends keys of names can have: their lowest bits, see {@link endOfKey}. */
export const KEY_ENDS = 4096;

/** How far the {@link LETTERS_OF_WORDS} of one word stand from those of the next. */
export const STRIDE = 16;
/** Of each word its characters, {@link STRIDE} apart, with zeros behind them. */
export const LETTERS_OF_WORDS = new Uint8Array(256 * STRIDE);
/** For each end of a key, the code of the first word that has it, 0 for none; {@link wordFrom} tells which one it is. */
export const FIRST_WORDS = new Uint8Array(KEY_ENDS);
/** For each word, the next one of the same end; 0 for none. */
export const NEXT_WORDS = new Uint8Array(256);

for (const [text, code] of Object.entries(Word)) {
  for (let at = 0; at < text.length; at++) LETTERS_OF_WORDS[code * STRIDE + at] = text.charCodeAt(at);
  const end = endOfKey(keyOfName(text));
  NEXT_WORDS[code] = FIRST_WORDS[end]!;
  FIRST_WORDS[end] = code;
}

/**
 * A number of 16 bits that names have in common with their like, made of a name's length and of some of its letters: to
 * tell most names apart without looking at more of them.
 */
export function keyAt(bytes: Uint8Array, start: number, end: number): number {
  const length = end - start;
  const second = length > 1 ? bytes[start + 1]! : 0;
  return keyOfCharacters(length, bytes[start]!, second, bytes[start + (length >> 1)]!, bytes[end - 1]!);
}

/** {@link keyAt} of a text. */
export function keyOfName(name: string): number {
  const { length } = name;
  const byte = (at: number): number => Math.min(name.charCodeAt(at), WIDE);
  return keyOfCharacters(length, byte(0), length > 1 ? byte(1) : 0, byte(length >> 1), byte(length - 1));
}

/** The key of a name of that length with these characters; `second` is 0 where it has but one. */
export function keyOfCharacters(
  length: number,
  first: number,
  second: number,
  middle: number,
  last: number,
): number {
  const end = length * 167 + (first | 32) * 31 + (second | 32) * 113 + (last | 32) * 7;
  return (end & (KEY_ENDS - 1)) | ((middle & 15) << 12);
}

/** The lowest bits of a key, in which the middle of the name does not count: for tables that are to stay small. */
export function endOfKey(key: number): number {
  return key & (KEY_ENDS - 1);
}

/** The {@link Word} that stands from `start` to `end` of a text's bytes, 0 if it is another name. */
export function wordAt(bytes: Uint8Array, start: number, end: number): number {
  const code = FIRST_WORDS[endOfKey(keyAt(bytes, start, end))]!;
  return code === 0 ? 0 : wordFrom(code, bytes, start, end - start);
}

/** The {@link Word} of that length at `start`, of those that have an end of a key with the word `first`; 0 for none. */
export function wordFrom(first: number, bytes: Uint8Array, start: number, length: number): number {
  for (let code = first; code !== 0; code = NEXT_WORDS[code]!) {
    const word = code * STRIDE;
    let at = 0;
    while (at < length && bytes[start + at] === LETTERS_OF_WORDS[word + at]) at++;
    if (at === length && LETTERS_OF_WORDS[word + at] === 0) return code;
  }
  return 0;
}
