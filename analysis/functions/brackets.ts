import { isLineEnd } from "../lexer/characters.ts";
import type { TokenList } from "../lexer/tokens.ts";
import { Atom } from "./atoms.ts";
import { groupOf, lineStart, type GroupOf, type LineStart } from "./left-open.ts";

/**
 * Where each bracket group ends. For an opening token: the index of its closing token, or, where that is missing, the
 * bitwise complement of the index at which the group is taken to end (that token is not part of it). The others' numbers
 * mean nothing.
 */
export type GroupEnds = Int32Array;

/** A bracket without its partner. */
export interface LoneBracket {
  readonly token: number;
  readonly opens: boolean;
}

/** The groups of a token list, with what did not match. */
export interface Brackets {
  readonly ends: GroupEnds;
  readonly lone: readonly LoneBracket[];
}

const closerOf = (atom: number): number => {
  switch (atom) {
    case Atom.OpenParenthesis:
      return Atom.CloseParenthesis;
    case Atom.OpenBracket:
      return Atom.CloseBracket;
    case Atom.OpenBrace:
      return Atom.CloseBrace;
    default:
      return Atom.TemplateTail;
  }
};

const isOpener = (atom: number): boolean =>
  atom === Atom.OpenParenthesis ||
  atom === Atom.OpenBracket ||
  atom === Atom.OpenBrace ||
  atom === Atom.TemplateHead ||
  atom === Atom.TemplateMiddle;

const isCloser = (atom: number): boolean =>
  atom === Atom.CloseParenthesis ||
  atom === Atom.CloseBracket ||
  atom === Atom.CloseBrace ||
  atom === Atom.TemplateMiddle ||
  atom === Atom.TemplateTail;

const IS_BRACKET = Uint8Array.from({ length: 256 }, (_, atom) => (isOpener(atom) || isCloser(atom) ? 1 : 0));

/**
 * Matches brackets. In well-formed text the lexer has done so; it may have given up over a tag or a type where the
 * brackets themselves fit. Where one is missing, the lines' indentation tells which bracket it is, so that what stands
 * outside the damaged part keeps its groups.
 */
export function matchBrackets(tokens: TokenList, atoms: Uint8Array): Brackets {
  if (tokens.isBalanced) return { ends: tokens.match, lone: [] };
  return matchPlainly(tokens.count, atoms) ?? matchByIndentation(tokens, atoms);
}

function matchPlainly(count: number, atoms: Uint8Array): Brackets | undefined {
  const ends = new Int32Array(count);
  const open: number[] = [];
  for (let index = 0; index < count; index++) {
    const atom = atoms[index]!;
    if (IS_BRACKET[atom] === 0) continue;
    if (isCloser(atom)) {
      const opener = open.pop();
      if (opener === undefined || !closes(atom, atoms[opener]!)) return undefined;
      ends[opener] = index;
    }
    if (isOpener(atom)) open.push(index);
  }
  return open.length === 0 ? { ends, lone: [] } : undefined;
}

function closes(closer: number, opener: number): boolean {
  const expected = closerOf(opener);
  return closer === expected || (closer === Atom.TemplateMiddle && expected === Atom.TemplateTail);
}

/** A group that is open, with the indentation of its line. */
interface Open {
  readonly token: number;
  readonly indentation: number;
  readonly of: GroupOf;
}

function matchByIndentation(tokens: TokenList, atoms: Uint8Array): Brackets {
  const { count } = tokens;
  const ends = new Int32Array(count);
  const lone: LoneBracket[] = [];
  const open: Open[] = [];
  let indentation = 0;

  /** Ends the groups above `height` before token `index`. */
  const abandon = (height: number, index: number): void => {
    while (open.length > height) {
      const { token } = open.pop()!;
      ends[token] = ~index;
      lone.push({ token, opens: true });
    }
  };

  for (let index = 0; index < count; index++) {
    const atom = atoms[index]!;
    const firstOfLine = index === 0 || tokens.newlineBefore[index] === 1;
    if (firstOfLine) {
      indentation = indentationAt(tokens.text, tokens.starts[index]!);
      const start = lineStart(tokens, atoms, index);
      let height = open.length;
      while (height > 0 && leavesOpen(open[height - 1]!, start, indentation)) height--;
      abandon(height, index);
    }
    if (isCloser(atom)) {
      const height = heightToClose(open, atoms, atom, firstOfLine, indentation);
      if (height < 0) lone.push({ token: index, opens: false });
      else {
        abandon(height + 1, index);
        ends[open.pop()!.token] = index;
      }
    }
    if (isOpener(atom)) open.push({ token: index, indentation, of: groupOf(atoms, index, open.at(-1)?.of) });
  }
  abandon(0, count);
  lone.sort((left, right) => left.token - right.token);
  return { ends, lone };
}

/** Whether a line shows that a group is not still open where it begins, no deeper than that group's own line. */
function leavesOpen(group: Open, start: LineStart, indentation: number): boolean {
  if (indentation > group.indentation) return false;
  switch (group.of) {
    case "list":
      return start.endsLists;
    case "object":
      return start.endsObjects;
    case "class":
      return start.endsClasses;
    case "other":
      return false;
  }
}

/** Open groups that are looked at for one closing token: no code nests deeper, and broken text stays linear. */
const LOOKED_AT_MOST = 256;

/** The height in `open` of the group that a closing token ends; -1 when it ends none of them. */
function heightToClose(
  open: readonly Open[],
  atoms: Uint8Array,
  closer: number,
  firstOfLine: boolean,
  indentation: number,
): number {
  const top = open.length - 1;
  const bottom = Math.max(0, open.length - LOOKED_AT_MOST);
  let nearest = top;
  while (nearest >= bottom && !closes(closer, atoms[open[nearest]!.token]!)) nearest--;
  if (nearest < bottom) return -1;
  if (firstOfLine && closer === Atom.CloseBrace) {
    // A brace at the start of a line stands as deep as the line of its opener.
    if (indentation > open[nearest]!.indentation) return -1;
    for (let height = nearest; height >= bottom; height--) {
      const group = open[height]!;
      if (group.indentation < indentation) break;
      if (group.indentation === indentation && closes(closer, atoms[group.token]!)) return height;
    }
    return nearest;
  }
  if (nearest === top) return nearest;
  for (let height = top; height > nearest; height--) {
    // A parenthesis may not end the block around it, unless its line shows that it is meant.
    if (atoms[open[height]!.token] === Atom.OpenBrace && open[nearest]!.indentation !== indentation)
      return -1;
  }
  return nearest;
}

function indentationAt(text: string, offset: number): number {
  let start = offset;
  while (start > 0 && !isLineEnd(text.charCodeAt(start - 1))) start--;
  let width = 0;
  for (let index = start; index < offset; index++) {
    const code = text.charCodeAt(index);
    if (code === 32) width++;
    else if (code === 9) width += 4;
    else break;
  }
  return width;
}
