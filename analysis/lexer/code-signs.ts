import { beginTemplate, closeBracket, openBracket } from "./brackets.ts";
import { openBrace } from "./code-braces.ts";
import { Char } from "./characters.ts";
import { Goal, Pending } from "./frames.ts";
import { beginsJsx, openTag } from "./jsx.ts";
import { endOfName, endOfNumber, endOfPattern } from "./literals.ts";
import { codeOfSign, lengthOfSign } from "./signs.ts";
import { goalAfterBlock } from "./state.ts";
import type { LexerState } from "./state.ts";
import { BracketRole, TokenKind } from "./tokens.ts";
import { lookAhead } from "./trivia.ts";
import { mayTry, openTypeList, tryTypeList } from "./type-lists.ts";
import { beginType } from "./types.ts";
import { Word } from "./words.ts";

/** Reads a punctuator, or what begins like one, outside types and tags. */
export function lexSign(state: LexerState, code: number): void {
  const { bytes, pos, frames } = state;
  switch (code) {
    case Char.OpenParenthesis: {
      const role = followsHeadWord(state) ? BracketRole.Head : BracketRole.Parentheses;
      openBracket(state, code, role, role === BracketRole.Head ? Goal.Statement : Goal.Operator);
      break;
    }
    case Char.OpenBracket:
      openBracket(state, code, BracketRole.Brackets, isNaming(state) ? Goal.AfterName : Goal.Operator);
      break;
    case Char.OpenBrace:
      openBrace(state);
      break;
    case Char.CloseParenthesis:
    case Char.CloseBracket:
    case Char.CloseBrace:
      closeBracket(state, code);
      break;
    case Char.Comma:
      addCharacter(state, code, isMemberList(frames.top.role) ? Goal.Name : Goal.Operand);
      frames.top.inValue = false;
      break;
    case Char.Semicolon:
      endStatement(state);
      break;
    case Char.Colon:
      lexColon(state);
      break;
    case Char.Dot:
      if (isDigit(bytes[pos + 1]!)) {
        state.add(TokenKind.Number, 0, endOfNumber(state, pos));
        state.goal = Goal.Operator;
      } else addOperator(state, code);
      break;
    case Char.Backtick:
      beginTemplate(state);
      break;
    case Char.Slash:
      if (isOperandExpected(state)) lexRegularExpression(state);
      else addOperator(state, code);
      break;
    case Char.Less:
      lexLess(state);
      break;
    case Char.Plus:
    case Char.Minus: {
      if (state.hasFlow && isNaming(state)) {
        addCharacter(state, code, Goal.Name);
        break;
      }
      const isPostfix = !isOperandExpected(state) && state.newline === 0 && bytes[pos + 1] === code;
      addOperator(state, code);
      if (isPostfix) state.goal = Goal.Operator;
      break;
    }
    case Char.Exclamation: {
      const isAssertion =
        state.hasTypes &&
        !isOperandExpected(state) &&
        state.newline === 0 &&
        lengthOfSign(bytes, pos, code) === 1;
      if (isAssertion) addCharacter(state, code, state.goal);
      else addOperator(state, code);
      break;
    }
    case Char.Question:
      lexQuestion(state);
      break;
    case Char.Asterisk:
      if (isNaming(state)) addCharacter(state, code, Goal.Name);
      else addOperator(state, code);
      break;
    case Char.Equals:
      lexEquals(state);
      break;
    case Char.Hash: {
      const end = endOfName(state, pos + 1);
      state.add(end === pos + 1 ? TokenKind.Unknown : TokenKind.PrivateName, 0, end);
      state.goal = isNaming(state) || isMemberStart(state) ? Goal.AfterName : Goal.Operator;
      break;
    }
    default:
      addOperator(state, code);
  }
}

function addCharacter(state: LexerState, code: number, goal: Goal): void {
  state.add(TokenKind.Punctuator, code, state.pos + 1);
  state.goal = goal;
}

function addOperator(state: LexerState, first: number): void {
  const { bytes, pos } = state;
  const length = lengthOfSign(bytes, pos, first);
  state.add(TokenKind.Punctuator, codeOfSign(bytes, pos, first, length), pos + length);
  state.goal = Goal.Operand;
}

function isOperandExpected(state: LexerState): boolean {
  return state.goal === Goal.Operand || state.goal === Goal.Statement;
}

function isNaming(state: LexerState): boolean {
  return state.goal === Goal.Name || state.goal === Goal.AfterName;
}

/** Behind a field of a class that a line's end has ended. */
function isMemberStart(state: LexerState): boolean {
  return (
    state.frames.top.role === BracketRole.ClassBody && state.goal === Goal.Operator && state.newline === 1
  );
}

function isMemberList(role: BracketRole): boolean {
  return role === BracketRole.Object || role === BracketRole.EnumBody;
}

function followsHeadWord(state: LexerState): boolean {
  const { tokens } = state;
  if (isNaming(state)) return false;
  let word = tokens.code(0);
  let back = 0;
  if (word === Word.await) word = tokens.code(++back);
  if (word !== Word.if && word !== Word.for && word !== Word.while && word !== Word.with) return false;
  return tokens.kinds[tokens.count - 1 - back] === TokenKind.Keyword && (back === 0 || word === Word.for);
}

function endStatement(state: LexerState): void {
  const { top } = state.frames;
  const isHead = top.role === BracketRole.Head || top.role === BracketRole.Parentheses;
  addCharacter(state, Char.Semicolon, isHead ? Goal.Operand : goalAfterBlock(top.role));
  top.pending = Pending.None;
  top.outerClass = Pending.None;
  top.ternaries = 0;
  top.inCase = false;
}

function lexColon(state: LexerState): void {
  const { tokens, frames, goalBefore } = state;
  const { top } = frames;
  const last = tokens.count - 1;
  const followsWord = last >= 0 && tokens.kinds[last]! <= TokenKind.Keyword;
  const followsParenthesis = tokens.code(0) === Char.CloseParenthesis;
  const isOfAsyncArrow = state.hasFlow && followsParenthesis && followsAsync(tokens, tokens.match[last]!);
  addCharacter(state, Char.Colon, Goal.Operand);
  if (top.ternaries > 0 && !isOfAsyncArrow) {
    top.ternaries--;
    return;
  }
  const isBlock = top.role === BracketRole.Block || top.role === BracketRole.FunctionBody;
  if (isBlock && (top.inCase || (followsWord && goalBefore === Goal.Statement))) {
    top.inCase = false;
    state.goal = Goal.Statement;
  } else if (top.role === BracketRole.Object && !top.inValue && !followsParenthesis) top.inValue = true;
  else if (state.hasTypes) beginType(state);
  else {
    // JavaScript has none anywhere else.
    state.showsFlow = true;
    if (isBlock) state.goal = Goal.Statement;
  }
}

/** Behind `a ? async (b)` Flow's type of what that gives follows, and not the other choice. */
function followsAsync({ codes }: LexerState["tokens"], open: number): boolean {
  return open > 0 && codes[open - 1] === Word.async;
}

function lexQuestion(state: LexerState): void {
  const { bytes, pos, frames } = state;
  if (lengthOfSign(bytes, pos, Char.Question) > 1) {
    addOperator(state, Char.Question);
    return;
  }
  if (state.hasTypes && isOptionalMark(state)) {
    addCharacter(state, Char.Question, state.goal);
    return;
  }
  addCharacter(state, Char.Question, Goal.Operand);
  frames.top.ternaries++;
}

/** `a?: T`, `(a?)`, `(a?, b)`, and behind the name of a class's member. */
function isOptionalMark(state: LexerState): boolean {
  if (state.goal === Goal.AfterName && state.frames.top.role === BracketRole.ClassBody) return true;
  const { code } = lookAhead(state, state.pos + 1);
  return code === Char.Colon || code === Char.CloseParenthesis || code === Char.Comma;
}

function lexEquals(state: LexerState): void {
  const { bytes, pos, frames } = state;
  if (lengthOfSign(bytes, pos, Char.Equals) > 1) {
    addOperator(state, Char.Equals);
    return;
  }
  const { top } = frames;
  const { pending } = top;
  addCharacter(state, Char.Equals, Goal.Operand);
  top.inValue = true;
  if (pending === Pending.TypeAlias || pending === Pending.ModuleNames) top.pending = Pending.None;
  if (pending === Pending.TypeAlias) beginType(state);
}

function lexRegularExpression(state: LexerState): void {
  const { bytes, pos } = state;
  const close = endOfPattern(state, pos);
  const isClosed = close - pos > 1 && bytes[close - 1] === Char.Slash;
  if (!isClosed) state.problem(pos, "This regular expression is not closed.");
  const end = isClosed ? endOfName(state, close) : close;
  state.add(TokenKind.RegularExpression, 0, end);
  state.goal = Goal.Operator;
}

function lexLess(state: LexerState): void {
  const { bytes, pos, frames } = state;
  if (isOperandExpected(state) || state.goal === Goal.Name) {
    if (state.hasJsx && state.goal !== Goal.Name && beginsJsx(state)) openTag(state);
    else if (state.hasTypes) openTypeList(state, Goal.Operand);
    else addOperator(state, Char.Less);
  } else if (!state.hasTypes || !isLessOrTwo(bytes, pos)) {
    addOperator(state, Char.Less);
  } else if (state.goal === Goal.AfterName || announcesTypeList(state)) {
    openTypeList(state, state.goal);
  } else if (state.newline === 1 && frames.top.role === BracketRole.ClassBody) {
    openTypeList(state, Goal.AfterName);
  } else if (mayTry(state)) tryTypeList(state);
  else addOperator(state, Char.Less);
}

/** `<`, or the `<<` of `f<<T>(x: T) => T>(g)`; neither `<=` nor `<<=`. */
function isLessOrTwo(bytes: Uint8Array, at: number): boolean {
  const length = lengthOfSign(bytes, at, Char.Less);
  return length === 1 || (length === 2 && bytes[at + 1] === Char.Less);
}

/** Whether a declaration makes the `<` at `pos` the beginning of its type parameters or arguments. */
function announcesTypeList(state: LexerState): boolean {
  const { tokens, frames } = state;
  switch (frames.top.pending) {
    case Pending.ClassDeclaration:
    case Pending.ClassExpression:
    case Pending.TypeAlias:
      return true;
  }
  if (tokens.code(0) === Word.function || tokens.code(1) === Word.function) return true;
  return tokens.code(1) === Char.Asterisk && tokens.code(2) === Word.function;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}
