import { Char } from "./characters.ts";
import { Goal, Typing } from "./frames.ts";
import { endOfTemplatePiece } from "./literals.ts";
import { goalAfterBlock } from "./state.ts";
import type { LexerState } from "./state.ts";
import { BracketRole, Sign, TokenKind } from "./tokens.ts";
import { failTrial } from "./type-lists.ts";

/** How far a `)` or `]` looks for its bracket across others that were left open. */
const REACH = 16;

/** Reads an opening bracket of one character. */
export function openBracket(state: LexerState, code: number, role: BracketRole, after: Goal): void {
  const { tokens, frames } = state;
  const typing = frames.top.typing === Typing.None ? Typing.None : Typing.Whole;
  state.add(TokenKind.Punctuator, code, state.pos + 1);
  tokens.roles[tokens.count - 1] = role;
  frames.push(role, tokens.count - 1, after, typing);
  state.goal =
    role === BracketRole.Block || role === BracketRole.FunctionBody ? Goal.Statement : Goal.Operand;
}

/** Reads `)`, `]` or `}`, and leaves what was left open inside. */
export function closeBracket(state: LexerState, code: number): void {
  const { tokens, frames } = state;
  const fits = frames.depth > 0 && closes(frames.top.role, code);
  if (!fits && state.trialDepth !== 0) {
    failTrial(state);
    return;
  }
  if (!fits) tokens.isBalanced = false;
  const depth = fits ? frames.depth : depthOfPartner(state, code);
  if (depth === 0) {
    state.problem(state.pos, `There is no bracket that this ${String.fromCharCode(code)} closes.`);
    state.add(TokenKind.Punctuator, code, state.pos + 1);
    state.goal = code === Char.CloseBrace ? goalAfterBlock(frames.top.role) : Goal.Operator;
    return;
  }
  for (let open = frames.depth; open > depth; open--) reportUnclosed(state, frames.at(open).token);
  frames.cut(depth);
  if (frames.top.role === BracketRole.TemplateHole) {
    continueTemplate(state);
    return;
  }
  const { token, after } = frames.top;
  state.add(TokenKind.Punctuator, code, state.pos + 1);
  frames.pop();
  tokens.match[token] = tokens.count - 1;
  tokens.match[tokens.count - 1] = token;
  if (frames.top.typing === Typing.None) tokens.inType[tokens.count - 1] = tokens.inType[token]!;
  state.goal = after;
}

/** Reads a template up to its end or its first hole. */
export function beginTemplate(state: LexerState): void {
  readPiece(state, -1);
}

/** Reads the piece of a template that follows a hole, from its `}`. */
function continueTemplate(state: LexerState): void {
  const { tokens, frames } = state;
  const { token, firstPiece } = frames.top;
  frames.pop();
  tokens.match[token] = tokens.count;
  readPiece(state, firstPiece);
}

function readPiece(state: LexerState, firstPiece: number): void {
  const { tokens, frames, bytes, pos } = state;
  const end = endOfTemplatePiece(state, pos);
  const isName = state.goal === Goal.Name || state.goal === Goal.AfterName;
  const last = bytes[end - 1]!;
  const opensHole =
    last === Char.OpenBrace && end - pos > 2 && bytes[end - 2] === Char.Dollar && !isEscaped(bytes, end - 2);
  state.add(TokenKind.Template, signOfPiece(firstPiece === -1, opensHole), end);
  const piece = tokens.count - 1;
  if (firstPiece === -1) tokens.templates.push(piece);
  if (opensHole) {
    tokens.roles[piece] = BracketRole.TemplateHole;
    const typing = frames.top.typing === Typing.None ? Typing.None : Typing.Whole;
    frames.push(BracketRole.TemplateHole, piece, Goal.Operator, typing);
    frames.top.firstPiece = firstPiece === -1 ? piece : firstPiece;
    state.goal = Goal.Operand;
    return;
  }
  if (last !== Char.Backtick || end - pos < 2) state.problem(pos, "This template is not closed.");
  if (firstPiece !== -1) tokens.match[piece] = firstPiece;
  state.goal = isName ? Goal.AfterName : Goal.Operator;
}

function signOfPiece(isFirst: boolean, opensHole: boolean): number {
  if (isFirst) return opensHole ? Sign.TemplateHead : Sign.TemplateWhole;
  return opensHole ? Sign.TemplateMiddle : Sign.TemplateTail;
}

/** An odd number of backslashes before a character takes its meaning; only an unclosed template can end so. */
function isEscaped(bytes: Uint8Array, offset: number): boolean {
  let start = offset;
  while (bytes[start - 1] === Char.Backslash) start--;
  return (offset - start) % 2 === 1;
}

/** Says that the bracket, tag or template that begins with a token does not end. */
export function reportUnclosed(state: LexerState, token: number): void {
  const { tokens, text } = state;
  if (token < 0) return;
  const start = tokens.starts[token]!;
  const what =
    tokens.kinds[token] === TokenKind.Template ? "template" : text.slice(start, tokens.ends[token]);
  state.problem(start, `This ${what} is not closed.`);
}

function closes(role: BracketRole, code: number): boolean {
  switch (code) {
    case Char.CloseParenthesis:
      return role === BracketRole.Parentheses || role === BracketRole.Head;
    case Char.CloseBracket:
      return role === BracketRole.Brackets;
    default:
      return role <= BracketRole.TemplateHole;
  }
}

/**
 * The depth of the level that a closing bracket closes, 0 if none: a brace closes whatever is open inside its
 * block, a parenthesis or bracket does not reach out of the block in which it stands.
 */
function depthOfPartner(state: LexerState, code: number): number {
  const { frames } = state;
  const isBrace = code === Char.CloseBrace;
  const lowest = isBrace ? 1 : Math.max(1, frames.depth - REACH);
  for (let depth = frames.depth; depth >= lowest; depth--) {
    const { role } = frames.at(depth);
    if (closes(role, code)) return depth;
    if (!isBrace && (role <= BracketRole.TemplateHole || role >= BracketRole.JsxTag)) return 0;
  }
  if (isBrace) {
    for (let depth = frames.depth; depth > 0; depth--) reportUnclosed(state, frames.at(depth).token);
    frames.cut(0);
  }
  return 0;
}
