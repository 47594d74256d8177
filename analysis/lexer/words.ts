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

const LONGEST = 11;
const LENGTHS = 16;
const TEXTS: string[] = [];
/** For first letter and length, the first word's code; words of one first letter and length follow by `NEXT`. */
const FIRST = new Uint8Array(26 * LENGTHS);
const NEXT = new Uint8Array(256);

for (const [text, code] of Object.entries(Word)) {
  const slot = (text.charCodeAt(0) - 97) * LENGTHS + text.length;
  TEXTS[code] = text;
  NEXT[code] = FIRST[slot]!;
  FIRST[slot] = code;
}

/** The {@link Word} that stands from `start` to `end`, 0 if it is another name. */
export function wordAt(text: string, start: number, end: number): number {
  const length = end - start;
  const first = text.charCodeAt(start) - 97;
  if (length < 2 || length > LONGEST || first < 0 || first > 25) return 0;
  let code = FIRST[first * LENGTHS + length]!;
  while (code !== 0) {
    const word = TEXTS[code]!;
    let at = 1;
    while (at < length && text.charCodeAt(start + at) === word.charCodeAt(at)) at++;
    if (at === length) return code;
    code = NEXT[code]!;
  }
  return 0;
}
