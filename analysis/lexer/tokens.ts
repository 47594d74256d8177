/** What a token is. */
export const TokenKind = {
  /** A name; a reserved word that stands where only a name can (`a.if`, `{ class: 1 }`, `delete() {}`) too. */
  Identifier: 0,
  /** A reserved word used as one. Contextual words (`async`, `of`, `type`) are identifiers. */
  Keyword: 1,
  Punctuator: 2,
  /** With its suffix: `1_000n`. */
  Number: 3,
  String: 4,
  /** One piece of a template literal with its quotes: `` `a${ ``, `}b${`, `` }c` ``, or a whole `` `a` ``. */
  Template: 5,
  /** With its flags. */
  RegularExpression: 6,
  /** `#name`, with the sign. */
  PrivateName: 7,
  JsxIdentifier: 8,
  /** A run of text between JSX elements, white space too. */
  JsxText: 9,
  /** A character that begins no token. */
  Unknown: 10,
} as const;

/** One of {@link TokenKind}. */
export type TokenKind = (typeof TokenKind)[keyof typeof TokenKind];

/**
 * Codes of the punctuators of several characters and of the pieces of templates; a punctuator of one character has
 * that character's code. With {@link "./words.ts".Word}, which begins at 128, the codes of all tokens are distinct,
 * so that `codes[i] === Sign.Arrow`, `=== Word.async` and `=== 0x28` need no look at the kind.
 */
export const Sign = {
  /** `=>` */
  Arrow: 1,
  /** `...` */
  Ellipsis: 2,
  /** `?.` */
  OptionalChain: 3,
  /** `++` and `--` */
  Update: 4,
  /** `+=`, `??=` and their like; `=` itself has its character's code. */
  CompoundAssignment: 5,
  /** `==`, `>>>`, `**`, `<=` and their like. */
  BinaryOperator: 6,
  /** `&&`, `||`, `??`. */
  Logical: 16,
  /** `` `…${ `` */
  TemplateHead: 17,
  /** `}…${` */
  TemplateMiddle: 18,
  /** `` }…` `` */
  TemplateTail: 19,
  /** `` `…` `` */
  TemplateWhole: 20,
} as const;

/** What an opening bracket opens. */
export const BracketRole = {
  None: 0,
  /** Statements that are no function's body, the file itself, a `static` block, a namespace's body. */
  Block: 1,
  /** The body of a function, an arrow function, a method. */
  FunctionBody: 2,
  /** An object literal or pattern, or the names of an import or export. */
  Object: 3,
  ClassBody: 4,
  EnumBody: 5,
  /** The members of an interface or of an object type. */
  TypeMembers: 6,
  /** `{…}` among JSX attributes or children. */
  JsxContainer: 7,
  /** `${…}` of a template. The role stands at the piece that ends with `${`. */
  TemplateHole: 8,
  /** Parentheses of a call, of parameters, around an expression. */
  Parentheses: 9,
  /** Those of `if`, `while`, `for` and `with`. */
  Head: 10,
  /** `[…]` of any use. */
  Brackets: 11,
  /** `<…>` around type parameters or type arguments. */
  TypeList: 12,
  /** `<…>` of a JSX tag that opens an element, or is one. */
  JsxTag: 13,
  /** `</…>` of a JSX tag that closes an element. */
  JsxClosingTag: 14,
  /** What stands between two tags; only inside the lexer. */
  JsxChildren: 15,
} as const;

/** One of {@link BracketRole}. */
export type BracketRole = (typeof BracketRole)[keyof typeof BracketRole];

/** A place where the text is not well-formed. */
export interface LexicalProblem {
  /** In UTF-16 code units. */
  readonly offset: number;
  readonly reason: string;
}

/**
 * The tokens of a text in source order, as columns: token `i` is described by the `i`-th entry of each array.
 * The arrays may be longer than `count`; what stands behind it means nothing.
 */
export interface TokenList {
  readonly text: string;
  /** The text as one byte a code unit: ASCII as it is, 0x80 for all else. */
  readonly bytes: Uint8Array;
  readonly count: number;
  /** Offset of the first code unit. Strictly increasing. */
  readonly starts: Int32Array;
  /** Offset behind the last code unit. */
  readonly ends: Int32Array;
  /** A {@link TokenKind}. */
  readonly kinds: Uint8Array;
  /**
   * A punctuator's character code or {@link Sign}; a template piece's sign; of an identifier or keyword its
   * {@link "./words.ts".Word}, 0 for a word that means nothing to the language; 0 for all other kinds.
   */
  readonly codes: Uint8Array;
  /** Of an identifier or keyword its {@link "./words.ts".keyAt}; 0 for all other kinds. */
  readonly keys: Uint16Array;
  /** 1 where a line terminator stands between the token and the one before it. */
  readonly newlineBefore: Uint8Array;
  /**
   * The other bracket's index, -1 where there is none. `( [ {` and their closing ones; `<` and `>` of type
   * lists and of JSX tags. A template's piece that ends with `${` has the piece that follows the hole, its
   * last piece has the first.
   */
  readonly match: Int32Array;
  /** A {@link BracketRole}, at opening brackets and at template pieces that end with `${`. */
  readonly roles: Uint8Array;
  /** 1 where the token is part of a TypeScript type or type list, whose brackets are part of it. */
  readonly inType: Uint8Array;
  /** The first or only piece of each template, ascending. */
  readonly templates: readonly number[];
  readonly problems: readonly LexicalProblem[];
  /** Whether each bracket and template is closed by its own partner, with nothing left open between them. */
  readonly isBalanced: boolean;
  /** Whether the text has types, and whether these are Flow's. */
  readonly hasTypes: boolean;
  readonly hasFlow: boolean;
}

/** The first token that starts at an offset or behind it; the count of tokens where there is none. */
export function firstTokenFrom({ starts, count }: TokenList, offset: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (starts[middle]! < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A token list that stays as it is when the next text is lexed; its arrays are `count` long. */
export function copyTokens(tokens: TokenList): TokenList {
  const { text, count } = tokens;
  return {
    text,
    bytes: tokens.bytes.slice(0, text.length),
    count,
    starts: tokens.starts.slice(0, count),
    ends: tokens.ends.slice(0, count),
    kinds: tokens.kinds.slice(0, count),
    codes: tokens.codes.slice(0, count),
    keys: tokens.keys.slice(0, count),
    newlineBefore: tokens.newlineBefore.slice(0, count),
    match: tokens.match.slice(0, count),
    roles: tokens.roles.slice(0, count),
    inType: tokens.inType.slice(0, count),
    templates: [...tokens.templates],
    problems: [...tokens.problems],
    isBalanced: tokens.isBalanced,
    hasTypes: tokens.hasTypes,
    hasFlow: tokens.hasFlow,
  };
}
