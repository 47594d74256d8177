const SHORTEST = 20;
const LONGEST = 256;
const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;
/** Identifiers that begin with the time: ULID, and MongoDB's. */
const TIMED_ID = /^(?:[0-7][\dA-HJKMNP-TV-Z]{25}|[\da-f]{24})$/;
const LEAST_HEXADECIMAL = 32;
/** Bits a character. */
const LEAST_ENTROPY = 3.4;
const LEAST_HEXADECIMAL_ENTROPY = 2.8;

/**
 * Whether a text of letters, digits, `-`, `_`, `+` and `/` looks as if chance had made it, as keys do: names, even with digits
 * in them, change seldom from one kind of character to another. What is an identifier by its shape is none.
 */
export function looksRandom(text: string): boolean {
  const { length } = text;
  if (length < SHORTEST || length > LONGEST || UUID.test(text) || TIMED_ID.test(text)) return false;
  const kinds = [0, 0, 0, 0];
  let changes = 0;
  let before = -1;
  let runOfUpper = 0;
  for (let index = 0; index < length; index++) {
    const kind = kindOf(text.charCodeAt(index));
    kinds[kind]!++;
    if (kind === OTHER) continue;
    // A capital letter begins a word.
    const isWithinWord = before === UPPER && kind === LOWER && runOfUpper === 1;
    if (kind !== before && !isWithinWord) changes++;
    runOfUpper = kind === UPPER ? runOfUpper + 1 : 0;
    before = kind;
  }
  const [others, digits, upper, lower] = kinds as [number, number, number, number];
  if (digits < 2 || upper + lower < 2 || others > length / 10) return false;
  if (/^[\da-f]+$|^[\dA-F]+$/.test(text)) {
    return length >= LEAST_HEXADECIMAL && entropyOf(text) >= LEAST_HEXADECIMAL_ENTROPY;
  }
  // Chance changes it at 3 of 5 places with both cases, at 2 of 5 with one.
  const least = upper > 1 && lower > 1 ? 0.42 : 0.28;
  return changes / (length - others) >= least && entropyOf(text) >= LEAST_ENTROPY;
}

const OTHER = 0;
const UPPER = 2;
const LOWER = 3;

function kindOf(code: number): number {
  if (code >= 0x30 && code <= 0x39) return 1;
  if (code >= 0x41 && code <= 0x5a) return UPPER;
  return code >= 0x61 && code <= 0x7a ? LOWER : OTHER;
}

/** Shannon's, of the characters. */
function entropyOf(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}
