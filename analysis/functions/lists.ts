import { Atom } from "./atoms.ts";
import type { TokenSpan } from "./found.ts";
import type { Skeleton } from "./find.ts";

type Groups = Pick<Skeleton, "atoms" | "ends" | "tokens">;

/** The index of the first token after the group that opens at `open`. */
export function afterGroupAt({ ends }: Pick<Groups, "ends">, open: number): number {
  const end = ends[open]!;
  return end < 0 ? ~end : end + 1;
}

/** The items between commas at the top of a stretch of tokens. */
export function listItems(groups: Groups, start: number, end: number): TokenSpan[] {
  const { atoms, tokens } = groups;
  const items: TokenSpan[] = [];
  let first = start;
  let index = start;
  while (index < end) {
    if (atoms[index] === Atom.Comma && tokens.inType[index] !== 1) {
      items.push({ start: first, end: index });
      first = index + 1;
    }
    index = afterItemToken(groups, index);
  }
  if (first < end) items.push({ start: first, end });
  return items;
}

/** Where the last of the {@link listItems} starts. */
export function startOfLastItem(groups: Groups, start: number, end: number): number {
  const { atoms, tokens } = groups;
  let before = start;
  let first = start;
  let index = start;
  while (index < end) {
    if (atoms[index] === Atom.Comma && tokens.inType[index] !== 1) {
      before = first;
      first = index + 1;
    }
    index = afterItemToken(groups, index);
  }
  return first < end ? first : before;
}

/** One past a token, or past the group that it opens. */
export function afterItemToken(groups: Pick<Groups, "atoms" | "ends">, index: number): number {
  const atom = groups.atoms[index]!;
  const opens =
    atom === Atom.OpenParenthesis ||
    atom === Atom.OpenBrace ||
    atom === Atom.OpenBracket ||
    atom === Atom.TemplateHead ||
    atom === Atom.TemplateMiddle;
  return opens ? Math.max(afterGroupAt(groups, index), index + 1) : index + 1;
}
