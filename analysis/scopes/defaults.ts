import { Atom } from "../functions/atoms.ts";
import { BracketRole } from "../lexer/tokens.ts";
import { textAt, type FileView } from "../patterns/file-view.ts";

const NAME = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;

/**
 * The members that a text takes out of something with a default, by what they are taken of as it is written: `cwd` and `hooks` of
 * `options` for `const { cwd = process.cwd(), hooks = [] } = options`. Whoever gives none gets the default.
 */
export function membersWithDefault(view: FileView): Map<string, Set<string>> {
  const { tokens } = view;
  const members = new Map<string, Set<string>>();
  for (let open = 0; open < tokens.count; open++) {
    const close = tokens.match[open]!;
    if (tokens.roles[open] !== BracketRole.Object || close < 0 || textAt(view, close + 1) !== "=") continue;
    const path = pathAt(view, close + 2);
    if (path === undefined) continue;
    const names = members.get(path) ?? new Set();
    for (const name of withDefault(view, open, close)) names.add(name);
    if (names.size > 0) members.set(path, names);
  }
  return members;
}

/** The keys of an object pattern, not of those within it, that have a default. */
function withDefault(view: FileView, open: number, close: number): string[] {
  const found: string[] = [];
  let key: string | undefined;
  for (let at = open + 1; at < close; at = Math.max(at, view.tokens.match[at]!) + 1) {
    const text = textAt(view, at);
    if (at === open + 1 || textAt(view, at - 1) === ",") key = NAME.test(text) ? text : undefined;
    else if (text === "=" && key !== undefined) {
      found.push(key);
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
