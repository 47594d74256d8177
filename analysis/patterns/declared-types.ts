import { spanText } from "../functions/scan.ts";
import type { FileView } from "./file-view.ts";

/**
 * The comment directly before a function or the statement it stands in, with its markers; "" where there is none.
 */
export function commentBefore(view: FileView, index: number): string {
  const { tokens } = view;
  let token = view.functions[index]!.start;
  // The comment of `module.exports = co.wrap(function…` stands before `module`: go to the start of the line.
  for (;;) {
    const gap = tokens.text.slice(token > 0 ? tokens.ends[token - 1]! : 0, tokens.starts[token]);
    const comment = /\/\*\*[^]*\*\/\s*$/.exec(gap);
    if (comment !== null) return comment[0].slice(comment[0].lastIndexOf("/**"));
    if (token === 0 || tokens.newlineBefore[token] === 1) return "";
    token--;
  }
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
