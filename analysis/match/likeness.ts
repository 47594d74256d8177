import { lastName } from "../entries/last-name.ts";
import { lex } from "../lexer/lex.ts";
import { firstTokenFrom, TokenKind, type TokenList } from "../lexer/tokens.ts";
import type { AsyncFunction, Language } from "../model.ts";

/** What a function's text is made of, for comparing it with another's. */
export interface Profile {
  /** How often each name and literal stands in it. The function's own name is left out. */
  readonly words: Counts;
  /** How often each token follows each other one. */
  readonly pairs: Counts;
}

interface Counts {
  readonly of: ReadonlyMap<string, number>;
  readonly total: number;
}

/** Stands for the function's own name, so that a new name alone changes nothing. */
const OWN_NAME = "\u0001";

/** Profiles of some functions of one text; the text is read once. */
export function profilesOf(
  text: string,
  language: Language,
  functions: readonly AsyncFunction[],
): ReadonlyMap<AsyncFunction, Profile> {
  const tokens = lex(text, language);
  return new Map(functions.map((found) => [found, profileOf(tokens, found)]));
}

/**
 * How alike two functions are, from 0 to 1: the mean of two Dice coefficients (L. R. Dice, Measures of the Amount of
 * Ecologic Association Between Species, 1945), one over names and literals, one over neighbouring tokens. The first
 * stays high when a function is put into another pattern, the second when things are named anew.
 */
export function likeness(left: Profile, right: Profile): number {
  const pairs = dice(left.pairs, right.pairs);
  if (left.words.total === 0 && right.words.total === 0) return pairs;
  return (dice(left.words, right.words) + pairs) / 2;
}

/** No less than {@link likeness}, from the lengths alone. */
export function likenessAtMost(left: Profile, right: Profile): number {
  const most = ({ total: a }: Counts, { total: b }: Counts): number =>
    a + b === 0 ? 1 : (2 * Math.min(a, b)) / (a + b);
  const pairs = most(left.pairs, right.pairs);
  if (left.words.total === 0 && right.words.total === 0) return pairs;
  return (most(left.words, right.words) + pairs) / 2;
}

function profileOf(tokens: TokenList, { name, range }: AsyncFunction): Profile {
  const { text, starts, ends, kinds, count } = tokens;
  const ownName = lastName(name);
  const words = new Map<string, number>();
  const pairs = new Map<string, number>();
  let before = "";
  let wordCount = 0;
  let pairCount = 0;
  for (let token = firstTokenFrom(tokens, range.start); token < count && ends[token]! <= range.end; token++) {
    const word = text.slice(starts[token], ends[token]);
    const isOwnName = word === ownName;
    if (!isOwnName && isWord(kinds[token]!)) {
      add(words, word);
      wordCount++;
    }
    const present = isOwnName ? OWN_NAME : word;
    if (before !== "") {
      add(pairs, `${before}\u0000${present}`);
      pairCount++;
    }
    before = present;
  }
  return { words: { of: words, total: wordCount }, pairs: { of: pairs, total: pairCount } };
}

function isWord(kind: number): boolean {
  return kind !== TokenKind.Keyword && kind !== TokenKind.Punctuator && kind !== TokenKind.Unknown;
}

function add(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function dice(left: Counts, right: Counts): number {
  if (left.total + right.total === 0) return 1;
  const [small, large] = left.of.size <= right.of.size ? [left, right] : [right, left];
  let common = 0;
  for (const [key, count] of small.of) common += Math.min(count, large.of.get(key) ?? 0);
  return (2 * common) / (left.total + right.total);
}
