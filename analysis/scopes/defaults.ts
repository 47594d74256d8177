import { Atom, startsOnlyStatements } from "../functions/atoms.ts";
import { BracketRole, TokenKind } from "../lexer/tokens.ts";
import { textAt, type FileView } from "../patterns/file-view.ts";

const NAME = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;

/** Members by their names, each with its default where that is a number, a text or a truth value. */
export type Defaults = ReadonlyMap<string, string | number | boolean | undefined>;

/**
 * The members that a text takes out of something with a default, by what they are taken of as it is written: `cwd` and `hooks` of
 * `options` for `const { cwd = process.cwd(), hooks = [] } = options`, and `limit` for `options.limit ?? 10`. Whoever gives none
 * gets the default.
 *
 * @param start Of the function whose own parameters, where they are patterns, are taken of `options`.
 */
export function membersWithDefault(view: FileView, start: number): Map<string, Defaults> {
  const { tokens } = view;
  const target = view.functions.find((found) => tokens.starts[found.start] === start);
  const members = new Map<string, Defaults>();
  const add = (path: string, defaults: Defaults): void => {
    if (defaults.size > 0) members.set(path, new Map([...(members.get(path) ?? []), ...defaults]));
  };
  let constants: ReadonlySet<string> | undefined;
  for (let at = 0; at < tokens.count; at++) {
    const text = textAt(view, at);
    if (text === "??" || text === "||") {
      const member = memberBefore(view, at);
      if (member === undefined) continue;
      const isConstant = (name: string): boolean => (constants ??= scalarConstants(view)).has(name);
      if (isScalar(view, at + 1, isConstant))
        add(member.path, new Map([[member.name, literalAt(view, at + 1)]]));
      continue;
    }
    const close = tokens.match[at]!;
    if (tokens.roles[at] !== BracketRole.Object || close < 0) continue;
    const isParameter =
      target !== undefined &&
      at >= target.parameters.start &&
      close < target.parameters.end &&
      /^[(,]$/.test(textAt(view, at - 1));
    const taken = textAt(view, close + 1) === "=" ? pathAt(view, close + 2) : undefined;
    const path = isParameter ? "options" : taken;
    if (path !== undefined) add(path, withDefault(view, at, close));
  }
  return members;
}

/** The number, the text or the truth value that stands somewhere; undefined where none of them is all that stands there. */
function literalAt(view: FileView, at: number): string | number | boolean | undefined {
  if (!isScalar(view, at, () => false)) return undefined;
  const text = textAt(view, at);
  if (text === "-") return -Number(textAt(view, at + 1));
  if (text === "true" || text === "false") return text === "true";
  return view.tokens.kinds[at] === TokenKind.Number ? Number(text) : text.slice(1, -1);
}

/** What may stand before a value of which no more is asked than that it is there. */
const BEFORE_VALUE: ReadonlySet<string> = new Set(["=", "(", ",", ":", "[", "return", "=>", "?", "??"]);

/** What ends an expression. */
const AFTER_VALUE: ReadonlySet<string> = new Set([";", ",", ")", "]", "}", ":"]);

/** The member that ends before an operator, taken of something that is named: `options.limit`, `this.options?.limit`. */
function memberBefore(view: FileView, operator: number): { path: string; name: string } | undefined {
  const names: string[] = [];
  for (let at = operator - 1; NAME.test(textAt(view, at)); at -= 2) {
    names.unshift(textAt(view, at));
    const before = textAt(view, at - 1);
    if (before === "." || before === "?.") continue;
    const name = names.pop();
    return name === undefined || names.length === 0 || !BEFORE_VALUE.has(before)
      ? undefined
      : { path: names.join("."), name };
  }
  return undefined;
}

/** Whether a number, a text or a truth value is all of an expression, or the name of such a constant. */
function isScalar(view: FileView, start: number, isConstant: (name: string) => boolean): boolean {
  const { tokens } = view;
  const at = textAt(view, start) === "-" ? start + 1 : start;
  const text = textAt(view, at);
  const kind = tokens.kinds[at];
  const isOne =
    kind === TokenKind.Number ||
    kind === TokenKind.String ||
    text === "true" ||
    text === "false" ||
    (kind === TokenKind.Identifier && isConstant(text));
  return isOne && (AFTER_VALUE.has(textAt(view, at + 1)) || beginsStatement(view, at + 1));
}

/** Whether a token is a word that begins a statement, where the one before it has no semicolon; the end of the text, too. */
function beginsStatement({ tokens, atoms }: FileView, at: number): boolean {
  return at >= tokens.count || startsOnlyStatements(atoms[at]!);
}

/** The names of constants that are a number, a text or a truth value. */
function scalarConstants(view: FileView): ReadonlySet<string> {
  const names = new Set<string>();
  for (let at = 0; at + 3 < view.tokens.count; at++) {
    if (textAt(view, at) !== "const" || textAt(view, at + 2) !== "=") continue;
    if (isScalar(view, at + 3, () => false)) names.add(textAt(view, at + 1));
  }
  return names;
}

/** The keys of an object pattern, not of those within it, that have a default. */
function withDefault(view: FileView, open: number, close: number): Defaults {
  const found = new Map<string, string | number | boolean | undefined>();
  let key: string | undefined;
  for (let at = open + 1; at < close; at = Math.max(at, view.tokens.match[at]!) + 1) {
    const text = textAt(view, at);
    if (at === open + 1 || textAt(view, at - 1) === ",") key = NAME.test(text) ? text : undefined;
    else if (text === "=" && key !== undefined) {
      found.set(key, literalAt(view, at + 1));
      key = undefined;
    }
  }
  return found;
}

/** `options`, `this.options`: all of an expression; undefined where it does more than name a value. */
function pathAt(view: FileView, start: number): string | undefined {
  for (let at = start, path = ""; NAME.test(textAt(view, at)); at += 2) {
    path += textAt(view, at);
    const next = textAt(view, at + 1);
    if (next !== ".") return /^(?:[([`]|\?\.|\?|\?\?|\|\||&&)/.test(next) ? undefined : path;
    path += next;
  }
  return undefined;
}

/**
 * Whether a token begins a `for` through what is an empty list unless somebody gives another, by its last name: `hooks = []` of
 * parameters or in a pattern.
 */
export function goesThroughNothing(view: FileView, keyword: number): boolean {
  if (textAt(view, keyword) !== "for") return false;
  const open = textAt(view, keyword + 1) === "await" ? keyword + 2 : keyword + 1;
  const close = view.tokens.match[open]!;
  return close > open + 1 && isEmptyByDefault(view, textAt(view, close - 1));
}

function isEmptyByDefault(view: FileView, name: string): boolean {
  const { atoms, tokens } = view;
  for (let at = 1; at + 2 < tokens.count; at++) {
    if (atoms[at] !== Atom.Equals || atoms[at + 1] !== Atom.OpenBracket) continue;
    const isEmpty = tokens.match[at + 1] === at + 2;
    if (isEmpty && textAt(view, at - 1) === name && isDefault(view, at)) return true;
  }
  return false;
}

/** Whether a `=` stands in an object pattern or among parameters, where it gives a default. */
function isDefault({ tokens, functions }: FileView, equals: number): boolean {
  for (let at = equals - 1; at >= 0; at--) {
    const partner = tokens.match[at]!;
    if (partner > equals)
      return (
        tokens.roles[at] === BracketRole.Object ||
        functions.some(({ parameters }) => parameters.start === at + 1)
      );
    if (partner >= 0) at = partner;
  }
  return false;
}
