import type { Language } from "../model.ts";
import { CLASS_OF_BYTE, CharClass, isWideNameStart } from "./characters.ts";
import { lexSign } from "./code-signs.ts";
import { lexWord } from "./code-words.ts";
import { reportUnclosed } from "./brackets.ts";
import { Goal, Pending, Typing } from "./frames.ts";
import { lexChild, lexInTag } from "./jsx.ts";
import { endOfNumber, endOfString } from "./literals.ts";
import { LexerState, goalAfterBlock } from "./state.ts";
import { BracketRole, TokenKind } from "./tokens.ts";
import type { TokenList } from "./tokens.ts";
import { endOfLine, skipTrivia } from "./trivia.ts";
import { failTrial } from "./type-lists.ts";
import { lexTyped } from "./types.ts";
import { Word } from "./words.ts";

const shared = new LexerState();

/**
 * Counts tokens as Esprima 4 does in what it can parse, and as Espree 11 and typescript-estree 8 do in the
 * rest, in one pass. Never throws; takes time linear in the text; half-typed code gives the tokens it has.
 *
 * The list is valid until the next call: its arrays are used again. Keep it with `copyTokens`.
 */
export function lex(text: string, language: Language): TokenList {
  const state = shared;
  state.begin(text, language);
  if (text.startsWith("#!")) state.pos = endOfLine(state, 2);
  do lexAll(state);
  while (takesBackTrial(state));
  if (state.frames.depth > 0) state.tokens.isBalanced = false;
  for (let depth = 1; depth <= state.frames.depth; depth++) {
    reportUnclosed(state, state.frames.at(depth).token);
  }
  state.tokens.end();
  return state.tokens;
}

/** At the end of the text, what is still on trial has failed. */
function takesBackTrial(state: LexerState): boolean {
  if (state.trialDepth === 0) return false;
  failTrial(state);
  return true;
}

function lexAll(state: LexerState): void {
  const { bytes, frames } = state;
  const { length } = state.text;
  while (state.pos < length) {
    const { role } = frames.top;
    if (role >= BracketRole.JsxTag) {
      if (role === BracketRole.JsxChildren) lexChild(state);
      else lexInTag(state);
      continue;
    }
    skipTrivia(state);
    if (state.pos >= length) return;
    if (frames.top.typing !== Typing.None && lexTyped(state)) continue;
    lexCode(state, bytes[state.pos]!);
  }
}

/** Reads a token that is part of no type and no tag. */
function lexCode(state: LexerState, code: number): void {
  const { text, pos } = state;
  switch (CLASS_OF_BYTE[code]) {
    case CharClass.Word:
      lexWord(state);
      break;
    case CharClass.Sign:
      lexSign(state, code);
      break;
    case CharClass.Digit:
      addLiteral(state, TokenKind.Number, endOfNumber(state, pos));
      break;
    case CharClass.Quote:
      lexString(state);
      break;
    default: {
      const codePoint = text.codePointAt(pos)!;
      if (codePoint >= 128 && isWideNameStart(codePoint)) lexWord(state);
      else {
        state.problem(pos, "This character begins nothing.");
        state.add(TokenKind.Unknown, 0, pos + (codePoint > 0xffff ? 2 : 1));
      }
    }
  }
}

function addLiteral(state: LexerState, kind: TokenKind, end: number): void {
  const isName = state.goal === Goal.Name || state.goal === Goal.AfterName;
  state.add(kind, 0, end);
  state.goal = isName ? Goal.AfterName : Goal.Operator;
}

function lexString(state: LexerState): void {
  const { bytes, pos } = state;
  const { top } = state.frames;
  const end = endOfString(state, pos);
  if (end - pos < 2 || bytes[end - 1] !== bytes[pos]!) {
    state.problem(pos, "This string is not closed.");
  }
  const isModuleName = top.pending === Pending.ModuleNames || state.tokens.code(0) === Word.from;
  addLiteral(state, TokenKind.String, end);
  if (isModuleName && goalAfterBlock(top.role) === Goal.Statement) {
    // An import or export ends here, unless `with` follows.
    top.pending = Pending.None;
    state.goal = Goal.Statement;
  }
}
