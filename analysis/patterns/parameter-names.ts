import { Atom, Word } from "../functions/atoms.ts";
import type { Skeleton } from "../functions/find.ts";
import type { FoundFunction } from "../functions/found.ts";
import { listItems, startOfLastItem } from "../functions/lists.ts";
import { isText, tokenText } from "../functions/scan.ts";
import { TokenKind } from "../lexer/tokens.ts";

/** What a handler of HTTP is given first. */
export const REQUEST = /^_?(?:req|request)$/;

/** The names of a function's parameters; "" for a pattern. */
export function parameterNames(skeleton: Skeleton, { parameters }: FoundFunction): string[] {
  return listItems(skeleton, parameters.start, parameters.end).map(({ start, end }) =>
    tokenText(skeleton.tokens, nameOfParameter(skeleton, start, end)),
  );
}

/** The functions around others that have a parameter of some name, by that name and by the function that was asked from. */
const holders = new WeakMap<Skeleton, Map<string, Map<number, number>>>();

/** The innermost function that has a parameter of a name, from one on outwards; -1 where there is none. */
export function functionWithParameter(skeleton: Skeleton, from: number, name: string): number {
  const ofFile = holders.get(skeleton) ?? new Map<string, Map<number, number>>();
  holders.set(skeleton, ofFile);
  const known = ofFile.get(name) ?? new Map<number, number>();
  ofFile.set(name, known);
  let around = from;
  while (around >= 0 && !known.has(around) && !hasParameter(skeleton, around, name))
    around = skeleton.functions[around]!.parent;
  const holder = around < 0 ? -1 : (known.get(around) ?? around);
  for (let inner = from; inner > around; inner = skeleton.functions[inner]!.parent) known.set(inner, holder);
  if (around >= 0) known.set(around, holder);
  return holder;
}

function hasParameter(skeleton: Skeleton, index: number, name: string): boolean {
  const found = skeleton.functions[index]!;
  let { start } = found.parameters;
  while (start < found.parameters.end && !isText(skeleton.tokens, start, name)) start++;
  return start < found.parameters.end && parameterNames(skeleton, found).includes(name);
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
