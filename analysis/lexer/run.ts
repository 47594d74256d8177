import { Char, IS_NAME_PART, WIDE } from "./characters.ts";
import { lexCode } from "./code.ts";
import { Goal, Pending, Typing } from "./frames.ts";
import { endOfString } from "./literals.ts";
import { GOAL_AFTER_WORD } from "./plain-words.ts";
import { codeOfSign, lengthOfSign } from "./signs.ts";
import { goalAfterBlock } from "./state.ts";
import type { LexerState } from "./state.ts";
import { BracketRole, Sign, TokenKind } from "./tokens.ts";
import { skipTrivia } from "./trivia.ts";
import { FIRST_WORDS, LAST_RESERVED_WORD, Word, endOfKey, keyOfCharacters, wordFrom } from "./words.ts";

/** What the run does at a byte. */
const Begins = {
  Space: 0,
  LineEnd: 1,
  Other: 2,
  Word: 3,
  Dot: 4,
  Comma: 5,
  Semicolon: 6,
  OpenParenthesis: 7,
  OpenBracket: 8,
  Close: 9,
  Equals: 10,
  Quote: 11,
  Digit: 12,
  Colon: 13,
  Operator: 14,
  Sum: 15,
  Question: 16,
} as const;

/**
 * How many tokens are read before the caller is asked again. Code that engines compile for a function when it is called
 * knows its constants and keeps integers as such; what they compile for the middle of a loop that is running does not.
 */
const RUN = 4000;

const BEGINS = new Uint8Array(256).fill(Begins.Other);
const BEGINNINGS: readonly [string, number][] = [
  [" \t\v\f", Begins.Space],
  ["\n\r", Begins.LineEnd],
  ["abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ$_", Begins.Word],
  [".", Begins.Dot],
  [",", Begins.Comma],
  [";", Begins.Semicolon],
  ["(", Begins.OpenParenthesis],
  ["[", Begins.OpenBracket],
  [")]}", Begins.Close],
  ["=", Begins.Equals],
  ["\"'", Begins.Quote],
  ["0123456789", Begins.Digit],
  [":", Begins.Colon],
  ["!%&*/>^|~", Begins.Operator],
  ["?", Begins.Question],
  ["+-", Begins.Sum],
];
for (const [characters, begins] of BEGINNINGS)
  for (let at = 0; at < characters.length; at++) BEGINS[characters.charCodeAt(at)] = begins;

/**
 * Reads tokens for as long as they are part of no type and no tag. What is most common is read here, with all that it
 * takes in variables of this one function, which is what makes the lexer quick; whatever else there is, `lexCode` reads.
 * Both know the same rules: this function takes only what nothing unusual can be meant by.
 */
export function lexRun(state: LexerState): void {
  const { bytes, frames, tokens, hasTypes } = state;
  const { length } = state.text;
  const beginnings = BEGINS;
  const isNamePart = IS_NAME_PART;
  tokens.reserve(RUN);
  let { starts, ends, kinds, codes, keys, newlineBefore } = tokens;
  const words = FIRST_WORDS;
  const goals = GOAL_AFTER_WORD;
  let written = tokens.count;
  const limit = written + RUN;
  let { top } = frames;
  let { goal, goalBefore } = state;
  let behind = state.pos;
  let last = tokens.code(0);
  /** 1 when a line ended in the comment that was passed over before this round. */
  let lineEnded = 0;
  for (;;) {
    // Integers of this round: what lives from round to round, engines may keep as boxed values.
    let pos = behind | 0;
    const count = written | 0;
    let newline = lineEnded | 0;
    lineEnded = 0;
    let byte = bytes[pos]!;
    if (byte === Char.Space) byte = bytes[(pos = (pos + 1) | 0)]!;
    let begins = beginnings[byte]!;
    while (begins <= Begins.LineEnd) {
      if (begins === Begins.LineEnd) newline = 1;
      // Indentation, several columns at a time.
      while (
        bytes[pos + 1] === Char.Space &&
        bytes[pos + 2] === Char.Space &&
        bytes[pos + 3] === Char.Space &&
        bytes[pos + 4] === Char.Space
      )
        pos = (pos + 4) | 0;
      byte = bytes[(pos = (pos + 1) | 0)]!;
      begins = beginnings[byte]!;
    }
    let kind: TokenKind = TokenKind.Punctuator;
    let code = byte;
    let key = 0;
    let end = (pos + 1) | 0;
    /** What is expected behind the token; -1 for one that is left to `lexCode`. */
    let after: Goal | -1 = -1;
    switch (begins) {
      case Begins.Word: {
        // Four at a time: between two rounds of a loop, engines forget all that they know of arrays.
        while (isNamePart[bytes[end]!] === 1) {
          if (isNamePart[bytes[end + 1]!] !== 1) {
            end = (end + 1) | 0;
            break;
          }
          if (isNamePart[bytes[end + 2]!] !== 1) {
            end = (end + 2) | 0;
            break;
          }
          if (isNamePart[bytes[end + 3]!] !== 1) {
            end = (end + 3) | 0;
            break;
          }
          end = (end + 4) | 0;
        }
        const next = bytes[end]!;
        if (next >= WIDE || next === Char.Backslash) break;
        key = keyOfCharacters(
          end - pos,
          byte,
          end > pos + 1 ? bytes[pos + 1]! : 0,
          bytes[(pos + end) >> 1]!,
          bytes[end - 1]!,
        );
        code = words[endOfKey(key)]!;
        if (code !== 0) code = wordFrom(code, bytes, pos, end - pos);
        kind = TokenKind.Identifier;
        if (last === Char.Dot || last === Sign.OptionalChain) after = Goal.Operator;
        else if (goal === Goal.Name || goal === Goal.AfterName) after = Goal.AfterName;
        else if (goal !== Goal.Operator || top.role !== BracketRole.ClassBody) {
          let before = goal;
          const mayEnd = newline === 1 && goal === Goal.Operator;
          if (mayEnd && (top.role === BracketRole.Block || top.role === BracketRole.FunctionBody)) {
            if (code !== Word.in && code !== Word.instanceof) before = Goal.Statement;
          }
          if (code === 0) {
            const isLabel = (last === Word.break || last === Word.continue) && newline === 0;
            after = isLabel ? Goal.Statement : Goal.Operator;
          } else {
            if (code <= LAST_RESERVED_WORD) kind = TokenKind.Keyword;
            after = goals[code]!;
            if (code === Word.function) {
              const declares =
                before === Goal.Statement || (last === Word.async && goalBefore === Goal.Statement);
              top.pending = declares ? Pending.FunctionDeclaration : Pending.FunctionExpression;
            } else if (code === Word.case) top.inCase = true;
          }
          if (after !== -1) goal = before;
        }
        break;
      }
      case Begins.Dot:
        if (beginnings[bytes[end]!] !== Begins.Digit && bytes[end] !== Char.Dot) after = Goal.Operand;
        break;
      case Begins.Comma:
        top.inValue = false;
        after =
          top.role === BracketRole.Object || top.role === BracketRole.EnumBody ? Goal.Name : Goal.Operand;
        break;
      case Begins.Semicolon:
        top.pending = Pending.None;
        top.outerClass = Pending.None;
        top.ternaries = 0;
        top.inCase = false;
        after =
          top.role === BracketRole.Head || top.role === BracketRole.Parentheses
            ? Goal.Operand
            : goalAfterBlock(top.role);
        break;
      case Begins.OpenParenthesis: {
        if (last === Word.await) break;
        const isHead = mayHaveHead(last) && kinds[count - 1] === TokenKind.Keyword && goal < Goal.Name;
        const role = isHead ? BracketRole.Head : BracketRole.Parentheses;
        frames.push(role, count, isHead ? Goal.Statement : Goal.Operator, Typing.None);
        tokens.roles[count] = role;
        top = frames.top;
        after = Goal.Operand;
        break;
      }
      case Begins.OpenBracket:
        frames.push(
          BracketRole.Brackets,
          count,
          goal < Goal.Name ? Goal.Operator : Goal.AfterName,
          Typing.None,
        );
        tokens.roles[count] = BracketRole.Brackets;
        top = frames.top;
        after = Goal.Operand;
        break;
      case Begins.Close:
        if (frames.depth === 0 || !closesPlainly(top.role, byte)) break;
        after = top.after;
        tokens.match[top.token] = count;
        tokens.match[count] = top.token;
        frames.pop();
        top = frames.top;
        break;
      case Begins.Equals:
        if (bytes[end] === Char.Greater || bytes[end] === Char.Equals) {
          const size = lengthOfSign(bytes, pos, byte);
          code = codeOfSign(bytes, pos, byte, size);
          end = (pos + size) | 0;
          after = Goal.Operand;
        } else if (top.pending !== Pending.TypeAlias && top.pending !== Pending.ModuleNames) {
          top.inValue = true;
          after = Goal.Operand;
        }
        break;
      case Begins.Quote: {
        end = endOfString(state, pos) | 0;
        const isClosed = end > pos + 1 && bytes[end - 1] === byte;
        if (!isClosed || top.pending === Pending.ModuleNames || last === Word.from) break;
        kind = TokenKind.String;
        code = 0;
        after = goal < Goal.Name ? Goal.Operator : Goal.AfterName;
        break;
      }
      case Begins.Digit: {
        while (beginnings[bytes[end]!] === Begins.Digit) end = (end + 1) | 0;
        if (bytes[end] === Char.Dot) {
          // `07.a` has a dot of its own.
          if (byte === Char.Zero && end > pos + 1) break;
          end = (end + 1) | 0;
          while (beginnings[bytes[end]!] === Begins.Digit) end = (end + 1) | 0;
        }
        if (isNamePart[bytes[end]!] === 1) break;
        kind = TokenKind.Number;
        code = 0;
        after = goal < Goal.Name ? Goal.Operator : Goal.AfterName;
        break;
      }
      case Begins.Colon:
        if (top.ternaries > 0) top.ternaries--;
        else if (hasTypes) break;
        else if (top.role === BracketRole.Block || top.role === BracketRole.FunctionBody) {
          top.inCase = false;
          after = Goal.Statement;
          break;
        } else if (top.role === BracketRole.Object) top.inValue = true;
        after = Goal.Operand;
        break;
      case Begins.Question:
        if (hasTypes || bytes[end] === Char.Dot || bytes[end] === Char.Question) break;
        top.ternaries++;
        after = Goal.Operand;
        break;
      case Begins.Operator: {
        if (byte === Char.Slash) {
          const next = bytes[end]!;
          if (next === Char.Slash || next === Char.Asterisk) {
            tokens.count = count;
            state.pos = pos;
            skipTrivia(state, newline);
            behind = state.pos;
            lineEnded = state.newline;
            continue;
          }
          if (goal === Goal.Operand || goal === Goal.Statement) break;
        } else if (byte === Char.Asterisk) {
          if (goal >= Goal.Name) break;
        } else if (byte === Char.Exclamation && hasTypes) break;
        const size = lengthOfSign(bytes, pos, byte);
        code = codeOfSign(bytes, pos, byte, size);
        end = (pos + size) | 0;
        after = Goal.Operand;
        break;
      }
      case Begins.Sum:
        if (bytes[end] === byte) break;
        if (bytes[end] === Char.Equals) {
          code = Sign.CompoundAssignment;
          end = (end + 1) | 0;
        }
        after = Goal.Operand;
    }
    if (after !== -1) {
      starts[count] = pos;
      ends[count] = end;
      kinds[count] = kind;
      codes[count] = code;
      keys[count] = key;
      if (newline === 1) newlineBefore[count] = 1;
      written = (count + 1) | 0;
      last = code;
      goalBefore = goal;
      goal = after;
      behind = end;
      if (written < limit) {
        if (begins !== Begins.Close) continue;
        if (top.typing === Typing.None && top.role < BracketRole.JsxTag) continue;
      }
      tokens.count = written;
      state.pos = behind;
      state.goal = goal;
      state.goalBefore = goalBefore;
      return;
    }
    tokens.count = count;
    state.pos = pos;
    state.goal = goal;
    state.goalBefore = goalBefore;
    skipTrivia(state, newline);
    if (state.pos >= length) return;
    lexCode(state, bytes[state.pos]!);
    top = frames.top;
    if (top.typing !== Typing.None || top.role >= BracketRole.JsxTag || tokens.count >= limit) return;
    ({ starts, ends, kinds, codes, keys, newlineBefore } = tokens);
    ({ goal, goalBefore } = state);
    written = tokens.count;
    behind = state.pos;
    last = tokens.code(0);
  }
}

/** Whether parentheses behind a keyword are the head of a statement. */
function mayHaveHead(word: number): boolean {
  return word === Word.if || word === Word.for || word === Word.while || word === Word.with;
}

/** Whether a level of that role ends with that bracket, and nothing else with it. */
function closesPlainly(role: BracketRole, code: number): boolean {
  if (code === Char.CloseBrace) return role < BracketRole.TemplateHole;
  if (code === Char.CloseBracket) return role === BracketRole.Brackets;
  return role === BracketRole.Parentheses || role === BracketRole.Head;
}
