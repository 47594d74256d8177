import { lex } from "../../../analysis/lexer/lex.ts";
import { Sign, TokenKind, type TokenList } from "../../../analysis/lexer/tokens.ts";
import { Word } from "../../../analysis/lexer/words.ts";

const OPEN_PARENTHESIS = 0x28;
const CLOSE_PARENTHESIS = 0x29;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACKET = 0x5d;
const EQUALS = 0x3d;

/** What changes something, waits, or may go on. */
const NOT_PLAIN: ReadonlySet<number> = new Set([
  Sign.Update,
  Sign.CompoundAssignment,
  Word.async,
  Word.await,
  Word.yield,
  Word.new,
  Word.delete,
  Word.throw,
  Word.for,
  Word.while,
  Word.do,
  Word.class,
  Word.function,
  Word.import,
]);

/** What is called to look at values, and changes none. */
const LOOKS =
  /^(?:has|includes|equals|eq|isEqual|String|Number|Boolean|parseInt|parseFloat|toString|valueOf|to(?:Lower|Upper)Case|toHexString|toISOString|getTime|trim|startsWith|endsWith|indexOf|localeCompare|some|every|isArray|isNaN|at|slice|substring|split|join)$/;

/** What a text says of a function that finds something. */
export interface PlainPredicate {
  /** Strings and numbers that stand in it. */
  readonly literals: readonly (string | number)[];
}

/**
 * What a function does that says of one thing whether it is what is looked for, where by its text that is all it does: it may be
 * called once more without anything being otherwise. Undefined where it may do more.
 *
 * @param text Of the function, in JavaScript.
 */
export function plainPredicate(text: string): PlainPredicate | undefined {
  if (/\[native code\]\s*\}$/.test(text)) return undefined;
  const tokens = lex(text, "js");
  const head = endOfHead(tokens);
  if (head === undefined) return undefined;
  const { codes, kinds, starts, ends, count } = tokens;
  const literals: (string | number)[] = [];
  for (let at = 0; at < count; at++) {
    const code = codes[at]!;
    const isHead = at < head;
    if (NOT_PLAIN.has(code) && !(isHead && code === Word.function)) return undefined;
    if (code === EQUALS && (isHead || !declares(tokens, at))) return undefined;
    if (!isHead && code === OPEN_PARENTHESIS && !mayBeCalled(tokens, at)) return undefined;
    if (kinds[at] === TokenKind.Template && isTagged(tokens, at)) return undefined;
    const literal = text.slice(starts[at], ends[at]);
    if (kinds[at] === TokenKind.String) literals.push(literal.slice(1, -1));
    else if (kinds[at] === TokenKind.Number && Number.isFinite(Number(literal)))
      literals.push(Number(literal));
  }
  return { literals };
}

/** The token behind the parameters of a function's text: behind its arrow, or its body's brace. */
function endOfHead({ codes, count }: TokenList): number | undefined {
  const isFunction = codes[0] === Word.function;
  for (let at = 0; at < count; at++) if (codes[at] === (isFunction ? OPEN_BRACE : Sign.Arrow)) return at + 1;
  return undefined;
}

/** `const name = …` */
function declares({ codes, kinds }: TokenList, at: number): boolean {
  const word = codes[at - 2];
  return kinds[at - 1] === TokenKind.Identifier && (word === Word.const || word === Word.let);
}

/** Whether an opening parenthesis begins no call, or one of what only looks at values. */
function mayBeCalled({ codes, kinds, starts, ends, text }: TokenList, at: number): boolean {
  const before = codes[at - 1];
  if (kinds[at - 1] === TokenKind.Identifier) return LOOKS.test(text.slice(starts[at - 1], ends[at - 1]));
  if (before === Word.this || before === Word.super || before === Sign.OptionalChain) return false;
  return before !== CLOSE_PARENTHESIS && before !== CLOSE_BRACKET && kinds[at - 1] !== TokenKind.PrivateName;
}

function isTagged({ codes, kinds }: TokenList, at: number): boolean {
  if (codes[at] !== Sign.TemplateHead && codes[at] !== Sign.TemplateWhole) return false;
  const before = codes[at - 1];
  return kinds[at - 1] === TokenKind.Identifier || before === CLOSE_PARENTHESIS || before === CLOSE_BRACKET;
}
