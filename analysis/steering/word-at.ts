import { isKeyword } from "../breakdown/statements.ts";
import { Atom } from "../functions/atoms.ts";
import type { FileView } from "../patterns/file-view.ts";

/** Whether a token is a keyword and no member of that name. */
export function isWordAt(view: FileView, at: number, word: number): boolean {
  return isKeyword(view, at, word) && view.atoms[at - 1] !== Atom.Dot;
}
