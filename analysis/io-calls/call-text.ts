import { Atom } from "../functions/atoms.ts";
import { TokenKind } from "../lexer/tokens.ts";
import type { Call } from "../functions/found.ts";
import { nameStart } from "../patterns/chains.ts";
import { textAt, type FileView } from "../patterns/file-view.ts";

const LONGEST = 120;

/** A callee as written, without arguments, white space and comments: `Version.insert().execWithin`. */
export function callText(view: FileView, call: Call): string {
  const { atoms, ends } = view;
  let text = "";
  const start = nameStart(view, call);
  const limit = start === call.start ? call.open : call.nameToken + 1;
  for (let at = start; at < limit && text.length <= LONGEST; at++) {
    const end = ends[at]!;
    if (atoms[at] === Atom.OpenParenthesis && at > start) {
      text += "()";
      at = end < 0 ? ~end - 1 : end;
    } else if (view.tokens.inType[at] !== 1) {
      const joinsWords = at > start && isWordLike(view, at - 1) && isWordLike(view, at);
      text += joinsWords ? ` ${textAt(view, at)}` : textAt(view, at);
    }
  }
  // `run` of `this.run?.()` and `this.run!()`: what is behind it is no part of its name.
  text = text.replace(/(?:\?\.|!)$/, "");
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

function isWordLike(view: FileView, token: number): boolean {
  return view.tokens.kinds[token]! <= TokenKind.Keyword;
}
