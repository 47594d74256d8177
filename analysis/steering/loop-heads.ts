import { Atom, Word } from "../functions/atoms.ts";
import { afterGroupAt } from "../functions/lists.ts";
import { textAt, type FileView } from "../patterns/file-view.ts";
import { isWordAt } from "./word-at.ts";

/** What stands between the parentheses of a `for`. */
interface ForParts {
  /** Where `items` of `for (… of items)` starts; negative for any other. */
  readonly items: number;
  /** Whether it is `for (;;)`. */
  readonly isEndless: boolean;
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
