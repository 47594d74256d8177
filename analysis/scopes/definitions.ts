import type { FoundFunction, TokenSpan } from "../functions/found.ts";
import { BracketRole, TokenKind, type TokenList } from "../lexer/tokens.ts";
import { Word } from "../lexer/words.ts";

/** Where a name of a scope comes from. All spans are of tokens. */
export type Definition =
  /** A declared function, class or enum; the span is the declaration without `export`. */
  | { readonly kind: "function" | "class" | "enum"; readonly span: TokenSpan }
  /** `pattern = initializer` of a variable; the pattern may bind several names. */
  | { readonly kind: "variable"; readonly pattern: TokenSpan; readonly initializer: TokenSpan }
  /** A parameter, an import, a caught error, a variable that gets its value later: nothing says what it is. */
  | { readonly kind: "unknown" };

/** Sees the functions of a file by their first token. */
export type FunctionAt = (token: number) => FoundFunction | undefined;

/** The definitions of one scope by name. */
export type Definitions = Map<string, Definition>;

const COMMA = 0x2c;
const SEMICOLON = 0x3b;
const COLON = 0x3a;
const EQUALS = 0x3d;
const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;
const OPEN_PARENTHESIS = 0x28;
const UNKNOWN: Definition = { kind: "unknown" };

/**
 * What is defined directly in a function's body or in a module: declarations in blocks count, what nested functions
 * and classes define does not. The first definition of a name wins.
 */
export function definitionsIn(tokens: TokenList, span: TokenSpan, functionAt: FunctionAt): Definitions {
  const definitions: Definitions = new Map();
  const { codes, kinds, inType, match, roles } = tokens;
  const add = (name: string, definition: Definition): void => {
    if (!definitions.has(name)) definitions.set(name, definition);
  };
  for (let at = span.start; at < span.end; at++) {
    const found = functionAt(at);
    if (found !== undefined && found.end > at) {
      if (found.isDeclaration && found.nameToken >= 0) {
        add(textOf(tokens, found.nameToken), {
          kind: "function",
          span: { start: found.start, end: found.end },
        });
      }
      at = found.end - 1;
      continue;
    }
    if (inType[at] === 1 || codes[at - 1] === 0x2e) continue;
    switch (codes[at]) {
      case Word.const:
      case Word.let:
      case Word.var:
        if (codes[at + 1] === Word.enum) continue;
        if (kinds[at] === TokenKind.Keyword || startsPattern(tokens, at + 1)) {
          at = declarators(tokens, at + 1, span.end, functionAt, add) - 1;
        }
        continue;
      case Word.class:
      case Word.enum: {
        const kind = codes[at] === Word.class ? "class" : "enum";
        const role = kind === "class" ? BracketRole.ClassBody : BracketRole.EnumBody;
        const body = bodyAfter(tokens, at, span.end, role);
        if (body < 0) continue;
        const end = match[body]! + 1;
        const start = kind === "class" ? at : codes[at - 1] === Word.const ? at - 1 : at;
        if (kinds[at + 1] === TokenKind.Identifier) {
          add(textOf(tokens, at + 1), { kind, span: { start, end } });
        }
        at = end - 1;
        continue;
      }
      case Word.catch:
        if (codes[at + 1] === OPEN_PARENTHESIS && roles[at + 1] !== BracketRole.None) {
          for (const name of namesOfPattern(tokens, { start: at + 2, end: match[at + 1]! }))
            add(name, UNKNOWN);
        }
        continue;
    }
  }
  return definitions;
}

/** The names that parameters bind. */
export function definitionsOfParameters(tokens: TokenList, parameters: TokenSpan): Definitions {
  return new Map(namesOfPattern(tokens, parameters).map((name) => [name, UNKNOWN]));
}

/** Reads `a = 1, { b } = c` from its first pattern on; gives the token behind. */
function declarators(
  tokens: TokenList,
  first: number,
  limit: number,
  functionAt: FunctionAt,
  add: (name: string, definition: Definition) => void,
): number {
  const { codes, match, inType } = tokens;
  let at = first;
  for (;;) {
    const opens = codes[at] === OPEN_BRACE || codes[at] === OPEN_BRACKET;
    const patternEnd = opens ? match[at]! + 1 : at + 1;
    if (opens && match[at]! < 0) return at + 1;
    const pattern = { start: at, end: patternEnd };
    at = patternEnd;
    // A definite assignment's sign, and the type.
    if (codes[at] === 0x21) at++;
    if (codes[at] === COLON) at++;
    while (at < limit && inType[at] === 1) at++;
    let definition: Definition = UNKNOWN;
    if (codes[at] === EQUALS) {
      const end = endOfExpression(tokens, at + 1, limit, functionAt);
      definition = { kind: "variable", pattern, initializer: { start: at + 1, end } };
      at = end;
    }
    for (const name of namesOfPattern(tokens, pattern)) add(name, definition);
    if (codes[at] !== COMMA || at >= limit) return at;
    at++;
  }
}

/** The names that a pattern binds: keys, defaults and types are none. */
function namesOfPattern(tokens: TokenList, span: TokenSpan): string[] {
  const { codes, kinds, inType, match } = tokens;
  const names: string[] = [];
  for (let at = span.start; at < span.end; at++) {
    if (inType[at] === 1) continue;
    if (codes[at] === EQUALS) {
      at = skipDefault(tokens, at + 1, span.end) - 1;
    } else if (codes[at] === OPEN_BRACKET && codes[match[at]! + 1] === COLON) {
      // A computed key.
      at = match[at]!;
    } else if (kinds[at] === TokenKind.Identifier) {
      const isKey = codes[at + 1] === COLON && inType[at + 1] !== 1 && inType[at + 2] !== 1;
      if (!isKey || isTyped(tokens, at, span)) names.push(textOf(tokens, at));
    }
  }
  return names;
}

/** Whether the colon behind a name begins its type: it does outside of braces. */
function isTyped(tokens: TokenList, name: number, span: TokenSpan): boolean {
  let depth = 0;
  for (let at = span.start; at < name; at++) {
    if (tokens.codes[at] === OPEN_BRACE) depth++;
    else if (tokens.codes[at] === 0x7d) depth--;
  }
  return depth === 0;
}

function skipDefault(tokens: TokenList, start: number, limit: number): number {
  let at = start;
  while (at < limit && tokens.codes[at] !== COMMA && !closes(tokens.codes[at]!)) at = after(tokens, at);
  return at;
}

/** The token behind the expression that starts at `start`. */
function endOfExpression(tokens: TokenList, start: number, limit: number, functionAt: FunctionAt): number {
  const { codes, newlineBefore } = tokens;
  let at = start;
  while (at < limit) {
    const code = codes[at]!;
    if (code === COMMA || code === SEMICOLON || closes(code)) return at;
    if (
      at > start &&
      newlineBefore[at] === 1 &&
      endsExpression(tokens, at - 1) &&
      startsStatement(tokens, at)
    ) {
      return at;
    }
    if (at > start && (code === Word.of || code === Word.in) && endsExpression(tokens, at - 1)) {
      if (code === Word.of) return at;
    }
    const found = functionAt(at);
    at = found !== undefined && found.end > at ? found.end : after(tokens, at);
  }
  return limit;
}

function after(tokens: TokenList, at: number): number {
  const close = tokens.match[at]!;
  return close > at ? close + 1 : at + 1;
}

function closes(code: number): boolean {
  return code === 0x29 || code === 0x5d || code === 0x7d;
}

/** Whether an expression can end with that token. */
function endsExpression(tokens: TokenList, at: number): boolean {
  const code = tokens.codes[at]!;
  switch (tokens.kinds[at]) {
    case TokenKind.Punctuator:
      return closes(code) || code === 0x3e || code === 4;
    case TokenKind.Keyword:
      return (
        code === Word.this ||
        code === Word.null ||
        code === Word.true ||
        code === Word.false ||
        code === Word.super
      );
    default:
      return true;
  }
}

/** Whether a token on a line of its own begins something new rather than going on. */
function startsStatement(tokens: TokenList, at: number): boolean {
  const code = tokens.codes[at]!;
  switch (tokens.kinds[at]) {
    case TokenKind.Punctuator:
      return code === OPEN_BRACE || code === 0x40 || code === 4;
    case TokenKind.Keyword:
      return code !== Word.in && code !== Word.instanceof;
    case TokenKind.Template:
      return false;
    default:
      return code !== Word.as && code !== Word.satisfies;
  }
}

function startsPattern(tokens: TokenList, at: number): boolean {
  const code = tokens.codes[at];
  return tokens.kinds[at] === TokenKind.Identifier || code === OPEN_BRACE || code === OPEN_BRACKET;
}

function bodyAfter(tokens: TokenList, from: number, limit: number, role: number): number {
  for (let at = from; at < limit; at = after(tokens, at)) {
    if (tokens.roles[at] === role && tokens.codes[at] === OPEN_BRACE) return tokens.match[at]! > at ? at : -1;
    if (tokens.codes[at] === SEMICOLON) return -1;
  }
  return -1;
}

function textOf(tokens: TokenList, at: number): string {
  return tokens.text.slice(tokens.starts[at], tokens.ends[at]);
}
