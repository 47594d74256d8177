import { Atom, Word } from "../functions/atoms.ts";
import type { Skeleton } from "../functions/find.ts";
import type { FoundFunction, Target, TokenSpan } from "../functions/found.ts";
import { afterGroupAt } from "../functions/lists.ts";
import { isText, spanText, tokenText } from "../functions/scan.ts";
import { TokenKind } from "../lexer/tokens.ts";
import { keyOfName } from "../lexer/words.ts";
import { textAt, type FileView } from "../patterns/file-view.ts";
import { keyName } from "./names.ts";

const EXPORTS = keyOfName("exports");

/** For each name of the module's scope that is exported, the export's name: `default`, or the one it goes by. */
export function exportedNames(skeleton: Skeleton): Map<string, string> {
  const names = new Map<string, string>();
  for (const span of skeleton.exports) readExport(skeleton, span, names);
  readAssignments(skeleton, names);
  return names;
}

function readExport(skeleton: Skeleton, span: TokenSpan, names: Map<string, string>): void {
  const { tokens, atoms } = skeleton;
  const first = span.start + 1;
  if (span.end === first) {
    let at = first;
    while (
      atoms[at]! >= Word.break &&
      atoms[at] !== Word.export &&
      tokens.kinds[at + 1]! <= TokenKind.Keyword &&
      tokens.newlineBefore[at + 1] !== 1
    )
      at++;
    if (atoms[at] === Word.function && atoms[at + 1] === Atom.Star) at += 2;
    const name = tokenText(tokens, at);
    names.set(name, name);
  } else if (atoms[first] === Atom.OpenBrace) {
    readNames(skeleton, first, Word.as, names);
  } else if (
    (atoms[first] === Word.default || atoms[first] === Atom.Equals) &&
    tokens.kinds[first + 1] === TokenKind.Identifier &&
    span.end === first + 2
  ) {
    names.set(tokenText(tokens, first + 1), "default");
  }
}

/** `a, b as c` behind a brace; `renames` is what stands between a name and another one for it. */
function readNames(skeleton: Skeleton, open: number, renames: number, names: Map<string, string>): void {
  const { tokens, atoms } = skeleton;
  // A brace that is never closed ends somewhere as well.
  const end = afterGroupAt(skeleton, open);
  for (let at = open + 1; at < end && atoms[at] !== Atom.CloseBrace; at++) {
    if (tokens.kinds[at]! > TokenKind.Keyword) continue;
    const name = tokenText(tokens, at);
    if (atoms[at + 1] === renames) {
      at += 2;
      if (renames === Atom.Colon) {
        if (isEndOfItem(atoms[at + 1])) names.set(tokenText(tokens, at), name);
        else at = endOfItem(skeleton, at, end);
      } else names.set(name, tokenText(tokens, at).replace(/^["']|["']$/g, ""));
    } else if (isEndOfItem(atoms[at + 1])) names.set(name, name);
    else at = endOfItem(skeleton, at, end);
  }
}

function isEndOfItem(atom: number | undefined): boolean {
  return atom === Atom.Comma || atom === Atom.CloseBrace;
}

function endOfItem(skeleton: Skeleton, start: number, limit: number): number {
  let at = start;
  while (at < limit && !isEndOfItem(skeleton.atoms[at])) {
    const atom = skeleton.atoms[at];
    const opens = atom === Atom.OpenBrace || atom === Atom.OpenBracket || atom === Atom.OpenParenthesis;
    at = opens ? Math.max(at + 1, afterGroupAt(skeleton, at)) : at + 1;
  }
  return skeleton.atoms[at] === Atom.CloseBrace ? at - 1 : at;
}

/** `module.exports = a`, `module.exports = { a, b: c }`, `exports.a = b`. */
function readAssignments(skeleton: Skeleton, names: Map<string, string>): void {
  const { tokens, atoms } = skeleton;
  // Engines look for a number faster than a loop does.
  const keys = tokens.keys.subarray(0, tokens.count);
  for (let at = keys.indexOf(EXPORTS); at >= 0; at = keys.indexOf(EXPORTS, at + 1)) {
    if (!isText(tokens, at, "exports")) continue;
    if (atoms[at - 1] === Atom.Dot && atoms[at - 2] !== Word.module) continue;
    const named = atoms[at + 1] === Atom.Dot;
    const equals = named ? at + 3 : at + 1;
    if (atoms[equals] !== Atom.Equals) continue;
    const value = equals + 1;
    if (!named && atoms[value] === Atom.OpenBrace) readNames(skeleton, value, Atom.Colon, names);
    else if (tokens.kinds[value] === TokenKind.Identifier && endsStatement(skeleton, value + 1)) {
      names.set(tokenText(tokens, value), named ? tokenText(tokens, at + 2) : "default");
    }
  }
}

function endsStatement(skeleton: Skeleton, at: number): boolean {
  const { tokens, atoms } = skeleton;
  return at >= tokens.count || atoms[at] === Atom.Semicolon || tokens.newlineBefore[at] === 1;
}

/** `default`, the name that a function is exported by, or null; asks for {@link exportedNames} only where they count. */
export function exportOf(
  view: FileView,
  found: FoundFunction,
  given: Target | null,
  names: () => ReadonlyMap<string, string>,
): string | null {
  if (found.place.owner >= 0) return null;
  const target = found.target?.kind === "argument" ? given : found.target;
  switch (target?.kind) {
    case "default":
    case "export-equals":
      return "default";
    case "variable":
      return names().get(textAt(view, target.nameToken)) ?? null;
    case "assignment": {
      const left = spanText(view.tokens, target.left);
      if (left === "module.exports") return "default";
      return /^(?:module\.)?exports\.([\w$]+)$/.exec(left)?.[1] ?? null;
    }
    case "member": {
      const { holder } = target;
      const isExports =
        holder.target?.kind === "assignment" &&
        spanText(view.tokens, holder.target.left) === "module.exports";
      return isExports && holder.kind === "object" ? keyName(view, target.key) : null;
    }
  }
  return found.isDeclaration && found.nameToken >= 0
    ? (names().get(textAt(view, found.nameToken)) ?? null)
    : null;
}
