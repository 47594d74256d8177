import { openBracket, reportUnclosed } from "./brackets.ts";
import { CLASS_OF_BYTE, Char, CharClass, isNameStart } from "./characters.ts";
import { Goal, Typing } from "./frames.ts";
import { endOfJsxString, endOfName } from "./literals.ts";
import type { Source } from "./characters.ts";
import type { LexerState } from "./state.ts";
import { BracketRole, TokenKind } from "./tokens.ts";
import { lookAhead, skipTrivia } from "./trivia.ts";
import { openTypeList } from "./type-lists.ts";
import { Word, wordAt } from "./words.ts";

/** Whether the `<` at `pos`, where an operand is expected, begins an element. */
export function beginsJsx(state: LexerState): boolean {
  const { code, offset } = lookAhead(state, state.pos + 1);
  if (code === Char.Greater) return true;
  if (!isNameStart(state, offset)) return false;
  return !state.hasTypes || !beginsTypeParameters(state, offset);
}

/** TypeScript's rule for TSX: `<T,`, `<T =`, `<const T` and `<T extends X` begin an arrow function's types. */
function beginsTypeParameters(state: LexerState, first: number): boolean {
  const { bytes } = state;
  let end = endOfName(state, first);
  let ahead = lookAhead(state, end);
  if (wordAt(bytes, first, end) === Word.const && isNameStart(state, ahead.offset)) {
    end = endOfName(state, ahead.offset);
    ahead = lookAhead(state, end);
  }
  if (ahead.code === Char.Comma || ahead.code === Char.Equals) return true;
  if (state.hasFlow && beginsTypesOfFlow(state, first, end, ahead)) return true;
  if (!isNameStart(state, ahead.offset)) return false;
  const wordEnd = endOfName(state, ahead.offset);
  if (wordAt(bytes, ahead.offset, wordEnd) !== Word.extends) return false;
  const { code } = lookAhead(state, wordEnd);
  return code !== Char.Equals && code !== Char.Greater && code !== Char.Slash;
}

/** Elements whose text begins with `(` end soon, if there are any. */
const NEAR = 2000;

/** Flow's: `<T: A>(`, and `<T>(`, where no such tag is closed. A tag's name may have a colon, too: `<svg:a>`. */
function beginsTypesOfFlow(
  state: LexerState,
  first: number,
  end: number,
  ahead: { readonly code: number; readonly offset: number },
): boolean {
  const { text } = state;
  if (ahead.code === Char.Colon) return text[ahead.offset + 1] === " ";
  if (ahead.code !== Char.Greater) return false;
  if (lookAhead(state, ahead.offset + 1).code !== Char.OpenParenthesis) return false;
  return !text.slice(end, end + NEAR).includes(`</${text.slice(first, end)}`);
}

/** Reads the `<` of a tag. */
export function openTag(state: LexerState): void {
  const { tokens, frames } = state;
  const isClosing = lookAhead(state, state.pos + 1).code === Char.Slash;
  const role = isClosing ? BracketRole.JsxClosingTag : BracketRole.JsxTag;
  state.add(TokenKind.Punctuator, Char.Less, state.pos + 1);
  tokens.roles[tokens.count - 1] = role;
  frames.push(role, tokens.count - 1, Goal.Operator, Typing.None);
}

/** Reads a token between two tags. */
export function lexChild(state: LexerState): void {
  const { text, bytes, pos } = state;
  let end = pos;
  while (end < text.length) {
    const code = bytes[end]!;
    if (code === Char.Less || code === Char.OpenBrace) break;
    end++;
  }
  state.newline = 0;
  if (end > pos) state.add(TokenKind.JsxText, 0, end);
  else if (bytes[pos] === Char.Less) openTag(state);
  else openBracket(state, Char.OpenBrace, BracketRole.JsxContainer, Goal.Operator);
}

/** Reads a token inside a tag. */
export function lexInTag(state: LexerState): void {
  skipTrivia(state);
  const { text, bytes, pos, tokens, frames } = state;
  if (pos >= text.length) return;
  const code = bytes[pos]!;
  if (isNameStart(state, pos)) {
    state.add(TokenKind.JsxIdentifier, 0, endOfJsxName(state, pos));
    return;
  }
  switch (code) {
    case Char.DoubleQuote:
    case Char.SingleQuote:
      state.add(TokenKind.String, 0, endOfJsxString(state, pos));
      break;
    case Char.OpenBrace:
      openBracket(state, code, BracketRole.JsxContainer, Goal.Operator);
      break;
    case Char.Less:
      if (tokens.code(0) === Char.Equals) openTag(state);
      else if (state.hasTypes) openTypeList(state, Goal.Operator);
      else leaveTag(state);
      break;
    case Char.Greater:
      closeTag(state);
      break;
    case Char.Slash:
    case Char.Equals:
    case Char.Colon:
    case Char.Dot:
    case Char.Minus:
      state.add(TokenKind.Punctuator, code, pos + 1);
      break;
    default:
      if (CLASS_OF_BYTE[code] === CharClass.Sign) leaveTag(state);
      else {
        state.problem(pos, "This character has no place in a tag.");
        state.add(TokenKind.Unknown, 0, pos + (text.codePointAt(pos)! > 0xffff ? 2 : 1));
      }
  }
  if (frames.top.role < BracketRole.JsxTag) return;
  state.goal = Goal.Operator;
}

function closeTag(state: LexerState): void {
  const { tokens, frames } = state;
  const { role, token } = frames.top;
  const isSelfClosing = role === BracketRole.JsxTag && tokens.code(0) === Char.Slash;
  state.add(TokenKind.Punctuator, Char.Greater, state.pos + 1);
  const close = tokens.count - 1;
  tokens.match[token] = close;
  tokens.match[close] = token;
  frames.pop();
  if (role === BracketRole.JsxClosingTag) {
    if (frames.top.role === BracketRole.JsxChildren) frames.pop();
  } else if (!isSelfClosing) frames.push(BracketRole.JsxChildren, token, Goal.Operator, Typing.None);
  state.goal = Goal.Operator;
}

/** The tag ends where something stands that no tag can hold: half-typed code, or `<` was an operator. */
function leaveTag(state: LexerState): void {
  reportUnclosed(state, state.frames.top.token);
  state.frames.pop();
  state.goal = Goal.Operator;
}

/** As a name, but with hyphens. */
function endOfJsxName(source: Source, start: number): number {
  let end = endOfName(source, start);
  while (source.bytes[end] === Char.Minus) end = endOfName(source, end + 1);
  return end;
}
