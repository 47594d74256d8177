import { lex } from "../../../analysis/lexer/lex.ts";
import { TokenKind, type TokenList } from "../../../analysis/lexer/tokens.ts";
import { Word } from "../../../analysis/lexer/words.ts";
import type { Language, TextRange } from "../../../analysis/model.ts";
import { ENDS_GUARDED } from "../../deciding.ts";

/** Without which there is no guard. */
const FREES = /=\s*(?:false|null|undefined|void)\b/;
const NOTHING = /^(?:false|null|undefined|void)$/;
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
  /** Whether the others get what the one that goes on gives: `if (this.pending) return this.pending`. */
  readonly isShared: boolean;
}

/**
 * The guard of a function against running twice at the same time: `if (this.running) return; this.running = true; … this.running =
 * false`, or the same with a variable; or `if (this.pending) return this.pending; this.pending = load(); … this.pending = null`.
 * Undefined where it has none.
 *
 * @param range The function's.
 */
export function guardIn(text: string, language: Language, range: TextRange): Guard | undefined {
  const own = text.slice(range.start, range.end);
  if (!FREES.test(own)) return undefined;
  const tokens = lex(own, language);
  for (let at = 0; at < tokens.count; at++) {
    const asked = askedAt(tokens, at);
    if (asked === undefined) continue;
    const { isOfInstance, isShared, isSet, isFreed } = { ...asked, ...assigned(tokens, asked) };
    if (!isSet || !isFreed) continue;
    const line = text.slice(0, range.start + tokens.starts[at]!).split("\n").length;
    return { line, isOfInstance, isShared };
  }
  return undefined;
}

/** What the user is told of a guard that calls in flight together meet. */
export function guardedSentence(line: number): string {
  return `Line ${line} lets only one call go on at a time, and the others end there: ${ENDS_GUARDED}`;
}

interface Asked extends Omit<Guard, "line"> {
  readonly name: string;
}

/** What `if (name) return`, `if (this.name) { return` or `if (this.name) return this.name` at a token asks. */
function askedAt(tokens: TokenList, at: number): Asked | undefined {
  const { codes, kinds } = tokens;
  if (codes[at] !== Word.if || codes[at + 1] !== OPEN_PARENTHESIS) return undefined;
  const isOfInstance = codes[at + 2] === Word.this && codes[at + 3] === DOT;
  const name = isOfInstance ? at + 4 : at + 2;
  const isName =
    kinds[name] === TokenKind.Identifier || (isOfInstance && kinds[name] === TokenKind.PrivateName);
  if (!isName || codes[name + 1] !== CLOSE_PARENTHESIS) return undefined;
  const then = codes[name + 2] === OPEN_BRACE ? name + 3 : name + 2;
  if (codes[then] !== Word.return) return undefined;
  const given = codes[then + 1] === Word.await ? then + 2 : then + 1;
  const asked = textOf(tokens, name);
  const isShared = isOfInstance && codes[given] === Word.this && textOf(tokens, given + 2) === asked;
  return { name: asked, isOfInstance, isShared };
}

/** Whether the function sets that to `true`, or to what is shared, and back. */
function assigned(
  tokens: TokenList,
  { name, isOfInstance, isShared }: Asked,
): { readonly isSet: boolean; readonly isFreed: boolean } {
  const { codes, count } = tokens;
  let [isSet, isFreed] = [false, false];
  for (let at = 0; at < count; at++) {
    // What it declares itself no other call meets.
    if (!isOfInstance && DECLARES.test(textOf(tokens, at)) && textOf(tokens, at + 1) === name)
      return { isSet: false, isFreed: false };
    if (codes[at + 1] !== EQUALS || textOf(tokens, at) !== name) continue;
    const isMember = codes[at - 1] === DOT;
    if (isOfInstance ? !isMember || codes[at - 2] !== Word.this : isMember) continue;
    const value = textOf(tokens, at + 2);
    const isNothing = isShared ? NOTHING.test(value) : value === "false";
    isSet ||= isShared ? !isNothing : value === "true";
    isFreed ||= isNothing;
  }
  return { isSet, isFreed };
}

function textOf({ text, starts, ends }: TokenList, at: number): string {
  return text.slice(starts[at], ends[at]);
}
