import { Atom } from "../functions/atoms.ts";
import { spanText } from "../functions/scan.ts";
import type { FileView } from "./file-view.ts";

/** How many tokens a function can stand behind the start of its statement: `export const a = b.c(async`. */
const FARTHEST_START = 16;

const SLASH = 0x2f;

/**
 * The documenting comment before a function or the statement that it stands in, with its markers; "" where there is
 * none.
 */
export function commentBefore(view: FileView, index: number): string {
  const { tokens, atoms } = view;
  const { start } = view.functions[index]!;
  for (let token = start; token >= 0 && start - token <= FARTHEST_START; token--) {
    const from = token > 0 ? tokens.ends[token - 1]! : 0;
    const to = tokens.starts[token]!;
    if (mayEndComment(tokens.text, from, to)) {
      const comment = /\/\*\*[^]*\*\/\s*$/.exec(tokens.text.slice(from, to));
      if (comment !== null) return comment[0].slice(comment[0].lastIndexOf("/**"));
    }
    const before = token > 0 ? atoms[token - 1]! : 0;
    const isFirst = tokens.newlineBefore[token] === 1 || before === Atom.Semicolon;
    if (isFirst || before === Atom.OpenBrace || before === Atom.CloseBrace) return "";
  }
  return "";
}

/** Whether a comment stands at the end of a stretch of white space and comments: the shortest has five characters. */
function mayEndComment(text: string, from: number, to: number): boolean {
  if (to - from < 5) return false;
  let last = to - 1;
  while (last > from && text.charCodeAt(last) <= 0x20) last--;
  const code = text.charCodeAt(last);
  return code === SLASH || code >= 0x80;
}

/** The type that a function declares to return, by annotation or `@returns {…}`; null where it does not. */
export function declaredReturnType(view: FileView, index: number): string | null {
  const annotated = spanText(view.tokens, view.functions[index]!.returnType);
  if (annotated !== "") return annotated;
  const comment = commentBefore(view, index);
  const tag = /@returns?\s*\{/.exec(comment);
  if (tag === null) return null;
  const open = tag.index + tag[0].length - 1;
  return comment.slice(open + 1, closingBrace(comment, open)).trim();
}

/** The index of the partner of the brace at `open`; the text's end where there is none. */
export function closingBrace(text: string, open: number): number {
  let depth = 0;
  for (let index = open; index < text.length; index++) {
    if (text[index] === "{") depth++;
    else if (text[index] === "}" && --depth === 0) return index;
  }
  return text.length;
}
