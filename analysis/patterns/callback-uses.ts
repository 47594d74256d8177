import { Atom } from "../functions/atoms.ts";
import type { Skeleton } from "../functions/find.ts";
import { isSameName } from "../functions/scan.ts";
import { TokenKind } from "../lexer/tokens.ts";
import { KEY_ENDS, endOfKey } from "../lexer/words.ts";
import { lastParameterName } from "./parameter-names.ts";

/**
 * Of each function the name of its last parameter, and the calls in it that may call that name or hand it on as their
 * last argument, those of nested functions too. Found in one pass over the calls: each looks at the functions around
 * it, and a number that names have in common with their like tells almost all others apart.
 */
export class CallbackUses {
  /** Token of each function's last parameter's name; -1 where there is none. */
  readonly lastNames: Int32Array;
  /** Of each function the first row of {@link #calls}; -1 for none. */
  readonly #firstRows: Int32Array;
  /** For each function, 1 if it may call that name. */
  readonly #isCalled: Uint8Array;
  readonly #calls: number[] = [];
  readonly #nextRows: number[] = [];

  constructor(skeleton: Skeleton) {
    const { functionList, calls, atoms, tokens } = skeleton;
    const { kinds, keys: nameKeys } = tokens;
    const { starts, nameTokens, opens, ends, owners, startKeys } = calls;
    const { parents, parametersStarts, parametersEnds, length } = functionList;
    this.lastNames = new Int32Array(length).fill(-1);
    this.#firstRows = new Int32Array(length).fill(-1);
    this.#isCalled = new Uint8Array(length);
    /** Of each function the key of its last parameter's name, from 1 on; 0 for none. */
    const keys = new Int32Array(length);
    /** 1 for each end of such a key. */
    const isEnd = new Uint8Array(KEY_ENDS);
    for (let index = 0; index < length; index++) {
      const first = parametersStarts[index]!;
      const end = parametersEnds[index]!;
      if (first === end) continue;
      const name = lastParameterName(skeleton, first, end);
      this.lastNames[index] = name;
      if (name < 0) continue;
      keys[index] = 1 + nameKeys[name]!;
      isEnd[endOfKey(nameKeys[name]!)] = 1;
    }
    // From the last to the first, since a row is put before the others.
    for (let call = calls.length - 1; call >= 0; call--) {
      const owner = owners[call]!;
      if (owner < 0) continue;
      const startKey = startKeys[call]!;
      let callee = 0;
      if (isEnd[endOfKey(startKey)] === 1) {
        const start = starts[call]!;
        if (start === nameTokens[call] && atoms[start - 1] !== Atom.Dot) callee = 1 + startKey;
      }
      const last = ends[call]! - 2;
      const key = nameKeys[last]!;
      let given = 0;
      if (last > opens[call]! && isEnd[endOfKey(key)] === 1 && kinds[last]! <= TokenKind.Keyword) {
        const before = atoms[last - 1];
        if (before === Atom.Comma || before === Atom.OpenParenthesis) given = 1 + key;
      }
      if (callee + given === 0) continue;
      for (let around = owner; around >= 0; around = parents[around]!) {
        const key = keys[around]!;
        if (key === 0 || (key !== callee && key !== given)) continue;
        this.#addFrom(skeleton, keys, around, call, callee, given);
        break;
      }
    }
  }

  /** Whether there is any such call in a function. */
  has(index: number): boolean {
    return this.#firstRows[index]! >= 0;
  }

  /** Whether there may be a call in a function that calls the name itself. */
  isCalled(index: number): boolean {
    return this.#isCalled[index] === 1;
  }

  /** The calls in a function that may be such ones, in source order. */
  of(index: number): number[] {
    const found: number[] = [];
    for (let row = this.#firstRows[index]!; row >= 0; row = this.#nextRows[row]!)
      found.push(this.#calls[row]!);
    return found;
  }

  /**
   * Adds a call to the functions from one on outwards whose last parameters' names may be what it calls or is given, up to
   * those that have these very names: further out they are other ones' names.
   */
  #addFrom(
    { functionList, calls, tokens }: Skeleton,
    keys: Int32Array,
    index: number,
    call: number,
    callee: number,
    given: number,
  ): void {
    const { parents } = functionList;
    let called = callee;
    let handed = given;
    /** The last name that was come to. The tokens are far away, and mostly nothing further out has the same key. */
    let name = -1;
    for (let around = index; around >= 0; around = parents[around]!) {
      const key = keys[around]!;
      if (key === 0 || (key !== called && key !== handed)) continue;
      if (name >= 0) {
        if (1 + tokens.keys[name]! === handed && isSameName(tokens, name, calls.ends[call]! - 2)) handed = 0;
        if (1 + tokens.keys[name]! === called && isSameName(tokens, name, calls.starts[call]!)) called = 0;
        if (key !== called && key !== handed) continue;
      }
      if (key === called) this.#isCalled[around] = 1;
      this.#add(around, call);
      name = this.lastNames[around]!;
    }
  }

  #add(index: number, call: number): void {
    this.#nextRows.push(this.#firstRows[index]!);
    this.#firstRows[index] = this.#calls.push(call) - 1;
  }
}
