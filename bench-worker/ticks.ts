import { tokenText } from "../analysis/functions/scan.ts";
import { lex } from "../analysis/lexer/lex.ts";
import { BracketRole, TokenKind, type TokenList } from "../analysis/lexer/tokens.ts";
import { withInserted, type Insertion } from "./insertions.ts";
import { TICK } from "./tick.ts";

/** JavaScript with a call in every loop and every function's body. Lines stay where they are. */
export function withTicks(code: string): string {
  const tokens = lex(code, "js");
  const insertions: Insertion[] = [];
  for (let at = 0; at < tokens.count; at++) {
    const insertion = insertionAt(tokens, at);
    if (insertion !== null) insertions.push(insertion);
  }
  return withInserted(code, insertions);
}

function insertionAt(tokens: TokenList, at: number): Insertion | null {
  const { roles, match, ends, count } = tokens;
  const behind = { at: ends[at]!, text: `${TICK}();` };
  if (roles[at] === BracketRole.FunctionBody && tokenText(tokens, at) === "{") {
    const first = behindDirectives(tokens, at + 1);
    return first === at + 1 ? behind : { at: tokens.starts[first]!, text: `;${TICK}();` };
  }
  if (roles[at] === BracketRole.Block && at > 0) {
    if (isWord(tokens, at - 1, "do")) return behind;
    const head = roles[match[at - 1] ?? -1] === BracketRole.Head ? match[at - 1]! : -1;
    return head > 0 && isLoop(tokens, head) ? behind : null;
  }
  if (roles[at] !== BracketRole.Head || !isLoop(tokens, at)) return null;
  const end = match[at]!;
  if (end < 0 || end + 1 >= count || tokenText(tokens, end + 1) === "{") return null;
  // A loop without braces is watched in its head.
  if (isWord(tokens, at - 1, "while")) return { at: ends[at]!, text: `${TICK}(),` };
  for (let inner = at + 1; inner < end; inner++) {
    if (tokenText(tokens, inner) === ";") {
      return { at: ends[inner]!, text: tokenText(tokens, inner + 1) === ";" ? `${TICK}()` : `${TICK}(),` };
    }
    if ((match[inner] ?? -1) > inner) inner = match[inner]!;
  }
  // In front of what it does for each, unless an `else` behind it could be taken for that of the `if`.
  let before = isWord(tokens, at - 1, "await") ? at - 3 : at - 2;
  if (before > 1 && tokenText(tokens, before) === ":") before -= 2;
  const isGoverned = before >= 0 && (tokenText(tokens, before) === ")" || isWord(tokens, before, "else"));
  return isGoverned ? null : { at: ends[end]!, text: `if(${TICK}(),true)` };
}

/** The first token behind the directives that a body begins with, such as `"use strict"`, which have to come first. */
function behindDirectives(tokens: TokenList, from: number): number {
  let behind = from;
  for (let at = from; tokens.kinds[at] === TokenKind.String;) {
    const isUse = /^.use /.test(tokenText(tokens, at));
    const isStatement = tokenText(tokens, at + 1) === ";";
    at += isStatement ? 2 : 1;
    if (isUse) behind = at;
    else if (!isStatement) break;
  }
  return behind;
}

function isLoop(tokens: TokenList, head: number): boolean {
  return ["while", "for", "await"].some((word) => isWord(tokens, head - 1, word));
}

function isWord(tokens: TokenList, at: number, word: string): boolean {
  return at >= 0 && tokens.kinds[at] !== TokenKind.String && tokenText(tokens, at) === word;
}
