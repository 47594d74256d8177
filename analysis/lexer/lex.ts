import type { Language } from "../model.ts";
import { reportUnclosed } from "./brackets.ts";
import { lexCode } from "./code.ts";
import { declaresFlow } from "./flow.ts";
import { Typing } from "./frames.ts";
import { lexChild, lexInTag } from "./jsx.ts";
import { lexRun } from "./run.ts";
import { LexerState } from "./state.ts";
import { BracketRole } from "./tokens.ts";
import type { TokenList } from "./tokens.ts";
import { endOfLine, skipTrivia } from "./trivia.ts";
import { failTrial } from "./type-lists.ts";
import { lexTyped } from "./types.ts";

const shared = new LexerState();

/**
 * Counts tokens as Esprima 4 does in what it can parse, as Espree 11 and typescript-estree 8 do in the
 * rest, and those of Flow's types, which none of them reads, like those of TypeScript's; in one pass, or in two where a text
 * turns out to have types of Flow. Never throws; takes time linear in the text; half-typed code gives the tokens it has.
 *
 * The list is valid until the next call: its arrays are used again. Keep it with `copyTokens`.
 */
export function lex(text: string, language: Language): TokenList {
  const tokens = lexAs(text, language, declaresFlow(text, language));
  return shared.showsFlow ? lexAs(text, language, true) : tokens;
}

function lexAs(text: string, language: Language, hasFlow: boolean): TokenList {
  const state = shared;
  state.begin(text, language, hasFlow);
  if (text.startsWith("#!")) state.pos = endOfLine(state, 2);
  do lexAll(state);
  while (takesBackTrial(state));
  if (state.frames.depth > 0) state.tokens.isBalanced = false;
  for (let depth = 1; depth <= state.frames.depth; depth++) {
    reportUnclosed(state, state.frames.at(depth).token);
  }
  state.tokens.end();
  return state.tokens;
}

/** At the end of the text, what is still on trial has failed. */
function takesBackTrial(state: LexerState): boolean {
  if (state.trialDepth === 0) return false;
  failTrial(state);
  return true;
}

function lexAll(state: LexerState): void {
  const { bytes, frames } = state;
  const { length } = state.text;
  while (state.pos < length) {
    const { role } = frames.top;
    if (role >= BracketRole.JsxTag) {
      if (role === BracketRole.JsxChildren) lexChild(state);
      else lexInTag(state);
      continue;
    }
    if (frames.top.typing === Typing.None) {
      lexRun(state);
      continue;
    }
    skipTrivia(state);
    if (state.pos >= length) return;
    if (!lexTyped(state)) lexCode(state, bytes[state.pos]!);
  }
}
