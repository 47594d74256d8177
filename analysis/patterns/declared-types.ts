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
    const comment = startOfComment(tokens.text, from, to);
    if (comment >= 0) return tokens.text.slice(comment, to);
    const before = token > 0 ? atoms[token - 1]! : 0;
    const isFirst = tokens.newlineBefore[token] === 1 || before === Atom.Semicolon;
    if (isFirst || before === Atom.OpenBrace || before === Atom.CloseBrace) return "";
  }
  return "";
}

/** Where the documenting comment starts that ends a stretch of white space and comments; -1 where none does. */
function startOfComment(text: string, from: number, to: number): number {
  let end = to;
  while (end > from && isSpace(text, end - 1)) end--;
  // The shortest is five characters long.
  if (end - from < 5 || !text.startsWith("*/", end - 2)) return -1;
  let last = -1;
  for (let at = to - 3; at >= from; at--) {
    if (text.charCodeAt(at) !== SLASH || !text.startsWith("/**", at)) continue;
    if (last < 0) last = at;
    // What opens it does not share a star with what closes it.
    if (at <= end - 5) return last;
  }
  return -1;
}

function isSpace(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code <= 0x20 || (code >= 0x80 && text[at]!.trim() === "");
}

/** Whether {@link declaredReturnType} can be a promise or an observable. */
export function mayDeclareAsync(view: FileView, index: number): boolean {
  const { returnType } = view.functions[index]!;
  return returnType.end > returnType.start || view.documentsAsyncReturns;
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

/** The index of the partner of the brace at `open`; `limit` where there is none before that. */
export function closingBrace(text: string, open: number, limit = text.length): number {
  let depth = 0;
  for (let index = open; index < limit; index++) {
    if (text[index] === "{") depth++;
    else if (text[index] === "}" && --depth === 0) return index;
  }
  return limit;
}
