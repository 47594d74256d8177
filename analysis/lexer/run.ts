import { BEGINS, Begins } from "./beginnings.ts";
import { Char, IS_NAME_PART, WIDE } from "./characters.ts";
import { lexCode } from "./code.ts";
import { Goal, Pending, Typing } from "./frames.ts";
import { IS_PLAIN_IN_STRING } from "./literals.ts";
import { GOAL_AFTER_WORD } from "./plain-words.ts";
import { goalAfterBlock } from "./state.ts";
import type { LexerState } from "./state.ts";
import { BracketRole, Sign, TokenKind } from "./tokens.ts";
import { IS_WITHIN_LINE, skipTrivia } from "./trivia.ts";
import {
  FIRST_WORDS,
  LAST_RESERVED_WORD,
  LETTERS_OF_WORDS,
  NEXT_WORDS,
  STRIDE,
  Word,
  endOfKey,
  keyOfCharacters,
} from "./words.ts";

/**
 * How many tokens are read before the caller is asked again. Code that engines compile for a function when it is called
 * knows its constants and keeps integers as such; what they compile for the middle of a loop that is running does not.
 */
const RUN = 4000;

/**
 * Reads tokens for as long as they are part of no type and no tag, and the first one that is not common. What is common is
 * read here, with all that it takes in variables of this one function, which is what makes the lexer quick; whatever else
 * there is, `lexCode` reads. Both know the same rules: this function takes only what nothing unusual can be meant by.
 *
 * Nothing is called from within the loop but what engines put in its place: behind any other call they forget all that they
 * know of arrays, and ask again at each access.
 */
export function lexRun(state: LexerState): void {
  const { bytes, frames, tokens, hasTypes, text } = state;
  const { length } = text;
  const beginnings = BEGINS;
  const isNamePart = IS_NAME_PART;
  const isWithinLine = IS_WITHIN_LINE;
  tokens.reserve(RUN);
  let { starts, ends, kinds, codes, keys, newlineBefore, roles, match } = tokens;
  const words = FIRST_WORDS;
  const nextWords = NEXT_WORDS;
  const letters = LETTERS_OF_WORDS;
  const goals = GOAL_AFTER_WORD;
  let written = tokens.count;
  const limit = written + RUN;
  for (;;) {
    let { top } = frames;
    let goal = state.goal | 0;
    let goalBefore = state.goalBefore | 0;
    let behind = state.pos | 0;
    let last = tokens.code(0) | 0;
    let lineEnded = 0;
    for (;;) {
      // Integers of this round: what lives from round to round, engines may keep as boxed values.
      let pos = behind | 0;
      const count = written | 0;
      let newline = lineEnded | 0;
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
      let kind: number = TokenKind.Punctuator;
      let code = byte;
      let key = 0;
      let end = (pos + 1) | 0;
      /** What is expected behind the token; -1 for one that is left to `lexCode`. */
      let after = -1;
      switch (begins) {
        case Begins.Word: {
          // Eight at a time, without asking of each: where a name ends cannot be foretold, which is what takes time.
          let passed: number;
          do {
            const others =
              (isNamePart[bytes[end]!]! |
                (isNamePart[bytes[end + 1]!]! << 1) |
                (isNamePart[bytes[end + 2]!]! << 2) |
                (isNamePart[bytes[end + 3]!]! << 3) |
                (isNamePart[bytes[end + 4]!]! << 4) |
                (isNamePart[bytes[end + 5]!]! << 5) |
                (isNamePart[bytes[end + 6]!]! << 6) |
                (isNamePart[bytes[end + 7]!]! << 7)) ^
              0x1ff;
            passed = 31 - Math.clz32(others & -others);
            end = (end + passed) | 0;
          } while (passed === 8);
          const next = bytes[end]!;
          if (next >= WIDE || next === Char.Backslash) break;
          key = keyOfCharacters(
            (end - pos) | 0,
            byte,
            end > ((pos + 1) | 0) ? bytes[pos + 1]! : 0,
            bytes[(pos + end) >> 1]!,
            bytes[end - 1]!,
          );
          code = words[endOfKey(key)]!;
          // As `wordFrom` does, for the word that almost always is the only one of that end.
          if (code !== 0) {
            let at = pos;
            let letter = code * STRIDE;
            while (at < end && bytes[at] === letters[letter]) {
              at = (at + 1) | 0;
              letter = (letter + 1) | 0;
            }
            if (at < end || letters[letter] !== 0) {
              if (nextWords[code] !== 0) break;
              code = 0;
            }
          }
          kind = TokenKind.Identifier;
          if (last === Char.Dot || last === Sign.OptionalChain) after = Goal.Operator;
          else if (goal === Goal.Name || goal === Goal.AfterName) after = Goal.AfterName;
          else if (goal !== Goal.Operator || top.role !== BracketRole.ClassBody) {
            if (code === 0) {
              const isLabel = (last === Word.break || last === Word.continue) && newline === 0;
              after = isLabel ? Goal.Statement : Goal.Operator;
            } else {
              if (code <= LAST_RESERVED_WORD) kind = TokenKind.Keyword;
              after = goals[code]!;
            }
            if (after !== -1) {
              if (newline === 1 && goal === Goal.Operator && isBlock(top.role)) {
                if (code !== Word.in && code !== Word.instanceof) goal = Goal.Statement;
              }
              if (code === Word.function) {
                const declares =
                  goal === Goal.Statement || (last === Word.async && goalBefore === Goal.Statement);
                top.pending = declares ? Pending.FunctionDeclaration : Pending.FunctionExpression;
              } else if (code === Word.case) top.inCase = true;
            }
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
          if (last === Word.await || frames.isFull) break;
          const isHead = mayHaveHead(last) && kinds[count - 1] === TokenKind.Keyword && goal < Goal.Name;
          const role = isHead ? BracketRole.Head : BracketRole.Parentheses;
          top = frames.open(role, count, isHead ? Goal.Statement : Goal.Operator, Typing.None);
          roles[count] = role;
          after = Goal.Operand;
          break;
        }
        case Begins.OpenBracket:
          if (frames.isFull) break;
          top = frames.open(
            BracketRole.Brackets,
            count,
            goal < Goal.Name ? Goal.Operator : Goal.AfterName,
            Typing.None,
          );
          roles[count] = BracketRole.Brackets;
          after = Goal.Operand;
          break;
        case Begins.Close: {
          if (frames.depth === 0 || !closesPlainly(top.role, byte)) break;
          const token = top.token | 0;
          after = top.after | 0;
          match[token] = count;
          match[count] = token;
          frames.pop();
          top = frames.top;
          break;
        }
        case Begins.Equals:
          if (bytes[end] === Char.Greater) {
            code = Sign.Arrow;
            end = (end + 1) | 0;
            after = Goal.Operand;
          } else if (bytes[end] === Char.Equals) {
            code = Sign.BinaryOperator;
            end = (end + (bytes[end + 1] === Char.Equals ? 2 : 1)) | 0;
            after = Goal.Operand;
          } else if (top.pending !== Pending.TypeAlias && top.pending !== Pending.ModuleNames) {
            top.inValue = true;
            after = Goal.Operand;
          }
          break;
        case Begins.Quote: {
          while (IS_PLAIN_IN_STRING[bytes[end]!] === 1) end = (end + 1) | 0;
          // What has another quote or an escape in it is left to others.
          if (bytes[end] !== byte || top.pending === Pending.ModuleNames || last === Word.from) break;
          end = (end + 1) | 0;
          kind = TokenKind.String;
          code = 0;
          after = goal < Goal.Name ? Goal.Operator : Goal.AfterName;
          break;
        }
        case Begins.Digit: {
          while (beginnings[bytes[end]!] === Begins.Digit) end = (end + 1) | 0;
          if (bytes[end] === Char.Dot) {
            // `07.a` has a dot of its own.
            if (byte === Char.Zero && end > ((pos + 1) | 0)) break;
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
          if (hasTypes) break;
          if (top.ternaries > 0) top.ternaries--;
          else if (isBlock(top.role)) {
            if (!top.inCase && goalBefore !== Goal.Statement) break;
            top.inCase = false;
            after = Goal.Statement;
            break;
          } else if (top.role !== BracketRole.Object || top.inValue || last === Char.CloseParenthesis) break;
          else top.inValue = true;
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
            if (next === Char.Slash) {
              while (isWithinLine[bytes[end]!] === 1) end = (end + 1) | 0;
              if (bytes[end] === 0 || bytes[end]! >= WIDE) break;
              behind = end;
              lineEnded = newline;
              continue;
            }
            if (next === Char.Asterisk) {
              // One character is looked for faster than two, of which documenting comments have the first one in every line.
              let close = text.indexOf("/", pos + 3) | 0;
              while (close !== -1 && bytes[close - 1] !== Char.Asterisk)
                close = text.indexOf("/", close + 1) | 0;
              if (close === -1) break;
              if (newline === 0) {
                while (end < close && isWithinLine[bytes[end]!] === 1) end = (end + 1) | 0;
                if (end < close) {
                  if (bytes[end] === 0 || bytes[end]! >= WIDE) break;
                  newline = 1;
                }
              }
              behind = (close + 1) | 0;
              lineEnded = newline;
              continue;
            }
            if (goal === Goal.Operand || goal === Goal.Statement) break;
          } else if (byte === Char.Asterisk) {
            if (goal >= Goal.Name) break;
          } else if (byte === Char.Exclamation && hasTypes) break;
          const second = bytes[end]!;
          if (second === Char.Equals && byte !== Char.Tilde) {
            const compares = byte === Char.Exclamation || byte === Char.Greater;
            code = compares ? Sign.BinaryOperator : Sign.CompoundAssignment;
            end = (end + 1) | 0;
            if (byte === Char.Exclamation && bytes[end] === Char.Equals) end = (end + 1) | 0;
          } else if (second === byte) {
            if (byte === Char.Asterisk || byte === Char.Greater || bytes[end + 1] === Char.Equals) break;
            if (byte === Char.Ampersand || byte === Char.Bar) {
              code = Sign.Logical;
              end = (end + 1) | 0;
            }
          }
          after = Goal.Operand;
          break;
        }
        case Begins.Sum:
          // Before a name it is the variance of Flow.
          if (bytes[end] === byte || goal >= Goal.Name) break;
          if (bytes[end] === Char.Equals) {
            code = Sign.CompoundAssignment;
            end = (end + 1) | 0;
          }
          after = Goal.Operand;
      }
      if (after === -1) {
        state.pos = pos;
        lineEnded = newline;
        break;
      }
      starts[count] = pos;
      ends[count] = end;
      kinds[count] = kind;
      codes[count] = code;
      keys[count] = key;
      newlineBefore[count] = newline;
      written = (count + 1) | 0;
      last = code;
      goalBefore = goal;
      goal = after;
      behind = end;
      lineEnded = 0;
      if (written < limit) {
        if (begins !== Begins.Close) continue;
        if (top.typing === Typing.None && top.role < BracketRole.JsxTag) continue;
      }
      leave(state, written, behind, goal, goalBefore);
      return;
    }
    leave(state, written, state.pos, goal, goalBefore);
    skipTrivia(state, lineEnded);
    if (state.pos >= length) return;
    lexCode(state, bytes[state.pos]!);
    const now = frames.top;
    if (now.typing !== Typing.None || now.role >= BracketRole.JsxTag || tokens.count >= limit) return;
    ({ starts, ends, kinds, codes, keys, newlineBefore, roles, match } = tokens);
    written = tokens.count;
  }
}

/** Tells the state how far the run has come. */
function leave(state: LexerState, count: number, pos: number, goal: number, goalBefore: number): void {
  state.tokens.count = count;
  state.pos = pos;
  state.goal = goal as Goal;
  state.goalBefore = goalBefore as Goal;
}

/** Whether statements stand in a level of that role. */
function isBlock(role: BracketRole): boolean {
  return role === BracketRole.Block || role === BracketRole.FunctionBody;
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
