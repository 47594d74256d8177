import { Atom, Word } from "../functions/atoms.ts";
import { afterItem, endsGroup } from "../breakdown/statements.ts";
import type { FileView } from "../patterns/file-view.ts";

/** One past the last token of the operand of `await` that starts at a token: `a.b(c)[d]`, `(e || f)`, `!g`. */
export function operandEnd(view: FileView, start: number): number {
  const { atoms, tokens } = view;
  const first = endOfPrefixes(view, start);
  // Nothing is awaited yet.
  if (endsGroup(atoms[first]!)) return first;
  let at = afterItem(view, first);
  while (at < tokens.count) {
    const atom = atoms[at]!;
    if (atom === Atom.Dot) at += 2;
    else if (atom === Atom.OptionalChain) at += 1;
    else if (tokens.inType[at] === 1 || (atom === Atom.Exclamation && atoms[at + 1] !== Atom.Equals)) at++;
    else if (atoms[at - 1] === Atom.OptionalChain) at = afterItem(view, at);
    else if (atom === Atom.OpenParenthesis || atom === Atom.OpenBracket || isTemplate(atom))
      at = afterItem(view, at);
    else break;
  }
  return Math.min(at, tokens.count);
}

/** One past the signs and words such as `await` and `!` that stand before an operand. */
export function endOfPrefixes({ atoms, tokens }: FileView, start: number): number {
  let at = start;
  while (at < tokens.count && isPrefix(atoms[at]!)) at++;
  return at;
}

function isPrefix(atom: number): boolean {
  return (
    atom === Word.new ||
    atom === Word.await ||
    atom === Word.void ||
    atom === Word.typeof ||
    atom === Atom.Exclamation
  );
}

function isTemplate(atom: number): boolean {
  return atom === Atom.TemplateHead || atom === Atom.TemplateWhole;
}
