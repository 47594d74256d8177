import { Atom } from "../functions/atoms.ts";
import type { Call } from "../functions/found.ts";
import { textAt, type FileView } from "../patterns/file-view.ts";

const LONGEST = 120;

/** A callee as written, without arguments, white space and comments: `Version.insert().execWithin`. */
export function callText(view: FileView, call: Call): string {
  const { atoms, ends } = view;
  let text = "";
  for (let at = call.start; at < call.open && text.length <= LONGEST; at++) {
    const end = ends[at]!;
    if (atoms[at] === Atom.OpenParenthesis && at > call.start) {
      text += "()";
      at = end < 0 ? ~end - 1 : end;
    } else if (view.tokens.inType[at] !== 1) text += textAt(view, at);
  }
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
