import { Atom, Word } from "../functions/atoms.ts";
import type { Call } from "../functions/found.ts";
import type { Skeleton } from "../functions/find.ts";
import { tokenText } from "../functions/scan.ts";
import { TokenKind } from "../lexer/tokens.ts";
import { NameFilter } from "./name-filter.ts";

/** What calls the function that it is given first in a later turn, with the arguments that stand behind it. */
const DEFERRING: readonly string[] = ["setImmediate", "nextTick", "queueMicrotask"];
/** So far behind the sign of an assignment such a name stands: `= typeof setImmediate === "function" ? setImmediate : process.nextTick`. */
const FARTHEST = 12;

/** The calls of a file that do nothing but to have the function that they are given first called in a later turn. */
export class DeferringCalls {
  readonly #skeleton: Skeleton;
  /** Those of the runtime, and what the file calls them: `defer` of `const defer = setImmediate`. */
  readonly #names: ReadonlySet<string>;
  readonly #filter: NameFilter;

  constructor(skeleton: Skeleton) {
    this.#skeleton = skeleton;
    this.#names = namesOf(skeleton);
    this.#filter = new NameFilter(this.#names);
  }

  /** Whether a call, by its index, is one. */
  has(call: number): boolean {
    const { calls } = this.#skeleton;
    return this.#filter.hasKey(calls.nameKeys[call]!) && this.isOne(calls.at(call));
  }

  /** Whether a call is one. */
  isOne({ nameToken, constructs }: Call): boolean {
    return nameToken >= 0 && !constructs && this.#names.has(tokenText(this.#skeleton.tokens, nameToken));
  }
}

function namesOf(skeleton: Skeleton): ReadonlySet<string> {
  const { tokens } = skeleton;
  const names = new Set<string>();
  const used = DEFERRING.filter((name) => tokens.text.includes(name));
  if (used.length === 0) return names;
  const filter = new NameFilter(used);
  for (let token = 0; token < tokens.count; token++) {
    if (!filter.has(tokens, token)) continue;
    const name = tokenText(tokens, token);
    if (!used.includes(name)) continue;
    names.add(name);
    const alias = aliasOf(skeleton, token);
    if (alias >= 0) names.add(tokenText(tokens, alias));
  }
  return names;
}

/** Token of the name that is given what stands at a token, be it under a condition or taken out of an object; -1 where none is. */
function aliasOf(skeleton: Skeleton, token: number): number {
  const { tokens, atoms } = skeleton;
  if (isKeyOfPattern(skeleton, token)) return token + 2;
  if (!isValue(atoms[token + 1]!) && tokens.newlineBefore[token + 1] !== 1 && token + 1 < tokens.count)
    return -1;
  for (let before = token - 1; before > 0 && token - before <= FARTHEST; before--) {
    const atom = atoms[before]!;
    if (atom === Word.typeof && before === token - 1) return -1;
    if (atom === Atom.Equals) return tokens.kinds[before - 1] === TokenKind.Identifier ? before - 1 : -1;
    if (atom === Atom.Semicolon || atom === Atom.Comma || atom === Atom.Arrow) return -1;
    if (atom === Atom.OpenBrace || atom === Atom.CloseBrace || atom === Atom.OpenParenthesis) return -1;
  }
  return -1;
}

/** `{ nextTick: later } = process` */
function isKeyOfPattern({ tokens, atoms }: Skeleton, token: number): boolean {
  if (atoms[token + 1] !== Atom.Colon || tokens.kinds[token + 2] !== TokenKind.Identifier) return false;
  for (let open = token - 1; open >= 0 && token - open <= FARTHEST; open--)
    if (atoms[open] === Atom.OpenBrace) return atoms[tokens.match[open]! + 1] === Atom.Equals;
  return false;
}

/** Whether what stands before a token is a value, and neither called nor asked about; `nextTick.bind(process)` is one, too. */
function isValue(after: number): boolean {
  if (after === Atom.Semicolon || after === Atom.Comma || after === Atom.Colon || after === Atom.Dot)
    return true;
  return after === Atom.CloseParenthesis || after === Atom.CloseBrace || after === Atom.Logical;
}
