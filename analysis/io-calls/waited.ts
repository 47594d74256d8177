import { Atom, Word } from "../functions/atoms.ts";
import type { Call } from "../functions/found.ts";
import type { FileView } from "../patterns/file-view.ts";

/** What stands in front of an expression and waits for it, or may do so as `yield` does; null where nothing does. */
export type Wait = "promise" | "yield" | "stream" | null;

/** What waits for what stands behind some parentheses and `new`: thousands of them may stand before one another. */
const behind = new WeakMap<FileView, Map<number, Wait>>();

/** Whether the expression that starts at a token stands under `await`, `yield`, or in the head of `for await`. */
export function waitAt(view: FileView, start: number): Wait {
  if (!isPassed(view, start - 1)) return waitBy(view, start - 1);
  const known = behind.get(view) ?? new Map<number, Wait>();
  behind.set(view, known);
  let before = start - 1;
  while (isPassed(view, before) && !known.has(before)) before--;
  const wait = known.get(before) ?? waitBy(view, before);
  for (let token = start - 1; token > before; token--) known.set(token, wait);
  return wait;
}

/** Whether what waits for an expression may stand further left than a token before it. */
function isPassed(view: FileView, token: number): boolean {
  if (view.atoms[token] === Atom.OpenParenthesis) return isGrouping(view, token);
  return view.atoms[token] === Word.new;
}

/** How a token waits for what stands behind it. */
function waitBy(view: FileView, token: number): Wait {
  switch (view.atoms[token]) {
    case Word.await:
      return "promise";
    case Word.yield:
      return "yield";
    case Atom.Star:
      return view.atoms[token - 1] === Word.yield ? "yield" : null;
    case Word.of:
      return isForAwait(view, token) ? "stream" : null;
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
  const open = openAround(view, before);
  return open > 0 && view.atoms[open] !== Atom.OpenParenthesis && view.atoms[open - 1] === Word.yield;
}

/** What stands open at tokens of files, as far as it was asked for. */
const around = new WeakMap<FileView, Map<number, number>>();

/** The bracket, brace or parenthesis that stands open at a token, or is it; -1 where there is none. */
export function openAround(view: FileView, token: number): number {
  const ofFile = around.get(view) ?? new Map<number, number>();
  around.set(view, ofFile);
  let at = token;
  const passed: number[] = [];
  // What is known of one goes for all that are passed on the way to it, of whatever depth they are.
  while (at >= 0 && !ofFile.has(at) && !isOpenAt(view, at, token)) {
    passed.push(at);
    const partner = view.tokens.match[at]!;
    at = partner >= 0 && partner < at ? partner - 1 : at - 1;
  }
  const open = at < 0 ? -1 : (ofFile.get(at) ?? at);
  for (const one of passed) ofFile.set(one, open);
  return open;
}

function isOpenAt(view: FileView, open: number, token: number): boolean {
  const atom = view.atoms[open];
  const opens = atom === Atom.OpenBracket || atom === Atom.OpenBrace || atom === Atom.OpenParenthesis;
  const end = view.ends[open]!;
  return opens && (end < 0 ? ~end : end) > token;
}
