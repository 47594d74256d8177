import { Char, isNameStart } from "./characters.ts";
import { Goal, Pending } from "./frames.ts";
import { endOfName } from "./literals.ts";
import type { LexerState } from "./state.ts";
import { BracketRole, Sign, TokenKind } from "./tokens.ts";
import { lookAhead } from "./trivia.ts";
import { beginType } from "./types.ts";
import { LAST_RESERVED_WORD, Word, wordAt } from "./words.ts";

/** Reads a name or keyword outside types and tags. */
export function lexWord(state: LexerState): void {
  const { bytes, pos, tokens } = state;
  const end = endOfName(state, pos);
  const word = wordAt(bytes, pos, end);
  const last = tokens.code(0);
  if (last === Char.Dot || last === Sign.OptionalChain) {
    addName(state, word, end, Goal.Operator);
  } else if (state.goal === Goal.Name || state.goal === Goal.AfterName || isLateMember(state, word, last)) {
    addName(state, word, end, Goal.AfterName);
  } else {
    if (state.newline === 1 && state.goal === Goal.Operator && !isInfix(word) && isStatementLevel(state)) {
      state.goal = Goal.Statement;
    }
    if (word !== 0) lexSpecialWord(state, word, last, end);
    else {
      const isLabel = (last === Word.break || last === Word.continue) && state.newline === 0;
      addName(state, 0, end, isLabel ? Goal.Statement : Goal.Operator);
    }
  }
}

function addName(state: LexerState, word: number, end: number, goal: Goal): void {
  state.add(TokenKind.Identifier, word, end);
  state.goal = goal;
}

/** Whether a word begins a member of a class behind a field that no semicolon ends, or behind a decorator. */
function isLateMember(state: LexerState, word: number, last: number): boolean {
  const { top } = state.frames;
  return (
    top.role === BracketRole.ClassBody &&
    state.goal === Goal.Operator &&
    top.pending === Pending.None &&
    last !== Word.async &&
    (!isInfix(word) || (state.newline === 1 && isTypeOperator(word)))
  );
}

function isInfix(word: number): boolean {
  return word === Word.in || word === Word.instanceof || isTypeOperator(word);
}

function isTypeOperator(word: number): boolean {
  return word === Word.as || word === Word.satisfies;
}

function isStatementLevel(state: LexerState): boolean {
  const { role } = state.frames.top;
  return role === BracketRole.Block || role === BracketRole.FunctionBody;
}

function lexSpecialWord(state: LexerState, word: number, last: number, end: number): void {
  const { tokens, goal, goalBefore, newline } = state;
  const { top } = state.frames;
  const isStatement = goal === Goal.Statement;
  state.add(word <= LAST_RESERVED_WORD ? TokenKind.Keyword : TokenKind.Identifier, word, end);
  state.goal = Goal.Operator;
  switch (word) {
    case Word.function:
      top.pending =
        isStatement || (last === Word.async && goalBefore === Goal.Statement)
          ? Pending.FunctionDeclaration
          : Pending.FunctionExpression;
      break;
    case Word.class:
      top.outerClass = top.pending;
      top.pending =
        isStatement || (goal === Goal.Operator && isStatementLevel(state))
          ? Pending.ClassDeclaration
          : Pending.ClassExpression;
      break;
    case Word.await:
    case Word.delete:
    case Word.extends:
    case Word.for:
    case Word.if:
    case Word.in:
    case Word.instanceof:
    case Word.new:
    case Word.return:
    case Word.throw:
    case Word.typeof:
    case Word.var:
    case Word.const:
    case Word.void:
    case Word.while:
    case Word.yield:
      state.goal = Goal.Operand;
      break;
    case Word.case:
      top.inCase = true;
      state.goal = Goal.Operand;
      break;
    case Word.default:
      if (last === Word.export) state.goal = Goal.Statement;
      else top.inCase = true;
      break;
    case Word.break:
    case Word.continue:
    case Word.debugger:
    case Word.do:
    case Word.else:
    case Word.export:
    case Word.finally:
    case Word.try:
      state.goal = Goal.Statement;
      break;
    case Word.with:
      state.goal = Goal.Operand;
      if (isStatement && newline === 0 && tokens.kinds[tokens.count - 2] === TokenKind.String) {
        top.pending = Pending.ModuleAttributes;
      }
      break;
    case Word.import:
      state.goal = Goal.Operand;
      if (isStatement && !isCallOrMeta(state)) top.pending = Pending.ModuleNames;
      break;
    case Word.let:
      if (isFollowedByName(state) || lookAhead(state).code === Char.OpenBrace) state.goal = Goal.Operand;
      break;
    case Word.of:
      if (goal === Goal.Operator && top.role === BracketRole.Head) state.goal = Goal.Operand;
      break;
    case Word.enum:
      if (isFollowedByName(state)) top.pending = Pending.Enum;
      break;
    case Word.interface:
      if (!mayDeclare(isStatement, last) || !isFollowedByName(state)) break;
      if (!state.hasTypes) {
        state.showsFlow = true;
        break;
      }
      top.pending = Pending.Interface;
      beginType(state);
      break;
    case Word.type:
      if (!state.hasTypes) {
        if (isOfFlow(state, last, isStatement)) state.showsFlow = true;
        break;
      }
      if (!mayDeclare(isStatement, last) && !followsOpaque(state)) break;
      if (isFollowedByName(state)) {
        top.pending = Pending.TypeAlias;
        state.goal = Goal.Operand;
      } else if (last === Word.export && lookAhead(state).code === Char.OpenBrace) {
        top.pending = Pending.ModuleNames;
      }
      break;
    case Word.as:
    case Word.satisfies:
      if (state.hasTypes && goal === Goal.Operator && newline === 0 && last !== Word.function)
        beginType(state);
      break;
  }
}

/** `import type { A } from "a"`, `import type A from "a"`, `export type A = …` and `type A = …` are nothing in JavaScript. */
function isOfFlow(state: LexerState, last: number, isStatement: boolean): boolean {
  if (last === Word.export) return true;
  if (isStatement || followsOpaque(state)) return isFollowedByName(state);
  if (last !== Word.import) return false;
  const { code, offset } = lookAhead(state);
  if (code === Char.OpenBrace) return true;
  return isNameStart(state, offset) && wordAt(state.bytes, offset, endOfName(state, offset)) !== Word.from;
}

/** `opaque type A = …`: the last token but the word itself. */
function followsOpaque({ hasFlow, hasTypes, tokens, text }: LexerState): boolean {
  const before = tokens.count - 2;
  return (
    (hasFlow || !hasTypes) &&
    before >= 0 &&
    text.slice(tokens.starts[before], tokens.ends[before]) === "opaque"
  );
}

function mayDeclare(isStatement: boolean, last: number): boolean {
  return isStatement || last === Word.declare;
}

/** Whether a name follows on the same line, other than `in` and `instanceof`. */
function isFollowedByName(state: LexerState): boolean {
  const { newline, offset } = lookAhead(state);
  if (newline === 1 || !isNameStart(state, offset)) return false;
  const word = wordAt(state.bytes, offset, endOfName(state, offset));
  return word !== Word.in && word !== Word.instanceof;
}

/** `import(…)` and `import.meta` are expressions. */
function isCallOrMeta(state: LexerState): boolean {
  const { code } = lookAhead(state);
  return code === Char.OpenParenthesis || code === Char.Dot;
}
