import { Atom, Word } from "../functions/atoms.ts";
import type { FoundFunction } from "../functions/found.ts";
import { isText } from "../functions/scan.ts";
import { AnyBetween } from "../patterns/any-between.ts";
import { textAt, type FileView } from "../patterns/file-view.ts";

type Places = WeakMap<FileView, Map<string, AnyBetween>>;

/** Where names are asked for in files, by the name; and where it is asked whether there is something at all. */
const asked: Places = new WeakMap();
const tested: Places = new WeakMap();

/** Whether a function looks whether a name has something, as an error or a hit: `if (err)`, `err ? …`, `err && …`, `!err`. */
export function asksFor(view: FileView, { body }: FoundFunction, name: string): boolean {
  return placesOf(asked, view, name, isAskedFor).isIn(body.start, body.end);
}

/** The same of what is no promise then: not `if (result instanceof Promise)`, nor `!result.ok`. */
export function testsFor(view: FileView, { body }: FoundFunction, name: string): boolean {
  return placesOf(tested, view, name, isTested).isIn(body.start, body.end);
}

function placesOf(all: Places, view: FileView, name: string, isPlace: typeof isAskedFor): AnyBetween {
  const ofFile = all.get(view) ?? new Map<string, AnyBetween>();
  all.set(view, ofFile);
  const places = ofFile.get(name) ?? new AnyBetween((token) => isPlace(view, token, name));
  ofFile.set(name, places);
  return places;
}

function isTested(view: FileView, token: number, name: string): boolean {
  if (!isAskedFor(view, token, name)) return false;
  const after = view.atoms[token + 1];
  const goesOn =
    after === Atom.Dot ||
    after === Atom.OptionalChain ||
    after === Atom.OpenParenthesis ||
    after === Atom.OpenBracket;
  return !goesOn && textAt(view, token + 1) !== "instanceof";
}

function isAskedFor(view: FileView, token: number, name: string): boolean {
  if (!isText(view.tokens, token, name)) return false;
  const before = view.atoms[token - 1];
  const after = view.atoms[token + 1];
  if (before === Atom.Exclamation || after === Atom.Question || after === Atom.Logical) return true;
  return before === Atom.OpenParenthesis && view.atoms[token - 2] === Word.if;
}
