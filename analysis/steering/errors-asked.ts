import { Atom, Word } from "../functions/atoms.ts";
import { TokenKind } from "../lexer/tokens.ts";
import { isErrorName } from "../patterns/callback-names.ts";
import { textAt, type FileView } from "../patterns/file-view.ts";
import { IS_FAILURE } from "./something.ts";

/** What makes a condition true or false: for in front of it, and behind it. */
interface Decision {
  readonly before: string;
  readonly after: string;
}

/**
 * How the condition between two tokens is decided. One that asks for an error, as `if (err) return cb(err)` does, is so only
 * as long as nothing has failed: an I/O call that is made to fail goes where the source has it go.
 */
export function decisionOf(view: FileView, start: number, end: number, choice: boolean): Decision {
  const errors = errorsAsked(view, start, end);
  if (errors.length === 0) return { before: "(", after: choice ? ")||true" : ")&&false" };
  const fails = `${IS_FAILURE}(${errors.join(",")})`;
  return { before: "(", after: choice ? `)||!${fails}` : `)&&${fails}` };
}

/** The variables that a condition reads and that are named as errors are; none where a function in it may have its own. */
function errorsAsked(view: FileView, start: number, end: number): string[] {
  const { atoms, tokens } = view;
  const names = new Set<string>();
  for (let at = start; at < end; at++) {
    if (atoms[at] === Atom.Arrow || atoms[at] === Word.function || atoms[at] === Atom.OpenBrace) return [];
    const isVariable = tokens.kinds[at] === TokenKind.Identifier && atoms[at - 1] !== Atom.Dot;
    // What may be no variable at all is asked for so.
    if (!isVariable || tokens.inType[at] === 1 || textAt(view, at - 1) === "typeof") continue;
    if (isErrorName(textAt(view, at))) names.add(textAt(view, at));
  }
  return [...names];
}
