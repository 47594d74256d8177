import { Atom, Word } from "../functions/atoms.ts";
import type { Skeleton } from "../functions/find.ts";
import { isSameName, isText, tokenText } from "../functions/scan.ts";
import { TokenKind, type TokenList } from "../lexer/tokens.ts";
import { KEY_ENDS, endOfKey } from "../lexer/words.ts";
import { isCallbackName, isErrorName, isFunctionName, mayEndCallbackName } from "./callback-names.ts";
import { DeferringCalls } from "./deferring.ts";
import { lastParameterName } from "./parameter-names.ts";

/** What ends of keys stand for: names that say of what they stand for that it is a callback, and others. */
const End = { Telling: 1, Other: 2 } as const;

const UNDERSCORE = 0x5f;
const LOWER_E = 0x65;
const LOWER_R = 0x72;
const LOWER_U = 0x75;

/**
 * Of each function the name of its last parameter, and the calls in it that may call that name or hand it on as their
 * last argument, or as the first of what calls that in a later turn, those of nested functions too. Found in one pass over the calls: each looks at the functions around
 * it, and a number that names have in common with their like tells almost all others apart.
 *
 * Most last parameters are no callbacks: one whose name does not say so counts only where it is called with what may be an
 * error, or with `null` or `undefined`. So for such names only those calls are looked for, until somebody asks for all.
 */
export class CallbackUses {
  /** Token of each function's last parameter's name; -1 where there is none. */
  readonly lastNames: Int32Array;
  readonly deferring: DeferringCalls;
  readonly #skeleton: Skeleton;
  /** For each function, 1 where all calls of that kind were looked for. */
  readonly #isWhole: Uint8Array;
  #all: CallbackUses | undefined;
  /** Of each function the key of that name, from 1 on; 0 for none. */
  readonly #keys: Int32Array;
  /** Of each function the first row of {@link #calls}; -1 for none. */
  readonly #firstRows: Int32Array;
  /** For each function, 1 if it may call that name. */
  readonly #isCalled: Uint8Array;
  readonly #calls: number[] = [];
  readonly #nextRows: number[] = [];

  /** @param all Whether to look for all calls at once. */
  constructor(skeleton: Skeleton, all = false) {
    const { functionList, calls, atoms, tokens } = skeleton;
    const { kinds, keys: nameKeys } = tokens;
    const { starts, nameTokens, opens, owners, startKeys } = calls;
    const { parents, parametersStarts, parametersEnds, length } = functionList;
    this.#skeleton = skeleton;
    this.lastNames = new Int32Array(length).fill(-1);
    this.#firstRows = new Int32Array(length).fill(-1);
    this.#isCalled = new Uint8Array(length);
    this.#isWhole = new Uint8Array(length);
    this.deferring = new DeferringCalls(skeleton);
    const keys = (this.#keys = new Int32Array(length));
    /** For each end of such a key, what of {@link End} it may be. */
    const ofEnds = new Uint8Array(KEY_ENDS);
    for (let index = 0; index < length; index++) {
      const first = parametersStarts[index]!;
      const end = parametersEnds[index]!;
      if (first === end) continue;
      const name = lastParameterName(skeleton, first, end);
      this.lastNames[index] = name;
      if (name < 0) continue;
      const isWhole = all || isTelling(tokens, name);
      keys[index] = 1 + nameKeys[name]!;
      ofEnds[endOfKey(nameKeys[name]!)]! |= isWhole ? End.Telling : End.Other;
      if (isWhole) this.#isWhole[index] = 1;
    }
    // From the last to the first, since a row is put before the others.
    for (let call = calls.length - 1; call >= 0; call--) {
      const owner = owners[call]!;
      if (owner < 0) continue;
      const startKey = startKeys[call]!;
      let callee = 0;
      if (ofEnds[endOfKey(startKey)] !== 0) {
        const start = starts[call]!;
        const isPlain = start === nameTokens[call] && atoms[start - 1] !== Atom.Dot;
        if (isPlain || isCalledOn(skeleton, call)) callee = 1 + startKey;
      }
      const last = this.#given(call);
      const key = nameKeys[last]!;
      let given = 0;
      if (
        (ofEnds[endOfKey(key)]! & End.Telling) !== 0 &&
        last > opens[call]! &&
        kinds[last]! <= TokenKind.Keyword
      ) {
        const before = atoms[last - 1];
        if (before === Atom.Comma || before === Atom.OpenParenthesis) given = 1 + key;
      }
      if (callee + given === 0) continue;
      for (let around = owner; around >= 0; around = parents[around]!) {
        const key = keys[around]!;
        if (key === 0 || (key !== callee && key !== given)) continue;
        if (this.#isWhole[around] === 0 && !mayBeError(skeleton, opens[call]! + 1)) continue;
        this.#addFrom(around, call, callee, given);
        break;
      }
    }
  }

  /** Whether there is any such call in a function for which it may be a callback. */
  has(index: number): boolean {
    return this.#firstRows[index]! >= 0;
  }

  /** Whether there may be a call in a function that calls the name itself as callbacks are called. */
  isCalled(index: number): boolean {
    return this.#isCalled[index] === 1;
  }

  /** The calls in a function that may be such ones, in source order. */
  of(index: number): number[] {
    if (this.#isWhole[index] === 0) return (this.#all ??= new CallbackUses(this.#skeleton, true)).of(index);
    const found: number[] = [];
    for (let row = this.#firstRows[index]!; row >= 0; row = this.#nextRows[row]!)
      found.push(this.#calls[row]!);
    return found;
  }

  /**
   * Adds a call to the functions from one on outwards whose last parameters' names may be what it calls or is given, up to
   * those that have these very names: further out they are other ones' names.
   */
  #addFrom(index: number, call: number, callee: number, given: number): void {
    const { functionList, calls, tokens } = this.#skeleton;
    const { parents } = functionList;
    const keys = this.#keys;
    let called = callee;
    let handed = given;
    /** The last name that was come to. The tokens are far away, and mostly nothing further out has the same key. */
    let name = -1;
    for (let around = index; around >= 0; around = parents[around]!) {
      const key = keys[around]!;
      if (key === 0 || (key !== called && key !== handed)) continue;
      if (name >= 0) {
        if (1 + tokens.keys[name]! === handed && isSameName(tokens, name, this.#given(call))) handed = 0;
        if (1 + tokens.keys[name]! === called && isSameName(tokens, name, calls.starts[call]!)) called = 0;
        if (key !== called && key !== handed) continue;
      }
      if (key === called) this.#isCalled[around] = 1;
      this.#add(around, call);
      name = this.lastNames[around]!;
    }
  }

  /** Token of the argument that a call may be given a callback by. */
  #given(call: number): number {
    const { opens, ends } = this.#skeleton.calls;
    return this.deferring.has(call) ? opens[call]! + 1 : ends[call]! - 2;
  }

  #add(index: number, call: number): void {
    this.#nextRows.push(this.#firstRows[index]!);
    this.#firstRows[index] = this.#calls.push(call) - 1;
  }
}

/** `cb.apply(this, arguments)`, `cb.call(this, error)`: whether a call calls the name that it begins with by that function's own method. */
export function isCalledOn({ calls, atoms, tokens }: Skeleton, call: number): boolean {
  const start = calls.starts[call]!;
  const name = calls.nameTokens[call]!;
  if (name !== start + 2 || atoms[start + 1] !== Atom.Dot || atoms[start - 1] === Atom.Dot) return false;
  return isText(tokens, name, "apply") || isText(tokens, name, "call");
}

/** Whether a name alone makes one expect a callback, or a function. */
function isTelling(tokens: TokenList, name: number): boolean {
  if (!mayEndCallbackName(tokens.bytes, tokens.ends[name]!)) return false;
  const text = tokenText(tokens, name);
  return isCallbackName(text) || isFunctionName(text);
}

/** Whether an argument that begins with a token may be an error, `null` or `undefined`. */
function mayBeError({ atoms, tokens }: Skeleton, token: number): boolean {
  const atom = atoms[token]!;
  if (atom === Word.null || atom === Word.void || atom === Word.new) return true;
  if (tokens.kinds[token]! > TokenKind.Keyword) return false;
  // Names of errors begin with `e` or `_`, or end with `r`.
  const first = tokens.bytes[tokens.starts[token]!]!;
  if (
    first !== LOWER_E &&
    first !== UNDERSCORE &&
    first !== LOWER_U &&
    tokens.bytes[tokens.ends[token]! - 1] !== LOWER_R
  )
    return false;
  const text = tokenText(tokens, token);
  return text === "undefined" || isErrorName(text);
}
