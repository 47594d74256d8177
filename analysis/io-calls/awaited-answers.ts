import { Atom, Word } from "../functions/atoms.ts";
import type { Call } from "../functions/found.ts";
import { TokenKind } from "../lexer/tokens.ts";
import { firstFrom } from "../patterns/ascending.ts";
import { textAt, type FileView } from "../patterns/file-view.ts";

/** So many tokens of a destructuring are looked at for the names that it gives. */
const NAMES_WITHIN = 40;

const known = new WeakMap<FileView, ReadonlyMap<string, readonly number[]>>();

/** Whether the first thing that a call is given is, or is of, what its function has waited for: `toView(user, now)` behind `user = await …`. */
export function getsAwaitedAnswer(view: FileView, call: Call): boolean {
  const first = call.open + 1;
  if (view.tokens.kinds[first] !== TokenKind.Identifier || view.atoms[first] !== Atom.Plain) return false;
  const owner = view.functions[call.owner];
  if (owner === undefined) return false;
  const places = awaitedNames(view).get(textAt(view, first));
  if (places === undefined) return false;
  const place = places[firstFrom(places, owner.start)];
  return place !== undefined && place < call.open;
}

/** Where the names of a file get what is waited for, ascending: `user = await …`, `{ rows } = await …`. */
function awaitedNames(view: FileView): ReadonlyMap<string, readonly number[]> {
  const before = known.get(view);
  if (before !== undefined) return before;
  const names = new Map<string, number[]>();
  const add = (token: number): void => {
    const name = textAt(view, token);
    const places = names.get(name);
    if (places === undefined) names.set(name, [token]);
    else places.push(token);
  };
  const { atoms, tokens } = view;
  for (let token = 2; token < tokens.count; token++) {
    if (atoms[token] !== Word.await || atoms[token - 1] !== Atom.Equals) continue;
    const last = atoms[token - 2]!;
    if (tokens.kinds[token - 2] === TokenKind.Identifier) add(token - 2);
    else if (last === Atom.CloseBrace || last === Atom.CloseBracket) {
      const opens = last === Atom.CloseBrace ? Atom.OpenBrace : Atom.OpenBracket;
      const least = Math.max(0, token - NAMES_WITHIN);
      let at = token - 3;
      const within: number[] = [];
      for (; at >= least && atoms[at] !== opens; at--)
        if (tokens.kinds[at] === TokenKind.Identifier && atoms[at + 1] !== Atom.Colon) within.push(at);
      for (const name of within.reverse()) add(name);
    }
  }
  known.set(view, names);
  return names;
}
