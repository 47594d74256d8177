import { Sign, TokenKind, type TokenList } from "../lexer/tokens.ts";
import { Word } from "../lexer/words.ts";

export { Word };

/**
 * What the finder wants to know of a token, in one byte: the lexer's code, with template pieces and logical operators
 * told apart. A punctuator of one character is its character code, words start at 128, and 0 is a name or a literal.
 */
export const Atom = {
  Plain: 0,
  Arrow: Sign.Arrow,
  Ellipsis: Sign.Ellipsis,
  OptionalChain: Sign.OptionalChain,
  /** `++` or `--`. */
  Step: Sign.Update,
  CompoundAssignment: Sign.CompoundAssignment,
  /** A binary operator that has no place of its own here. */
  Operator: Sign.BinaryOperator,
  /** `&&`, `||`, `??`. */
  Logical: 16,
  /** `` `…${ ``. */
  TemplateHead: 17,
  /** `}…${`. */
  TemplateMiddle: 18,
  /** `` }…` ``. */
  TemplateTail: 19,
  /** `` `…` ``. */
  TemplateWhole: 20,

  Exclamation: 33,
  Percent: 37,
  Ampersand: 38,
  OpenParenthesis: 40,
  CloseParenthesis: 41,
  Star: 42,
  Plus: 43,
  Comma: 44,
  Minus: 45,
  Dot: 46,
  Slash: 47,
  Colon: 58,
  Semicolon: 59,
  Less: 60,
  Equals: 61,
  Greater: 62,
  Question: 63,
  At: 64,
  OpenBracket: 91,
  CloseBracket: 93,
  Caret: 94,
  OpenBrace: 123,
  Pipe: 124,
  CloseBrace: 125,
  Tilde: 126,
} as const;

const IS_STATEMENT_WORD = new Uint8Array(256);
for (const word of [
  Word.break,
  Word.case,
  Word.catch,
  Word.const,
  Word.continue,
  Word.debugger,
  Word.default,
  Word.do,
  Word.else,
  Word.enum,
  Word.export,
  Word.extends,
  Word.finally,
  Word.for,
  Word.if,
  Word.return,
  Word.switch,
  Word.throw,
  Word.try,
  Word.var,
  Word.while,
  Word.with,
])
  IS_STATEMENT_WORD[word] = 1;

/** Whether an atom is a reserved word that cannot be part of an expression. */
export function startsOnlyStatements(atom: number): boolean {
  return IS_STATEMENT_WORD[atom] === 1;
}

/** Whether an atom is one of {@link Word}. */
export function isWord(atom: number): boolean {
  return atom >= Word.break;
}

/** One atom a token. */
export function atomsOf(tokens: TokenList): Uint8Array {
  const { count, text, starts, ends, kinds } = tokens;
  const atoms = tokens.codes.slice(0, count);
  for (let index = 0; index < count; index++) {
    const atom = atoms[index]!;
    // All others keep their codes.
    if (atom !== Atom.Plain && atom !== Atom.Operator) continue;
    if (kinds[index] === TokenKind.Template) atoms[index] = templateAtom(text, starts[index]!, ends[index]!);
    else if (atom === Atom.Operator && isLogical(text, starts[index]!, ends[index]!))
      atoms[index] = Atom.Logical;
  }
  return atoms;
}

function isLogical(text: string, start: number, end: number): boolean {
  const first = text.charCodeAt(start);
  if (end - start !== 2 || text.charCodeAt(start + 1) !== first) return false;
  return first === Atom.Ampersand || first === Atom.Pipe || first === Atom.Question;
}

function templateAtom(text: string, start: number, end: number): number {
  const opensHole = end - start >= 3 && text.startsWith("${", end - 2) && !isEscaped(text, end - 2);
  if (text.charCodeAt(start) === Atom.CloseBrace) return opensHole ? Atom.TemplateMiddle : Atom.TemplateTail;
  return opensHole ? Atom.TemplateHead : Atom.TemplateWhole;
}

/** An odd number of backslashes before a character takes its meaning; only an unclosed template can end so. */
function isEscaped(text: string, offset: number): boolean {
  let start = offset;
  while (text.charCodeAt(start - 1) === 92) start--;
  return (offset - start) % 2 === 1;
}
