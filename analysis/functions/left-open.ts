import { TokenKind, type TokenList } from "../lexer/tokens.ts";
import { Atom, Word } from "./atoms.ts";

/** What a group's opening bracket is of, as far as its neighbours tell. */
export type GroupOf = "list" | "object" | "class" | "other";

/** What the first token of a line says about the groups that are open there. */
export interface LineStart {
  /** It begins a statement or a member: no expression, list of parameters or list has it at its beginning. */
  readonly endsLists: boolean;
  /** The same of objects, patterns and bodies of classes. */
  readonly endsObjects: boolean;
  readonly endsClasses: boolean;
}

const NOTHING: LineStart = { endsLists: false, endsObjects: false, endsClasses: false };

/** Reserved words that start a statement when they are the first of a line. */
const STATEMENTS: ReadonlySet<number> = new Set([
  ...[Word.const, Word.export, Word.for, Word.if, Word.import, Word.return],
  ...[Word.switch, Word.throw, Word.try, Word.var, Word.while],
]);
/** Words before a name that is declared. */
const DECLARES: ReadonlySet<number> = new Set([
  ...[Word.const, Word.let, Word.var, Word.export, Word.import],
  ...[Word.function, Word.class, Word.interface, Word.type, Word.enum, Word.abstract, Word.declare],
]);
/** Words before a member of a class. */
const MODIFIERS: ReadonlySet<number> = new Set([
  ...[Word.private, Word.protected, Word.public, Word.readonly, Word.static, Word.override, Word.async],
]);
/** Words that go on with what stands before them. */
const GO_ON: ReadonlySet<number> = new Set([
  ...[Word.in, Word.instanceof, Word.of, Word.as, Word.satisfies, Word.extends, Word.implements, Word.is],
  ...[Word.from, Word.else, Word.catch, Word.finally],
]);
const BEFORE_OBJECT: ReadonlySet<number> = new Set([
  ...[Atom.OpenParenthesis, Atom.Comma, Atom.OpenBracket, Atom.Equals, Atom.Question, Atom.Logical],
  ...[Word.return, Word.import, Word.export, Word.const, Word.let, Word.var, Word.default, Word.type],
]);
const BEFORE_NAME_OF_CLASS: ReadonlySet<number> = new Set([
  ...[Word.class, Word.interface, Word.extends, Word.implements, Word.enum],
]);

/** What the group that opens at a token is of; `around` is what that around it is. */
export function groupOf(atoms: Uint8Array, open: number, around: GroupOf | undefined): GroupOf {
  const atom = atoms[open]!;
  if (atom === Atom.OpenParenthesis || atom === Atom.OpenBracket) return "list";
  if (atom !== Atom.OpenBrace) return "other";
  const before = atoms[open - 1] ?? Atom.Semicolon;
  if (BEFORE_OBJECT.has(before)) return "object";
  // Elsewhere it stands behind a label or a `case`.
  if (before === Atom.Colon) return around === "list" || around === "object" ? "object" : "other";
  return BEFORE_NAME_OF_CLASS.has(atoms[open - 2] ?? 0) ? "class" : "other";
}

/**
 * What a token that is the first of its line ends of what an earlier line has left open, if it stands no deeper than
 * that. Only text whose brackets do not match is asked for it.
 */
export function lineStart(tokens: TokenList, atoms: Uint8Array, token: number): LineStart {
  const atom = atoms[token]!;
  const isName = tokens.kinds[token]! <= TokenKind.Keyword;
  if (!isName && atom !== Atom.At) return NOTHING;
  const isOnLine = token + 1 < tokens.count && tokens.newlineBefore[token + 1] === 0;
  const next = isOnLine ? atoms[token + 1]! : Atom.Semicolon;
  const isBeforeName = isOnLine && tokens.kinds[token + 1]! <= TokenKind.Keyword && !GO_ON.has(next);
  const isBeforePattern = next === Atom.OpenBrace || next === Atom.OpenBracket || next === Atom.Star;
  const declares =
    (DECLARES.has(atom) && (isBeforeName || (isBeforePattern && atom !== Word.function))) ||
    (atom === Word.async && next === Word.function);
  const isMember = atom === Atom.At || (MODIFIERS.has(atom) && isBeforeName && next !== Word.function);
  const isOther = isName && (next === Atom.Dot || (atom === Word.await && isBeforeName));
  const isNext = endsOperand(tokens, atoms, token - 1) && !GO_ON.has(atom);
  return {
    endsLists: STATEMENTS.has(atom) || declares || isMember || isNext || isOther,
    endsObjects: declares || isOther || isNext,
    endsClasses: declares && !isMember,
  };
}

/** Whether an operand ends with a token: no other can begin after it. */
function endsOperand(tokens: TokenList, atoms: Uint8Array, token: number): boolean {
  switch (atoms[token]) {
    case Atom.CloseParenthesis:
    case Atom.CloseBracket:
    case Atom.CloseBrace:
    case Atom.TemplateTail:
    case Atom.TemplateWhole:
    case Word.this:
    case Word.null:
    case Word.true:
    case Word.false:
      return true;
    case Atom.Plain:
      return tokens.kinds[token]! <= TokenKind.PrivateName;
    default:
      return false;
  }
}
