import { findFunctions } from "../functions/find.ts";
import { Atom } from "../functions/atoms.ts";
import { lex } from "../lexer/lex.ts";
import { copyTokens, TokenKind } from "../lexer/tokens.ts";
import type { Language } from "../model.ts";
import { textAt, viewOf, type FileView } from "../patterns/file-view.ts";
import { LineCounter } from "../source/line-counter.ts";
import { Edits } from "./edits.ts";
import { INSTEAD_OF_NOTHING } from "./something.ts";

/** A place at which a member of nothing was read: `Cannot read properties of undefined (reading 'user')`. */
export interface Gap {
  readonly line: number;
  readonly member: string;
}

/**
 * Rewrites a text so that what a member is read of at the gaps is given to a function that makes it up where it is nothing:
 * `row.user.name` becomes `__asyncCostInstead(row.user,"user").name`. Places up to `start`, and lines, stay where they are.
 * Undefined where none of the gaps is there.
 */
export function fillGaps(
  text: string,
  language: Language,
  start: number,
  gaps: readonly Gap[],
): string | undefined {
  const tokens = copyTokens(lex(text, language));
  const view = viewOf(findFunctions(tokens, language));
  const counter = new LineCounter(text, tokens.bytes);
  const edits = new Edits(tokens);
  const members = new Set(gaps.map(({ member }) => member));
  for (let at = 2; at < tokens.starts.length; at++) {
    if (tokens.starts[at]! <= start || view.atoms[at - 1] !== Atom.Dot) continue;
    const name = textAt(view, at);
    if (!members.has(name)) continue;
    const { line } = counter.positionAt(tokens.starts[at]!);
    if (!gaps.some((gap) => gap.line === line && gap.member === name)) continue;
    const base = baseBefore(view, at - 1);
    if (base === undefined || tokens.starts[base]! <= start) continue;
    const called = nameOf(view, base, at - 1);
    edits.wrap(base, at - 1, `${INSTEAD_OF_NOTHING}(`, `,${JSON.stringify(called)})`);
  }
  return edits.places.length === 0 ? undefined : edits.apply();
}

/** Where the expression begins that stands before a dot; undefined where that cannot be told. */
function baseBefore(view: FileView, dot: number): number | undefined {
  const { atoms, tokens } = view;
  let at = dot - 1;
  for (;;) {
    while (textAt(view, at) === "!") at--;
    const atom = atoms[at];
    const closes = atom === Atom.CloseParenthesis || atom === Atom.CloseBracket ? tokens.match[at]! : -1;
    if (closes >= 0) {
      // What is called, or indexed, stands before the brackets; a group or a list stands alone.
      if (!endsValue(view, closes - 1)) return closes;
      at = closes - 1;
      continue;
    }
    const kind = tokens.kinds[at];
    const isName =
      kind === TokenKind.Identifier ||
      kind === TokenKind.PrivateName ||
      /^(?:this|super)$/.test(textAt(view, at));
    if (!isName) return undefined;
    const before = textAt(view, at - 1);
    if (before === "new") return undefined;
    if (before !== "." && before !== "?.") return textAt(view, at) === "super" ? undefined : at;
    at -= 2;
  }
}

/** Whether what is called or indexed may end at a token. */
function endsValue(view: FileView, at: number): boolean {
  const { kinds } = view.tokens;
  const text = textAt(view, at);
  return (
    kinds[at] === TokenKind.Identifier ||
    kinds[at] === TokenKind.PrivateName ||
    /^(?:this|super|\)|\]|!|\?\.)$/.test(text)
  );
}

/** What a value is called: the last name of it that no brackets are around. */
function nameOf(view: FileView, base: number, end: number): string {
  let name = "value";
  let depth = 0;
  for (let at = base; at < end; at++) {
    const text = textAt(view, at);
    if ("([{".includes(text)) depth++;
    else if (")]}".includes(text)) depth--;
    else if (depth === 0 && view.tokens.kinds[at] === TokenKind.Identifier) name = text;
  }
  return name;
}
