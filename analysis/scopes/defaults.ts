import { startsOnlyStatements } from "../functions/atoms.ts";
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
  const target = view.functions.find((found) => view.tokens.starts[found.start] === start);
  const members = new Map<string, Defaults>();
  for (const { from, to, path: taken, defaults } of takenWithDefault(view)) {
    const isParameter =
      target !== undefined &&
      from >= target.parameters.start &&
      to < target.parameters.end &&
      /^[(,]$/.test(textAt(view, from - 1));
    const path = isParameter ? "options" : taken;
    if (path !== undefined) members.set(path, new Map([...(members.get(path) ?? []), ...defaults]));
  }
  return members;
}

/** Members that are taken with a default at one place, from one token to another; of what, where that is named. */
interface Taken {
  readonly from: number;
  readonly to: number;
  readonly path: string | undefined;
  readonly defaults: Defaults;
}

function* takenWithDefault(view: FileView): Generator<Taken> {
  const { tokens } = view;
  let constants: ReadonlySet<string> | undefined;
  const isConstant = (name: string): boolean => (constants ??= scalarConstants(view)).has(name);
  for (let at = 0; at < tokens.count; at++) {
    const text = textAt(view, at);
    if (text === "??" || text === "||") {
      const member = memberBefore(view, at);
      if (member === undefined || !isScalar(view, at + 1, isConstant)) continue;
      const { path, name } = member;
      yield { from: at - 1, to: at, path, defaults: new Map([[name, literalAt(view, at + 1)]]) };
      continue;
    }
    const close = tokens.match[at]!;
    if (tokens.roles[at] !== BracketRole.Object || close < 0) continue;
    const defaults = withDefault(view, at, close);
    if (defaults.size === 0) continue;
    const path = textAt(view, close + 1) === "=" ? pathAt(view, close + 2) : undefined;
    yield { from: at, to: close, path, defaults };
  }
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

/** Where the items between two brackets begin. */
export function partsOf(view: FileView, open: number, close: number): number[] {
  const parts: number[] = [];
  for (let at = open + 1; at < close; at = Math.max(at, view.tokens.match[at]!) + 1)
    if (at === open + 1 || textAt(view, at - 1) === ",") parts.push(at);
  return parts;
}

/** Where an object opens that stands somewhere, or that is what a name there was declared to be. */
export function objectAt(view: FileView, at: number): number | undefined {
  const { roles, count } = view.tokens;
  if (roles[at] === BracketRole.Object) return at;
  const name = textAt(view, at);
  for (let other = 1; other + 2 < count; other++) {
    const isDeclared = textAt(view, other) === name && textAt(view, other - 1) === "const";
    if (isDeclared && textAt(view, other + 1) === "=" && roles[other + 2] === BracketRole.Object)
      return other + 2;
  }
  return undefined;
}
