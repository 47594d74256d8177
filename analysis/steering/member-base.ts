import { Atom } from "../functions/atoms.ts";
import { TokenKind } from "../lexer/tokens.ts";
import { textAt, type FileView } from "../patterns/file-view.ts";

/** The token with which the expression begins that stands before a dot; undefined where that cannot be told. */
export function baseBefore(view: FileView, dot: number): number | undefined {
  const { atoms, tokens } = view;
  let at = dot - 1;
  for (;;) {
    while (textAt(view, at) === "!") at--;
    const atom = atoms[at];
    const closes = atom === Atom.CloseParenthesis || atom === Atom.CloseBracket ? tokens.match[at]! : -1;
    if (closes >= 0) {
      // What is called, or indexed, stands before the brackets; a group or a list stands alone.
      if (!endsValue(view, closes - 1)) return closes;
      at = closes - 1;
      continue;
    }
    const kind = tokens.kinds[at];
    const isName =
      kind === TokenKind.Identifier ||
      kind === TokenKind.PrivateName ||
      /^(?:this|super)$/.test(textAt(view, at));
    if (!isName) return undefined;
    const before = textAt(view, at - 1);
    if (before === "new") return undefined;
    if (before !== "." && before !== "?.") return textAt(view, at) === "super" ? undefined : at;
    at -= 2;
  }
}

/** Whether what is called or indexed may end at a token. */
function endsValue(view: FileView, at: number): boolean {
  const { kinds } = view.tokens;
  const text = textAt(view, at);
  return (
    kinds[at] === TokenKind.Identifier ||
    kinds[at] === TokenKind.PrivateName ||
    /^(?:this|super|\)|\]|!|\?\.)$/.test(text)
  );
}
