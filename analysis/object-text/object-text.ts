import { lex } from "../lexer/lex.ts";
import { Sign, TokenKind, type TokenList } from "../lexer/tokens.ts";
import { Word } from "../lexer/words.ts";
import type { TextRange } from "../model.ts";
import { lineStartsOf, positionAt } from "../source/lines.ts";

/** An object literal as it stands in a text. */
export interface ObjectText {
  /** With both braces. */
  readonly range: TextRange;
  /** Behind the last entry's comma, or its value where it has no comma; behind the brace where there is no entry. */
  readonly endOfEntries: number;
  readonly hasLastComma: boolean;
  readonly entries: readonly ObjectEntry[];
}

/** One property of an object literal. Spreads and computed names are left out. */
export interface ObjectEntry {
  readonly key: string;
  /** Where the name begins. */
  readonly start: number;
  /** Of the name, counted from 1. */
  readonly line: number;
  /** The value as written; of a method, its parameters and body. */
  readonly value: TextRange;
  /** Where the value is an object literal itself. */
  readonly object: ObjectText | null;
}

const OPEN_BRACE = 0x7b;
const OPEN_PARENTHESIS = 0x28;
const COMMA = 0x2c;
const COLON = 0x3a;
const EQUALS = 0x3d;
const OPEN_BRACKET = 0x5b;

/**
 * The object literal that a module exports: `module.exports = {…}` or `export default {…}`, in parentheses or handed
 * to a call too. Null where the text is not so, or is not well-formed.
 */
export function exportedObject(text: string): ObjectText | null {
  const tokens = lex(text, "js");
  if (!tokens.isBalanced) return null;
  const { codes, count, match } = tokens;
  for (let at = 0; at < count; at++) {
    const isDefault = codes[at] === Word.export && codes[at + 1] === Word.default;
    const isExports = textOf(tokens, at) === "exports" && codes[at + 1] === EQUALS;
    if (!isDefault && !isExports) continue;
    let brace = at + 2;
    // A call's name, or parentheses around.
    while (brace < count && codes[brace] !== OPEN_BRACE) {
      const isName = tokens.kinds[brace] === TokenKind.Identifier;
      if (!isName && codes[brace] !== OPEN_PARENTHESIS) return null;
      brace++;
    }
    if (brace >= count || match[brace]! < 0) return null;
    const lineStarts = lineStartsOf(text);
    return objectAt(tokens, brace, (offset) => positionAt(lineStarts, offset).line);
  }
  return null;
}

/** The entry that a path of names leads to; the deepest there is where it ends early, undefined where none is. */
export function entryAt(object: ObjectText | null, path: readonly string[]): ObjectEntry | undefined {
  let found: ObjectEntry | undefined;
  let inside = object;
  for (const key of path) {
    const entry = inside?.entries.find((one) => one.key === key);
    if (entry === undefined) return found;
    found = entry;
    inside = entry.object;
  }
  return found;
}

type LineOf = (offset: number) => number;

function objectAt(tokens: TokenList, brace: number, lineOf: LineOf): ObjectText {
  const { starts, ends, codes, match } = tokens;
  const close = match[brace]!;
  const entries: ObjectEntry[] = [];
  let at = brace + 1;
  while (at < close) {
    const end = endOfEntry(tokens, at, close);
    const entry = entryBetween(tokens, at, end, lineOf);
    if (entry !== null) entries.push(entry);
    at = end + 1;
  }
  return {
    range: { start: starts[brace]!, end: ends[close]! },
    endOfEntries: ends[close - 1]!,
    hasLastComma: close - 1 > brace && codes[close - 1] === COMMA,
    entries,
  };
}

/** The index of the comma behind the entry that begins at `at`, or of the brace that closes the object. */
function endOfEntry({ codes, match }: TokenList, at: number, close: number): number {
  let index = at;
  while (index < close && codes[index] !== COMMA) {
    const partner = match[index]!;
    index = partner > index ? partner + 1 : index + 1;
  }
  return Math.min(index, close);
}

function entryBetween(tokens: TokenList, from: number, end: number, lineOf: LineOf): ObjectEntry | null {
  const { starts, ends, codes, kinds } = tokens;
  if (codes[from] === Sign.Ellipsis) return null;
  // `async`, `get`, `*` stand before a method's name; a name is what `:` or `(` follows, or nothing.
  let name = from;
  while (name < end && codes[name + 1] !== COLON && codes[name + 1] !== OPEN_PARENTHESIS && name + 1 < end) {
    if (codes[name] === OPEN_BRACKET) return null;
    name++;
  }
  const kind = kinds[name];
  const raw = textOf(tokens, name);
  const key = kind === TokenKind.String ? unquoted(raw) : raw;
  if (key === null || codes[name] === OPEN_BRACKET) return null;
  const isPlain = codes[name + 1] === COLON;
  const first = name + 1 === end ? name : isPlain ? name + 2 : name + 1;
  if (first >= end && first !== name) return null;
  const isObject = codes[first] === OPEN_BRACE && tokens.match[first] === end - 1;
  return {
    key,
    start: starts[from]!,
    line: lineOf(starts[name]!),
    value: { start: starts[first]!, end: ends[end - 1]! },
    object: isPlain && isObject ? objectAt(tokens, first, lineOf) : null,
  };
}

function textOf({ text, starts, ends }: TokenList, at: number): string {
  return text.slice(starts[at], ends[at]);
}

/** A string literal's value; null where it has escapes that JSON has not. */
function unquoted(raw: string): string | null {
  const inside = raw.slice(1, -1);
  if (!inside.includes("\\")) return inside;
  try {
    const value: unknown = JSON.parse(`"${inside.replaceAll("\\'", "'").replaceAll(/(?<!\\)"/g, '\\"')}"`);
    return typeof value === "string" ? value : null;
  } catch {
    return null;
  }
}
