import { Atom, Word } from "../functions/atoms.ts";
import { TokenKind } from "../lexer/tokens.ts";
import { isErrorName } from "../patterns/callback-names.ts";
import { textAt, type FileView } from "../patterns/file-view.ts";

/**
 * Whether parentheses behind `if` ask first whether there is an error: `(err)`, `(err && !err.isKnown)`, `(err.code ===
 * "ENOENT")`, `(error instanceof A)`; not `(err === null)`, nor how many `errors` there are.
 */
export function asksForError(view: FileView, open: number): boolean {
  const { atoms, tokens } = view;
  const name = open + 1;
  if (atoms[open] !== Atom.OpenParenthesis || tokens.kinds[name] !== TokenKind.Identifier) return false;
  switch (atoms[name + 1]) {
    case Atom.CloseParenthesis:
    case Atom.Dot:
    case Atom.OptionalChain:
    case Word.instanceof:
      break;
    case Atom.Logical:
      if (textAt(view, name + 1) === "&&") break;
      return false;
    default:
      return false;
  }
  const text = textAt(view, name);
  return isErrorName(text) && !text.endsWith("s");
}
