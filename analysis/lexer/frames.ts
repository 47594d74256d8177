import { BracketRole } from "./tokens.ts";

/** What the grammar expects at a place: the goal symbols of ECMAScript's lexical grammar, a little finer. */
export const Goal = {
  /** Behind an operand: `/` divides, `{` begins a body. */
  Operator: 0,
  /** Inside an expression: `/` begins a regular expression, `{` an object, `<` a JSX element. */
  Operand: 1,
  /** As `Operand`, but `{` begins a block and `function` a declaration. */
  Statement: 2,
  /** A member of an object or class begins: any word is a name. */
  Name: 3,
  /** Behind a member's name or modifier: a word is a name, the rest is as in `Operator`. */
  AfterName: 4,
} as const;

/** One of {@link Goal}. */
export type Goal = (typeof Goal)[keyof typeof Goal];

/** What a keyword has announced at a level, until its brace (an alias: its `=`) comes. */
export const Pending = {
  None: 0,
  FunctionDeclaration: 1,
  FunctionExpression: 2,
  ClassDeclaration: 3,
  ClassExpression: 4,
  Interface: 5,
  Enum: 6,
  TypeAlias: 7,
  /** The names of an import. */
  ModuleNames: 8,
  /** The attributes of an import or export: `with { type: "json" }`. */
  ModuleAttributes: 9,
} as const;

/** One of {@link Pending}. */
export type Pending = (typeof Pending)[keyof typeof Pending];

/** How far a level consists of types. */
export const Typing = {
  None: 0,
  /** A type stands in the level and ends with the first token that cannot belong to it. */
  Begun: 1,
  /** The level holds nothing but types. */
  Whole: 2,
} as const;

/** One of {@link Typing}. */
export type Typing = (typeof Typing)[keyof typeof Typing];

/** A level of brackets that is open, and what is known about the place reached in it. */
export class Frame {
  role: BracketRole = BracketRole.Block;
  /** The opening token's index; -1 for the file. */
  token = -1;
  /** In a template's hole: the template's first piece. */
  firstPiece = -1;
  /** What is expected behind the closing bracket. */
  after: Goal = Goal.Operator;
  pending: Pending = Pending.None;
  /** Of a class that stands in the heritage of another, waiting for its body. */
  outerClass: Pending = Pending.None;
  typing: Typing = Typing.None;
  /** The type that has begun is an operand of `as` or `satisfies`. */
  isOperandType = false;
  /** `?` that still lack their `:`. */
  ternaries = 0;
  /** `extends` of a type that still lack their `?`. */
  conditions = 0;
  /** `?` of a conditional type that still lack their `:`. */
  choices = 0;
  /** A `case` waits for its colon. */
  inCase = false;
  /** In an object: a member's value has begun. */
  inValue = false;
}

/** The open levels, innermost on top. Frames are kept and used again. */
export class FrameStack {
  readonly #frames: Frame[] = [new Frame()];
  depth = 0;
  top: Frame = this.#frames[0]!;

  /** Back to the file's own level. */
  begin(): void {
    this.depth = -1;
    this.push(BracketRole.Block, -1, Goal.Statement, Typing.None);
  }

  push(role: BracketRole, token: number, after: Goal, typing: Typing): void {
    if (this.isFull) this.#frames.push(new Frame());
    this.open(role, token, after, typing);
  }

  /** Whether another level takes a frame that there is not yet. */
  get isFull(): boolean {
    return this.depth + 1 === this.#frames.length;
  }

  /** Opens a level where there is a frame for it, and gives it. */
  open(role: BracketRole, token: number, after: Goal, typing: Typing): Frame {
    const depth = this.depth + 1;
    this.depth = depth;
    const frame = this.#frames[depth]!;
    frame.role = role;
    frame.token = token;
    frame.after = after;
    frame.pending = Pending.None;
    frame.outerClass = Pending.None;
    frame.typing = typing;
    frame.ternaries = 0;
    frame.conditions = 0;
    frame.choices = 0;
    frame.inCase = false;
    frame.inValue = false;
    this.top = frame;
    return frame;
  }

  /** Leaves the innermost level; the file's own cannot be left. */
  pop(): void {
    if (this.depth > 0) this.cut(this.depth - 1);
  }

  /** Leaves all levels above `depth`. */
  cut(depth: number): void {
    this.depth = depth;
    this.top = this.#frames[depth]!;
  }

  /** The open level at a depth; the file's own has depth 0. */
  at(depth: number): Frame {
    return this.#frames[depth]!;
  }
}
