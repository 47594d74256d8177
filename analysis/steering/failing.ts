import { isKeyword, statementEnd } from "../breakdown/statements.ts";
import { Atom, Word } from "../functions/atoms.ts";
import { textAt, type FileView } from "../patterns/file-view.ts";
import { CALLBACK } from "./callback.ts";

/** Whether a token is a keyword and no member of that name. */
export function isWordAt(view: FileView, at: number, word: number): boolean {
  return isKeyword(view, at, word) && view.atoms[at - 1] !== Atom.Dot;
}

/** Whether the statement at a token is one that fails. */
export function fails(view: FileView, at: number): boolean {
  return isWordAt(view, at, Word.throw) || rejects(view, at) || callsBackError(view, at);
}

/** `return Promise.reject(…)`, `return this.Promise.reject(…)`, `return reject(…)`, `return done(new Error(…))`, `return cb(error)`. */
function rejects(view: FileView, at: number): boolean {
  const name = (token: number): string => textAt(view, token);
  if (!isWordAt(view, at, Word.return)) return false;
  let last = at + 1;
  while (view.atoms[last + 1] === Atom.Dot) last += 2;
  const isMethod = last > at + 1 && name(last) === "reject";
  return isMethod || callsBackError(view, at + 1);
}

/** `reject(…)`, `done(new Error(…))`, `cb(error)`. */
function callsBackError(view: FileView, at: number): boolean {
  const name = (token: number): string => textAt(view, token);
  if (view.atoms[at + 1] !== Atom.OpenParenthesis) return false;
  if (name(at) === "reject") return true;
  if (!CALLBACK.test(name(at))) return false;
  if (view.atoms[at + 2] === Word.new) return /(?:Error|Exception)$/.test(constructed(view, at + 3));
  const isAlone = view.atoms[at + 3] === Atom.CloseParenthesis;
  return isAlone && /^(?:e|er|err|error|ex|exception)$/.test(name(at + 2));
}

/** The last name of what is constructed: `Missing` of `new errors.Missing(…)`. */
function constructed(view: FileView, at: number): string {
  let name = at;
  while (view.atoms[name + 1] === Atom.Dot) name += 2;
  return textAt(view, name);
}

/** Whether what is returned between two tokens is something: `return null` is what gives up. */
export function returnsSomething(view: FileView, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    if (!isWordAt(view, at, Word.return)) continue;
    const value = textAt(view, at + 1);
    const isAlone = statementEnd(view, at, end) <= at + 3;
    if (!(isAlone && /^(?:;|\}|null|undefined|false)$/.test(value))) return true;
  }
  return false;
}
