import { Atom, Word } from "../functions/atoms.ts";
import type { Skeleton } from "../functions/find.ts";
import type { FoundFunction } from "../functions/found.ts";
import { listItems, startOfLastItem } from "../functions/lists.ts";
import { tokenText } from "../functions/scan.ts";
import { TokenKind } from "../lexer/tokens.ts";

/** The names of a function's parameters; "" for a pattern. */
export function parameterNames(skeleton: Skeleton, { parameters }: FoundFunction): string[] {
  return listItems(skeleton, parameters.start, parameters.end).map(({ start, end }) =>
    tokenText(skeleton.tokens, nameOfParameter(skeleton, start, end)),
  );
}

/** Token of the last name in {@link parameterNames} of the parameters between two tokens; -1 for a pattern. */
export function lastParameterName(skeleton: Skeleton, start: number, end: number): number {
  const { atoms, tokens } = skeleton;
  const last = end - 1;
  const isName = tokens.kinds[last]! <= TokenKind.Keyword && tokens.inType[last] !== 1;
  if (isName && (last === start || atoms[last - 1] === Atom.Comma)) return last;
  return nameOfParameter(skeleton, startOfLastItem(skeleton, start, end), end);
}

/** Token of the name of the parameter between two tokens; -1 for a pattern. */
function nameOfParameter({ atoms, tokens }: Skeleton, start: number, end: number): number {
  const { kinds } = tokens;
  let token = start;
  while (token < end && atoms[token] === Atom.Ellipsis) token++;
  while (token + 1 < end && isModifier(atoms[token]!) && kinds[token + 1]! <= TokenKind.Keyword) token++;
  return kinds[token]! <= TokenKind.Keyword ? token : -1;
}

function isModifier(atom: number): boolean {
  return atom === Word.private || atom === Word.public || atom === Word.protected || atom === Word.readonly;
}
