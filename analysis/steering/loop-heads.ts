import { Atom, Word } from "../functions/atoms.ts";
import { afterGroupAt } from "../functions/lists.ts";
import { textAt, type FileView } from "../patterns/file-view.ts";
import type { Edits } from "./edits.ts";
import { isWordAt } from "./failing.ts";

/** The variable in which the text that is made counts a loop's rounds. */
export const ROUNDS = "__asyncCostRounds";

/** What stands between the parentheses of a `for`. */
interface ForParts {
  /** Where `items` of `for (… of items)` starts; negative for any other. */
  readonly items: number;
  /** Whether it is `for (;;)`. */
  readonly isEndless: boolean;
}

/** One past a block; where it starts for what is none. */
export function endOfBlock(view: FileView, at: number): number {
  return view.atoms[at] === Atom.OpenBrace ? afterGroupAt(view, at) : at;
}

/**
 * Has a `for` that begins by declaring something, or with nothing, count its rounds from 1 on; whether it is one.
 *
 * @param head Its opening parenthesis, and one past the closing one.
 */
export function countRounds(
  view: FileView,
  edits: Edits,
  { open, after }: { readonly open: number; readonly after: number },
  { items, isEndless }: ForParts,
): boolean {
  const { atoms } = view;
  if (items >= 0 || isEndless) return false;
  const first = nextSemicolon(view, open + 1, after - 1);
  const second = first < 0 ? -1 : nextSemicolon(view, first + 1, after - 1);
  if (second <= first + 1) return false;
  const declares = /^(?:let|var)$/.test(textAt(view, open + 1));
  if (!declares && atoms[open + 1] !== Atom.Semicolon) return false;
  edits.withoutPlace(() => {
    edits.insertBehind(first - 1, declares ? `,${ROUNDS}=0` : `let ${ROUNDS}=0`);
    edits.wrap(first + 1, second, "((", `)&&++${ROUNDS}>0)`);
  });
  return true;
}

function nextSemicolon(view: FileView, start: number, end: number): number {
  const { atoms } = view;
  for (let at = start; at < end;) {
    if (atoms[at] === Atom.Semicolon) return at;
    const opens =
      atoms[at] === Atom.OpenParenthesis || atoms[at] === Atom.OpenBracket || atoms[at] === Atom.OpenBrace;
    at = opens ? Math.max(afterGroupAt(view, at), at + 1) : at + 1;
  }
  return -1;
}

/** The parts of a `for` between its parentheses. */
export function partsOf(view: FileView, start: number, end: number): ForParts {
  const { atoms } = view;
  for (let at = start; at < end;) {
    if (at > start && (atoms[at] === Word.of || isWordAt(view, at, Word.in))) {
      return { items: at + 1, isEndless: false };
    }
    const opens =
      atoms[at] === Atom.OpenParenthesis || atoms[at] === Atom.OpenBracket || atoms[at] === Atom.OpenBrace;
    at = opens ? Math.max(afterGroupAt(view, at), at + 1) : at + 1;
  }
  const isEndless = end === start + 2 && atoms[start] === Atom.Semicolon;
  return { items: -1, isEndless };
}

/** Whether a `while` goes on whatever happens: `while (true)`, `while (1)`. */
export function isEndlessHead(
  view: FileView,
  { open, after }: { readonly open: number; readonly after: number },
): boolean {
  return after === open + 3 && /^(?:true|[1-9]\d*)$/.test(textAt(view, open + 1));
}

/** What leaves a loop, or lets others go on meanwhile. */
const EXITS: ReadonlySet<string> = new Set(["break", "continue", "return", "throw", "await", "yield"]);

/** Whether nothing in a loop's body leaves it: one that has no other end either is endless by itself, whatever values it works on. */
export function isWithoutExit(view: FileView, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (EXITS.has(textAt(view, at))) return false;
  return true;
}
