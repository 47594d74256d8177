import type { Language } from "../model.ts";
import { FrameStack, Goal, Typing } from "./frames.ts";
import { SourceBytes } from "./source-bytes.ts";
import { TokenBuffer } from "./token-buffer.ts";
import { BracketRole, TokenKind } from "./tokens.ts";
import { keyAt } from "./words.ts";

/** Where a lexer stands in its text, and all that it knows of what lies before. */
export class LexerState {
  readonly tokens = new TokenBuffer();
  readonly frames = new FrameStack();
  readonly #source = new SourceBytes();
  text = "";
  /** {@link "./characters.ts".Source.bytes} */
  bytes: Uint8Array = new Uint8Array(0);
  pos = 0;
  /** 1 when a line terminator stands between the last token and `pos`. */
  newline = 0;
  goal: Goal = Goal.Statement;
  /** The goal for which the last token was read. */
  goalBefore: Goal = Goal.Statement;
  hasTypes = false;
  /** Whether the types are Flow's. */
  hasFlow = false;
  /** Something stands in a text that was read as JavaScript which only Flow has. */
  showsFlow = false;
  hasJsx = false;
  hasHtmlComments = false;
  /** The depth of a `<` that is read as a type list until something shows that it is an operator; 0: none. */
  trialDepth = 0;
  trialProblems = 0;
  /** Offsets of `<` inside a trial that failed with it. */
  doomed: number[] = [];

  begin(text: string, language: Language, hasFlow: boolean): void {
    this.bytes = this.#source.read(text);
    this.tokens.begin(text, this.bytes);
    this.frames.begin();
    this.text = text;
    this.pos = 0;
    this.newline = 0;
    this.goal = Goal.Statement;
    this.goalBefore = Goal.Statement;
    this.hasFlow = hasFlow;
    this.showsFlow = false;
    this.hasTypes = hasFlow || language === "ts" || language === "tsx";
    this.tokens.hasTypes = this.hasTypes;
    this.tokens.hasFlow = hasFlow;
    this.hasJsx = language !== "ts";
    this.hasHtmlComments = !this.hasTypes;
    this.trialDepth = 0;
    this.doomed = [];
  }

  /** Adds the token from `pos` to `end`, and goes on behind it. */
  add(kind: TokenKind, code: number, end: number): void {
    const { tokens, newline, pos } = this;
    const key = kind <= TokenKind.Keyword ? keyAt(this.bytes, pos, end) : 0;
    const token = tokens.add(kind, code, key, pos, end);
    if (newline !== 0) tokens.newlineBefore[token] = 1;
    if (this.frames.top.typing !== Typing.None) tokens.inType[token] = 1;
    this.goalBefore = this.goal;
    this.pos = end;
  }

  problem(offset: number, reason: string): void {
    this.tokens.problems.push({ offset, reason });
  }
}

/** What is expected behind a block that stands in a level of the given role. */
export function goalAfterBlock(role: BracketRole): Goal {
  if (role === BracketRole.Block || role === BracketRole.FunctionBody) return Goal.Statement;
  return role === BracketRole.ClassBody ? Goal.Name : Goal.Operator;
}
