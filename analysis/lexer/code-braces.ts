import { openBracket } from "./brackets.ts";
import { Char } from "./characters.ts";
import { Goal, Pending, Typing } from "./frames.ts";
import { goalAfterBlock } from "./state.ts";
import type { LexerState } from "./state.ts";
import { BracketRole, Sign } from "./tokens.ts";
import { beginType } from "./types.ts";
import { Word } from "./words.ts";

/** Reads a `{` outside types and tags; what it opens follows from the goal and from what was announced. */
export function openBrace(state: LexerState): void {
  const { tokens, frames, goal } = state;
  const { role, pending } = frames.top;
  const last = tokens.code(0);
  const block = goalAfterBlock(role);
  if (pending === Pending.ModuleNames || pending === Pending.ModuleAttributes) {
    frames.top.pending = Pending.None;
    const isEnd = pending === Pending.ModuleAttributes;
    openMembers(state, BracketRole.Object, isEnd ? Goal.Statement : Goal.Operator);
  } else if (goal === Goal.Operator || goal === Goal.AfterName) {
    openBody(state, pending, block);
  } else if (goal === Goal.Statement) {
    if (last === Word.export || last === Word.default) openMembers(state, BracketRole.Object, Goal.Operator);
    else openBracket(state, Char.OpenBrace, BracketRole.Block, block);
  } else if (last === Sign.Arrow) {
    openBracket(state, Char.OpenBrace, BracketRole.FunctionBody, block);
  } else if (last === Word.return && state.newline === 1) {
    openBracket(state, Char.OpenBrace, BracketRole.Block, block);
  } else openMembers(state, BracketRole.Object, Goal.Operator);
}

/** Opens the braces that a keyword has announced, or those of a method or a statement. */
function openBody(state: LexerState, pending: Pending, block: Goal): void {
  const { top } = state.frames;
  top.pending = Pending.None;
  switch (pending) {
    case Pending.FunctionDeclaration:
      openBracket(state, Char.OpenBrace, BracketRole.FunctionBody, block);
      break;
    case Pending.FunctionExpression:
      openBracket(state, Char.OpenBrace, BracketRole.FunctionBody, Goal.Operator);
      break;
    case Pending.ClassDeclaration:
    case Pending.ClassExpression:
      if (top.outerClass === Pending.ClassDeclaration || top.outerClass === Pending.ClassExpression) {
        top.pending = top.outerClass;
      }
      top.outerClass = Pending.None;
      openMembers(
        state,
        BracketRole.ClassBody,
        pending === Pending.ClassDeclaration ? Goal.Statement : Goal.Operator,
      );
      break;
    case Pending.Enum:
      openMembers(state, BracketRole.EnumBody, Goal.Statement);
      break;
    case Pending.Interface:
      openTypeMembers(state);
      break;
    default: {
      const isMethod =
        (top.role === BracketRole.ClassBody || top.role === BracketRole.Object) &&
        state.tokens.code(0) !== Word.static;
      openBracket(state, Char.OpenBrace, isMethod ? BracketRole.FunctionBody : BracketRole.Block, block);
    }
  }
}

function openMembers(state: LexerState, role: BracketRole, after: Goal): void {
  openBracket(state, Char.OpenBrace, role, after);
  state.goal = Goal.Name;
}

/** The body of an interface: a level of types, opened as one. */
function openTypeMembers(state: LexerState): void {
  const { top } = state.frames;
  beginType(state);
  openBracket(state, Char.OpenBrace, BracketRole.TypeMembers, Goal.Statement);
  top.typing = Typing.None;
}
