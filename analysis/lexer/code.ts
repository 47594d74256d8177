import { CLASS_OF_BYTE, CharClass, isWideNameStart } from "./characters.ts";
import { lexSign } from "./code-signs.ts";
import { lexWord } from "./code-words.ts";
import { Goal, Pending } from "./frames.ts";
import { endOfNumber, endOfString } from "./literals.ts";
import { goalAfterBlock } from "./state.ts";
import type { LexerState } from "./state.ts";
import { TokenKind } from "./tokens.ts";
import { Word } from "./words.ts";

/** Reads a token that is part of no type and no tag. */
export function lexCode(state: LexerState, code: number): void {
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
