import { lex } from "../../../analysis/lexer/lex.ts";
import { TokenKind, type TokenList } from "../../../analysis/lexer/tokens.ts";
import { Word } from "../../../analysis/lexer/words.ts";
import type { Language, TextRange } from "../../../analysis/model.ts";
import { ENDS_GUARDED } from "../../deciding.ts";

const DECLARES = /^(?:let|var|const)$/;
const DOT = 0x2e;
const OPEN_PARENTHESIS = 0x28;
const CLOSE_PARENTHESIS = 0x29;
const OPEN_BRACE = 0x7b;
const EQUALS = 0x3d;

/** By what a function lets only one call of it go on at a time. */
export interface Guard {
  /** At which it asks whether one does. */
  readonly line: number;
  /** Whether it notes that on its instance, so that each has a guard of its own. */
  readonly isOfInstance: boolean;
}

/**
 * The guard of a function against running twice at the same time: `if (this.running) return; this.running = true; … this.running =
 * false`, or the same with a variable. Undefined where it has none.
 *
 * @param range The function's.
 */
export function guardIn(text: string, language: Language, range: TextRange): Guard | undefined {
  const own = text.slice(range.start, range.end);
  if (!/=\s*true\b/.test(own) || !/=\s*false\b/.test(own)) return undefined;
  const tokens = lex(own, language);
  for (let at = 0; at < tokens.count; at++) {
    const asked = askedAt(tokens, at);
    if (asked === undefined) continue;
    const { name, isOfInstance, isSet, isFreed } = { ...asked, ...assigned(tokens, asked) };
    if (name === "" || !isSet || !isFreed) continue;
    const line = text.slice(0, range.start + tokens.starts[at]!).split("\n").length;
    return { line, isOfInstance };
  }
  return undefined;
}

/** What the user is told of a guard that calls in flight together meet. */
export function guardedSentence(line: number): string {
  return `Line ${line} lets only one call go on at a time, and the others end there: ${ENDS_GUARDED}`;
}

interface Asked {
  readonly name: string;
  readonly isOfInstance: boolean;
}

/** What `if (name) return` or `if (this.name) { return` at a token asks. */
function askedAt(tokens: TokenList, at: number): Asked | undefined {
  const { codes, kinds } = tokens;
  if (codes[at] !== Word.if || codes[at + 1] !== OPEN_PARENTHESIS) return undefined;
  const isOfInstance = codes[at + 2] === Word.this && codes[at + 3] === DOT;
  const name = isOfInstance ? at + 4 : at + 2;
  const isName =
    kinds[name] === TokenKind.Identifier || (isOfInstance && kinds[name] === TokenKind.PrivateName);
  if (!isName || codes[name + 1] !== CLOSE_PARENTHESIS) return undefined;
  const then = codes[name + 2] === OPEN_BRACE ? name + 3 : name + 2;
  return codes[then] === Word.return ? { name: textOf(tokens, name), isOfInstance } : undefined;
}

/** Whether the function sets that to `true`, and to `false`. */
function assigned(tokens: TokenList, { name, isOfInstance }: Asked): { isSet: boolean; isFreed: boolean } {
  const { codes, count } = tokens;
  let [isSet, isFreed] = [false, false];
  for (let at = 0; at < count; at++) {
    // What it declares itself no other call meets.
    if (!isOfInstance && DECLARES.test(textOf(tokens, at)) && textOf(tokens, at + 1) === name)
      return { isSet: false, isFreed: false };
    if (codes[at + 1] !== EQUALS || textOf(tokens, at) !== name) continue;
    const isMember = codes[at - 1] === DOT;
    if (isOfInstance ? !isMember || codes[at - 2] !== Word.this : isMember) continue;
    isSet ||= codes[at + 2] === Word.true;
    isFreed ||= codes[at + 2] === Word.false;
  }
  return { isSet, isFreed };
}

function textOf({ text, starts, ends }: TokenList, at: number): string {
  return text.slice(starts[at], ends[at]);
}
