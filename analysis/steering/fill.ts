import { expressionEnd } from "../breakdown/statements.ts";
import { findFunctions } from "../functions/find.ts";
import { Atom } from "../functions/atoms.ts";
import { lex } from "../lexer/lex.ts";
import { copyTokens, TokenKind } from "../lexer/tokens.ts";
import type { Language } from "../model.ts";
import { textAt, viewOf, type FileView } from "../patterns/file-view.ts";
import { LineCounter } from "../source/line-counter.ts";
import { Edits } from "./edits.ts";
import { baseBefore } from "./member-base.ts";
import { INSTEAD_OF_NOTHING } from "./something.ts";

/**
 * A place at which a member of nothing was read: `Cannot read properties of undefined (reading 'user')`, `Cannot destructure
 * property 'user' of 'row.data' as it is undefined`.
 */
export interface Gap {
  readonly line: number;
  readonly member: string;
}

/**
 * Rewrites a text so that what a member is read of at the gaps is given to a function that makes it up where it is nothing:
 * `row.user.name` becomes `__asyncCostInstead(row.user,"user").name`, and `const { name } = row.user` becomes
 * `const { name } = __asyncCostInstead(row.user,"user")`. Places up to `start`, and lines, stay where they are.
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
  const filled = new Set<number>();
  for (let at = 2; at < tokens.starts.length; at++) {
    if (tokens.starts[at]! <= start) continue;
    const name = textAt(view, at);
    if (!members.has(name)) continue;
    const { line } = counter.positionAt(tokens.starts[at]!);
    if (!gaps.some((gap) => gap.line === line && gap.member === name)) continue;
    const [from, end] =
      view.atoms[at - 1] === Atom.Dot ? [baseBefore(view, at - 1), at - 1] : takenApart(view, at);
    if (from === undefined || tokens.starts[from]! <= start || filled.has(from)) continue;
    filled.add(from);
    const called = nameOf(view, from, end);
    edits.wrap(from, end, `${INSTEAD_OF_NOTHING}(`, `,${JSON.stringify(called)})`);
  }
  return edits.areNone ? undefined : edits.apply();
}

/** What the pattern `{ … } = value` takes apart of which a token is a key: its first token and one past its last. */
function takenApart(view: FileView, key: number): readonly [number | undefined, number] {
  const { atoms, tokens } = view;
  let open = key - 1;
  while (open >= 0 && textAt(view, open) !== "{") {
    const partner = tokens.match[open]!;
    if (partner > open) return [undefined, 0];
    open = (partner >= 0 ? partner : open) - 1;
  }
  let equals = open < 0 ? -1 : tokens.match[open]! + 1;
  // `{ name }: User = row.user`
  while (equals > 0 && (tokens.inType[equals] === 1 || atoms[equals] === Atom.Colon)) equals++;
  if (equals <= 0 || atoms[equals] !== Atom.Equals) return [undefined, 0];
  return [equals + 1, expressionEnd(view, equals + 1, tokens.starts.length, true)];
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
