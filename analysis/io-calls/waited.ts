import { Atom, Word } from "../functions/atoms.ts";
import type { Call } from "../functions/found.ts";
import type { FileView } from "../patterns/file-view.ts";

/** What stands in front of an expression and waits for it, or may do so as `yield` does; null where nothing does. */
export type Wait = "promise" | "yield" | "stream" | null;

/** Whether the expression that starts at a token stands under `await`, `yield`, or in the head of `for await`. */
export function waitAt(view: FileView, start: number): Wait {
  let before = start - 1;
  while (before >= 0 && (view.atoms[before] === Word.new || view.atoms[before] === Atom.OpenParenthesis)) {
    // The parentheses of a call are not around the expression only.
    if (view.atoms[before] === Atom.OpenParenthesis && !isGrouping(view, before)) return null;
    before--;
  }
  switch (view.atoms[before]) {
    case Word.await:
      return "promise";
    case Word.yield:
      return "yield";
    case Atom.Star:
      return view.atoms[before - 1] === Word.yield ? "yield" : null;
    case Word.of:
      return isForAwait(view, before) ? "stream" : null;
  }
  return null;
}

/** Parentheses behind `await`, `yield` or another opening one group; behind a name they call. */
function isGrouping(view: FileView, open: number): boolean {
  const before = view.atoms[open - 1];
  return (
    before === Word.await || before === Word.yield || before === Atom.OpenParenthesis || before === Atom.Star
  );
}

function isForAwait(view: FileView, of: number): boolean {
  for (let at = of - 1; at > 0 && of - at < 200; at--) {
    const end = view.ends[at]!;
    if (view.atoms[at] === Atom.OpenParenthesis && (end < 0 ? ~end : end) > of) {
      return view.atoms[at - 1] === Word.await && view.atoms[at - 2] === Word.for;
    }
  }
  return false;
}

/** Whether the chain that begins with a call is in brackets that are waited for as a whole: `yield [a(), b()]`. */
export function isInYieldedList(view: FileView, first: Call): boolean {
  const before = first.start - 1;
  const atom = view.atoms[before];
  if (atom !== Atom.OpenBracket && atom !== Atom.Comma && atom !== Atom.Colon) return false;
  for (let at = before; at > 0 && before - at < 2000; at--) {
    const end = view.ends[at]!;
    const opens = view.atoms[at] === Atom.OpenBracket || view.atoms[at] === Atom.OpenBrace;
    if (opens && (end < 0 ? ~end : end) > first.start) return view.atoms[at - 1] === Word.yield;
  }
  return false;
}
