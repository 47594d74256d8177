import { Char, isNameStart } from "./characters.ts";
import { Goal } from "./frames.ts";
import type { LexerState } from "./state.ts";
import { BracketRole } from "./tokens.ts";
import { lookAhead } from "./trivia.ts";
import { LAST_RESERVED_WORD, Word } from "./words.ts";

/** Whether a word is one that no type can hold, except as a member's name. */
export function isStatementWord(word: number): boolean {
  if (word > LAST_RESERVED_WORD) return false;
  switch (word) {
    case Word.const:
    case Word.extends:
    case Word.false:
    case Word.import:
    case Word.in:
    case Word.new:
    case Word.null:
    case Word.this:
    case Word.true:
    case Word.typeof:
    case Word.void:
      return false;
    default:
      return true;
  }
}

/** What a type expects behind a word that has just been read. */
export function goalAfterTypeWord(state: LexerState, word: number): Goal {
  switch (word) {
    case Word.as:
    case Word.extends:
    case Word.in:
    case Word.infer:
    case Word.is:
    case Word.keyof:
    case Word.new:
    case Word.readonly:
    case Word.satisfies:
    case Word.typeof:
      return Goal.Operand;
    case Word.interface:
      return state.hasFlow && lookAhead(state).code === Char.OpenBrace ? Goal.Operand : Goal.Operator;
    case Word.const:
      return state.frames.top.role === BracketRole.TypeList ? Goal.Operand : Goal.Operator;
    case Word.abstract:
    case Word.asserts:
    case Word.out:
    case Word.unique: {
      const ahead = lookAhead(state);
      const isModifier = ahead.newline === 0 && isNameStart(state, ahead.offset);
      return isModifier ? Goal.Operand : Goal.Operator;
    }
    default:
      return Goal.Operator;
  }
}
