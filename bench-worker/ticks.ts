import { lex } from "../analysis/lexer/lex.ts";
import { BracketRole, TokenKind, type TokenList } from "../analysis/lexer/tokens.ts";
import { TICK } from "./tick.ts";

interface Insertion {
  readonly at: number;
  readonly text: string;
}

/** JavaScript with a call in every loop and every function's body. Lines stay where they are. */
export function withTicks(code: string): string {
  const tokens = lex(code, "js");
  const insertions: Insertion[] = [];
  for (let at = 0; at < tokens.count; at++) {
    const insertion = insertionAt(tokens, at);
    if (insertion !== null) insertions.push(insertion);
  }
  let watched = "";
  let copied = 0;
  for (const { at, text } of insertions.sort((a, b) => a.at - b.at)) {
    watched += code.slice(copied, at) + text;
    copied = at;
  }
  return watched + code.slice(copied);
}

function insertionAt(tokens: TokenList, at: number): Insertion | null {
  const { kinds, roles, match, ends, count } = tokens;
  const behind = { at: ends[at]!, text: `${TICK}();` };
  if (roles[at] === BracketRole.FunctionBody && textAt(tokens, at) === "{") {
    // A directive has to come first.
    return kinds[at + 1] === TokenKind.String ? null : behind;
  }
  if (roles[at] === BracketRole.Block && at > 0) {
    if (isWord(tokens, at - 1, "do")) return behind;
    const head = roles[match[at - 1] ?? -1] === BracketRole.Head ? match[at - 1]! : -1;
    return head > 0 && isLoop(tokens, head) ? behind : null;
  }
  if (roles[at] !== BracketRole.Head || !isLoop(tokens, at)) return null;
  const end = match[at]!;
  if (end < 0 || end + 1 >= count || textAt(tokens, end + 1) === "{") return null;
  // A loop without braces is watched in its head.
  if (isWord(tokens, at - 1, "while")) return { at: ends[at]!, text: `${TICK}(),` };
  for (let inner = at + 1; inner < end; inner++) {
    if (textAt(tokens, inner) === ";") {
      return { at: ends[inner]!, text: textAt(tokens, inner + 1) === ";" ? `${TICK}()` : `${TICK}(),` };
    }
    if ((match[inner] ?? -1) > inner) inner = match[inner]!;
  }
  return null;
}

function isLoop(tokens: TokenList, head: number): boolean {
  return ["while", "for", "await"].some((word) => isWord(tokens, head - 1, word));
}

function isWord(tokens: TokenList, at: number, word: string): boolean {
  return at >= 0 && tokens.kinds[at] !== TokenKind.String && textAt(tokens, at) === word;
}

function textAt({ text, starts, ends }: TokenList, at: number): string {
  return text.slice(starts[at], ends[at]);
}
