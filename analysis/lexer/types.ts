import { beginTemplate, closeBracket, openBracket } from "./brackets.ts";
import { CLASS_OF_BYTE, Char, CharClass, isNameStart } from "./characters.ts";
import { Goal, Pending, Typing } from "./frames.ts";
import { endOfName, endOfNumber, endOfString } from "./literals.ts";
import { codeOfSign, lengthOfSign } from "./signs.ts";
import { goalAfterBlock } from "./state.ts";
import type { LexerState } from "./state.ts";
import { BracketRole, Sign, TokenKind } from "./tokens.ts";
import { failTrial, isTrialTooDeep, mayFollowTypeArguments, openTypeList } from "./type-lists.ts";
import { goalAfterTypeWord, isStatementWord } from "./type-words.ts";
import { LAST_RESERVED_WORD, Word, wordAt } from "./words.ts";

/**
 * From the next token on a type stands in the innermost level, as long as the tokens fit. Behind one that `as`
 * or `satisfies` has begun the expression goes on.
 */
export function beginType(state: LexerState, isOperand = false): void {
  const { top } = state.frames;
  top.typing = Typing.Begun;
  top.isOperandType = isOperand;
  top.conditions = 0;
  top.choices = 0;
  state.goal = Goal.Operand;
}

/**
 * Reads a token of a type. False if it cannot be one: then the type has ended, and the token is to be read as
 * one of the code around it.
 */
export function lexTyped(state: LexerState): boolean {
  if (isTrialTooDeep(state)) return reject(state);
  const { bytes, pos } = state;
  const code = bytes[pos]!;
  if (isNameStart(state, pos)) return lexWord(state);
  const charClass = CLASS_OF_BYTE[code];
  if (charClass === CharClass.Digit) return lexLiteral(state, TokenKind.Number, endOfNumber(state, pos));
  if (charClass === CharClass.Quote) return lexLiteral(state, TokenKind.String, endOfString(state, pos));
  if (charClass === CharClass.Sign) return lexSign(state, code);
  return reject(state);
}

/** Whether the level takes a token only where a type allows it; the others take whatever comes. */
function isStrict(state: LexerState): boolean {
  const { top } = state.frames;
  return top.typing === Typing.Begun || top.role === BracketRole.TypeList;
}

/** Ends the type, list or trial, to which the token at `pos` cannot belong. The result is {@link lexTyped}'s. */
function reject(state: LexerState): boolean {
  const { top } = state.frames;
  if (state.trialDepth !== 0) {
    failTrial(state);
    return true;
  }
  if (top.typing === Typing.Begun) {
    top.typing = Typing.None;
    const isBody = state.bytes[state.pos] === Char.OpenBrace;
    const isEnd = state.newline === 1 && !top.isOperandType && !isBody;
    state.goal = isEnd ? goalAfterBlock(top.role) : Goal.Operator;
    return false;
  }
  if (top.role === BracketRole.TypeList) {
    state.problem(state.tokens.starts[top.token]!, "This < is not closed.");
    state.frames.pop();
    state.goal = Goal.Operator;
    return true;
  }
  return addSign(state, Goal.Operand);
}

function addSign(state: LexerState, goal: Goal): true {
  const { text, bytes, pos } = state;
  const first = bytes[pos]!;
  if (CLASS_OF_BYTE[first] !== CharClass.Sign) {
    state.problem(pos, "This character begins nothing.");
    state.add(TokenKind.Unknown, 0, pos + (text.codePointAt(pos)! > 0xffff ? 2 : 1));
  } else {
    const length = lengthOfSign(bytes, pos, first);
    state.add(TokenKind.Punctuator, codeOfSign(bytes, pos, first, length), pos + length);
  }
  state.goal = goal;
  return true;
}

/** Adds a punctuator of one character, though a longer one could be read: `>` of `>>`, `?` of `?.`. */
function addCharacter(state: LexerState, code: number, goal: Goal): true {
  state.add(TokenKind.Punctuator, code, state.pos + 1);
  state.goal = goal;
  return true;
}

function lexLiteral(state: LexerState, kind: TokenKind, end: number): boolean {
  if (isStrict(state) && state.goal === Goal.Operator) return reject(state);
  state.add(kind, 0, end);
  state.goal = Goal.Operator;
  return true;
}

function lexWord(state: LexerState): boolean {
  const { bytes, pos, frames } = state;
  const { top } = frames;
  const end = endOfName(state, pos);
  const word = wordAt(bytes, pos, end);
  const isMember = top.role === BracketRole.TypeMembers;
  if (state.tokens.code(0) === Char.Dot) {
    state.add(TokenKind.Identifier, word, end);
    state.goal = Goal.Operator;
    return true;
  }
  if (word !== 0 && !isMember && isStatementWord(word)) {
    if (top.typing === Typing.Begun || state.trialDepth !== 0 || top.role === BracketRole.TypeList) {
      return reject(state);
    }
  }
  if (state.goal === Goal.Operator && isStrict(state)) {
    if (word === Word.extends && (state.newline === 0 || top.pending === Pending.Interface)) {
      top.conditions++;
    } else {
      const chains = word === Word.is || word === Word.as || word === Word.satisfies;
      if (!chains || state.newline === 1) return reject(state);
    }
  }
  const isReserved = word !== 0 && word <= LAST_RESERVED_WORD && !isMember;
  state.add(isReserved ? TokenKind.Keyword : TokenKind.Identifier, word, end);
  state.goal = word === 0 ? Goal.Operator : goalAfterTypeWord(state, word);
  return true;
}

function lexSign(state: LexerState, code: number): boolean {
  const { tokens, frames } = state;
  const { top } = frames;
  const strict = isStrict(state);
  const isOperand = state.goal !== Goal.Operator;
  const mustFit = strict || state.trialDepth !== 0;
  switch (code) {
    case Char.OpenParenthesis:
      if (strict && !isOperand && tokens.code(0) !== Word.import) return reject(state);
      openBracket(state, code, BracketRole.Parentheses, Goal.Operator);
      return true;
    case Char.OpenBracket:
      if (strict && !isOperand && state.newline === 1) return reject(state);
      openBracket(state, code, BracketRole.Brackets, Goal.Operator);
      return true;
    case Char.OpenBrace:
      if (strict && !isOperand) return reject(state);
      openBracket(state, code, BracketRole.TypeMembers, Goal.Operator);
      return true;
    case Char.Less:
      if (strict && !isOperand && state.newline === 1) return reject(state);
      openTypeList(state, state.goal);
      return true;
    case Char.Greater:
      if (top.role === BracketRole.TypeList) return closeTypeList(state);
      return mustFit ? reject(state) : addCharacter(state, code, Goal.Operand);
    case Char.CloseParenthesis:
    case Char.CloseBracket:
    case Char.CloseBrace:
      if (top.typing === Typing.Begun) return reject(state);
      closeBracket(state, code);
      return true;
    case Char.Backtick:
      if (strict && !isOperand) return reject(state);
      beginTemplate(state);
      return true;
    case Char.Semicolon:
      return mayHoldSemicolon(top.role) && !strict ? addSign(state, Goal.Operand) : reject(state);
    case Char.Comma:
      if (strict && (isOperand || !isListed(state))) return reject(state);
      return addSign(state, Goal.Operand);
    case Char.Dot:
      if (strict && (isOperand || state.bytes[state.pos + 1] === Char.Dot)) return reject(state);
      return addSign(state, Goal.Operand);
    case Char.Bar:
    case Char.Ampersand:
      // `{||}`
      if (state.hasFlow && top.role === BracketRole.TypeMembers)
        return addCharacter(state, code, Goal.Operand);
      if (mustFit && lengthOfSign(state.bytes, state.pos, code) > 1) return reject(state);
      return addSign(state, Goal.Operand);
    case Char.Question:
      if (strict && !(isOperand && state.hasFlow)) {
        if (isOperand || top.conditions === 0) return reject(state);
        top.conditions--;
        top.choices++;
      }
      return addCharacter(state, code, Goal.Operand);
    case Char.Colon:
      if (strict && !(state.hasFlow && top.role === BracketRole.TypeList && !isOperand)) {
        if (isOperand || top.choices === 0) return reject(state);
        top.choices--;
      }
      return addSign(state, Goal.Operand);
    case Char.Equals:
      if (mustFit && !mayHoldEquals(state, strict)) return reject(state);
      return addSign(state, Goal.Operand);
    case Char.Plus:
    case Char.Minus: {
      const isNegative = code === Char.Minus && isOperand && isDigitAt(state, state.pos + 1);
      const isVariance = isOperand && state.hasFlow;
      if (isNegative || isVariance || (!strict && top.role === BracketRole.TypeMembers)) {
        return addCharacter(state, code, Goal.Operand);
      }
      return mustFit ? reject(state) : addSign(state, Goal.Operand);
    }
    case Char.Asterisk:
      if (isOperand && state.hasFlow) return addCharacter(state, code, Goal.Operator);
      return mustFit ? reject(state) : addSign(state, Goal.Operand);
    case Char.Percent:
      if (!isOperand && state.hasFlow && state.text.startsWith("%checks", state.pos))
        return addCharacter(state, code, Goal.Operand);
      return mustFit ? reject(state) : addSign(state, Goal.Operand);
    default:
      return mustFit ? reject(state) : addSign(state, Goal.Operand);
  }
}

/** Reads the `>` of a type list; what follows a list that was tried tells whether it was one. */
function closeTypeList(state: LexerState): true {
  const { tokens, frames } = state;
  const { token, after } = frames.top;
  if (frames.depth === state.trialDepth) {
    const isEmpty = state.goal === Goal.Operand && !mayEndWithComma(state, token);
    if (isEmpty || !mayFollowTypeArguments(state, state.pos + 1)) {
      failTrial(state);
      return true;
    }
    state.trialDepth = 0;
  }
  addCharacter(state, Char.Greater, after);
  tokens.match[token] = tokens.count - 1;
  tokens.match[tokens.count - 1] = token;
  frames.pop();
  return true;
}

/** `async <T,>(x) => …` may have a comma before its `>`, as type arguments may not, but for Flow's. */
function mayEndWithComma({ tokens, hasFlow }: LexerState, token: number): boolean {
  if (tokens.code(0) !== Char.Comma) return false;
  return hasFlow || (token > 0 && tokens.codes[token - 1] === Word.async);
}

function mayHoldSemicolon(role: BracketRole): boolean {
  return role === BracketRole.TypeMembers;
}

/** Whether a comma continues what stands in the level: a type list, or the types that an interface extends. */
function isListed(state: LexerState): boolean {
  const { top } = state.frames;
  return top.role === BracketRole.TypeList || top.pending === Pending.Interface;
}

function mayHoldEquals(state: LexerState, strict: boolean): boolean {
  const { bytes, pos, frames } = state;
  if (bytes[pos + 1] === Char.Greater) return !strict || endsParameters(state) || endsNameOfFlow(state);
  if (bytes[pos + 1] === Char.Equals) return false;
  return frames.top.role === BracketRole.TypeList && state.goal === Goal.Operator;
}

/**
 * Whether the last token closes the parameters of a function type, so that `=>` continues the type. As in
 * TypeScript, `(A | B) =>` does not: it is a return type with an arrow function's body behind it.
 */
function endsParameters(state: LexerState): boolean {
  const { tokens } = state;
  const close = tokens.count - 1;
  if (tokens.code(0) !== Char.CloseParenthesis || tokens.inType[close] === 0) return false;
  const open = tokens.match[close]!;
  if (open > 0 && tokens.codes[open - 1] === Word.import) return false;
  if (state.hasFlow && !isOfArrow(state, open)) return true;
  const first = open + 1;
  if (first === close || tokens.codes[first] === Sign.Ellipsis) return true;
  const second = tokens.match[first]! > first ? tokens.match[first]! + 1 : first + 1;
  if (second === close) return true;
  const sign = tokens.codes[second];
  return sign === Char.Colon || sign === Char.Comma || sign === Char.Question || sign === Char.Equals;
}

/** Whether a type that begins with a token is what an arrow function returns, so that its own arrow follows. */
function isOfArrow({ tokens, frames }: LexerState, first: number): boolean {
  const { pending } = frames.top;
  if (pending === Pending.FunctionDeclaration || pending === Pending.FunctionExpression) return false;
  return tokens.codes[first - 1] === Char.Colon && tokens.codes[first - 2] === Char.CloseParenthesis;
}

/** Whether the last token is a parameter's type without parentheses: `string => void` of Flow, but for what a function returns. */
function endsNameOfFlow(state: LexerState): boolean {
  const { hasFlow, tokens } = state;
  const name = tokens.count - 1;
  if (!hasFlow || tokens.kinds[name]! > TokenKind.Keyword) return false;
  const before = tokens.codes[name - 1];
  if (before === Char.Colon) return !isOfArrow(state, name);
  if (before === Char.Equals) return true;
  const isInside = before === Sign.Arrow || before === Char.Comma || before === Char.Less;
  return isInside && tokens.inType[name - 1] === 1;
}

function isDigitAt(state: LexerState, at: number): boolean {
  const code = state.bytes[at]!;
  return code >= 0x30 && code <= 0x39;
}
