import { Goal, Typing } from "./frames.ts";
import { Char, isNameStart } from "./characters.ts";
import { endOfName } from "./literals.ts";
import type { LexerState } from "./state.ts";
import { BracketRole, TokenKind } from "./tokens.ts";
import { lookAhead } from "./trivia.ts";
import { LAST_RESERVED_WORD, Word, wordAt } from "./words.ts";

// In TypeScript, `f<A, B>(x)` passes types and `a < b` compares. The `<` is read as the beginning of a type
// list, and the first token that no type list can hold takes the reading back; nearly always that is one of
// the next three. Lists that are open inside another when it fails would fail at the same token, so they are
// not tried again; and the depth of a trial is limited. So a text is read at most a fixed number of times.

const DEEPEST_TRIAL = 24;

/** Whether a `<` at the place reached may be tried as a type list. */
export function mayTry(state: LexerState): boolean {
  return state.doomed.length === 0 || !state.doomed.includes(state.pos);
}

/** Opens a type list, whose `<` stands at `pos`. */
export function openTypeList(state: LexerState, after: Goal): void {
  const { tokens, frames } = state;
  state.add(TokenKind.Punctuator, 0x3c, state.pos + 1);
  const token = tokens.count - 1;
  tokens.roles[token] = BracketRole.TypeList;
  tokens.inType[token] = 1;
  frames.push(BracketRole.TypeList, token, after, Typing.Whole);
  state.goal = Goal.Operand;
}

/** As {@link openTypeList}, to be taken back by {@link failTrial}. */
export function tryTypeList(state: LexerState): void {
  openTypeList(state, Goal.Operator);
  state.trialDepth = state.frames.depth;
  state.trialProblems = state.tokens.problems.length;
}

/** Whether the trial, if one is going on, has become too deep to be worth it. */
export function isTrialTooDeep(state: LexerState): boolean {
  return state.trialDepth !== 0 && state.frames.depth - state.trialDepth > DEEPEST_TRIAL;
}

/** Takes the trial back: its `<` is read again, as an operator or part of one, and so is what follows. */
export function failTrial(state: LexerState): void {
  const { tokens, frames } = state;
  state.doomed = [];
  for (let depth = state.trialDepth; depth <= frames.depth; depth++) {
    const frame = frames.at(depth);
    if (frame.role === BracketRole.TypeList) state.doomed.push(tokens.starts[frame.token]!);
  }
  const less = frames.at(state.trialDepth).token;
  frames.cut(state.trialDepth - 1);
  tokens.cut(less);
  tokens.problems.length = state.trialProblems;
  state.pos = less === 0 ? 0 : tokens.ends[less - 1]!;
  state.trialDepth = 0;
  state.goal = Goal.Operator;
}

/**
 * Whether what stands at an offset can follow a list of type arguments in an expression: TypeScript's rule,
 * that it is a call, a template, a binary operator, on a new line, or nothing that begins an expression.
 */
export function mayFollowTypeArguments(state: LexerState, offset: number): boolean {
  const { bytes } = state;
  if (bytes[offset] === Char.Equals) return false;
  const ahead = lookAhead(state, offset);
  switch (ahead.code) {
    case Char.OpenParenthesis:
    case Char.Backtick:
      return true;
    case Char.Less:
    case Char.Greater:
    case Char.Plus:
    case Char.Minus:
      return false;
  }
  if (ahead.newline === 1) return true;
  switch (ahead.code) {
    case Char.OpenBrace:
    case Char.OpenBracket:
    case Char.Tilde:
    case Char.At:
    case Char.Hash:
    case Char.DoubleQuote:
    case Char.SingleQuote:
      return false;
    case Char.Exclamation:
      return bytes[ahead.offset + 1] === Char.Equals;
  }
  if (ahead.code >= 0x30 && ahead.code <= 0x39) return false;
  if (!isNameStart(state, ahead.offset)) return true;
  return !beginsExpression(wordAt(bytes, ahead.offset, endOfName(state, ahead.offset)));
}

function beginsExpression(word: number): boolean {
  if (word === Word.as || word === Word.satisfies) return false;
  if (word === 0 || word > LAST_RESERVED_WORD) return true;
  switch (word) {
    case Word.class:
    case Word.delete:
    case Word.false:
    case Word.function:
    case Word.import:
    case Word.new:
    case Word.null:
    case Word.super:
    case Word.this:
    case Word.true:
    case Word.typeof:
    case Word.void:
      return true;
    default:
      return false;
  }
}
