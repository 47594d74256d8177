import { Sign } from "../lexer/tokens.ts";
import { Word } from "../lexer/words.ts";

export { Word };

/**
 * What the finder wants to know of a token, in one byte: the lexer's code by the names that it has here. A punctuator of
 * one character is its character code, words start at 128, and 0 is a name or a literal.
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
  Logical: Sign.Logical,
  /** `` `…${ ``. */
  TemplateHead: Sign.TemplateHead,
  /** `}…${`. */
  TemplateMiddle: Sign.TemplateMiddle,
  /** `` }…` ``. */
  TemplateTail: Sign.TemplateTail,
  /** `` `…` ``. */
  TemplateWhole: Sign.TemplateWhole,

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

const IS_PLAIN = Uint8Array.from({ length: 256 }, (_, atom) => (IS_STATEMENT_WORD[atom] === 1 ? 0 : 1));
for (const atom of [
  ...[Atom.OpenParenthesis, Atom.OpenBracket, Atom.OpenBrace, Atom.TemplateHead, Atom.TemplateMiddle],
  ...[Atom.Arrow, Word.function, Word.class, Word.import, Word.let, Word.using],
])
  IS_PLAIN[atom] = 0;

/**
 * Whether an atom neither opens a group nor begins a function, a class or a declaration: where all are such ones, there
 * is nothing to find.
 */
export function isPlain(atom: number): boolean {
  return IS_PLAIN[atom] === 1;
}

/** Whether an atom is a reserved word that cannot be part of an expression. */
export function startsOnlyStatements(atom: number): boolean {
  return IS_STATEMENT_WORD[atom] === 1;
}

/** Whether an atom is one of {@link Word}. */
export function isWord(atom: number): boolean {
  return atom >= Word.break;
}
