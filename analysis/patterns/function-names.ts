import type { Skeleton } from "../functions/find.ts";
import type { FunctionRecord } from "../functions/function-list.ts";
import { isText } from "../functions/scan.ts";
import type { TokenList } from "../lexer/tokens.ts";
import { WIDE } from "../lexer/characters.ts";

/** Token of the name that a function can be called by in the text around it; -1 where it has none. */
export function localNameToken(found: FunctionRecord): number {
  if (found.nameToken >= 0 && found.isDeclaration) return found.nameToken;
  const variable = found.variableToken;
  return variable >= 0 ? variable : found.nameToken;
}

/** The functions of a file by the names that they can be called by, found without taking all these names' texts. */
export class FunctionNames {
  readonly #skeleton: Skeleton;
  /** The first function of each bucket, and for each function the next one; -1 for none. */
  readonly #first: Int32Array;
  readonly #next: Int32Array;
  /** Of each function the hash of its name; its lowest bits tell the bucket. */
  readonly #hashes: Int32Array;

  constructor(skeleton: Skeleton) {
    const { functions, tokens } = skeleton;
    this.#skeleton = skeleton;
    this.#first = new Int32Array(2 ** Math.ceil(Math.log2(functions.length + 1))).fill(-1);
    this.#next = new Int32Array(functions.length);
    this.#hashes = new Int32Array(functions.length);
    for (let index = functions.length - 1; index >= 0; index--) {
      const token = localNameToken(functions[index]!);
      if (token < 0) continue;
      const hash = hashOfToken(tokens, token);
      const bucket = hash & (this.#first.length - 1);
      this.#hashes[index] = hash;
      this.#next[index] = this.#first[bucket]!;
      this.#first[bucket] = index;
    }
  }

  /** Index of the first function of that name; undefined where there is none. */
  get(name: string): number | undefined {
    const { functions, tokens } = this.#skeleton;
    if (name === "") return undefined;
    const hash = hashOfName(name);
    let index = this.#first[hash & (this.#first.length - 1)]!;
    for (; index >= 0; index = this.#next[index]!) {
      const isSame = this.#hashes[index] === hash;
      if (isSame && isText(tokens, localNameToken(functions[index]!), name)) return index;
    }
    return undefined;
  }
}

// FNV-1a over the text's bytes (http://www.isthe.com/chongo/tech/comp/fnv/).
const BASIS = 0x811c9dc5 | 0;
const PRIME = 0x01000193;

function hashOfToken({ bytes, starts, ends }: TokenList, token: number): number {
  const end = ends[token]!;
  let hash = BASIS;
  for (let at = starts[token]!; at < end; at++) hash = Math.imul(hash ^ bytes[at]!, PRIME);
  return hash;
}

function hashOfName(name: string): number {
  let hash = BASIS;
  for (let at = 0; at < name.length; at++)
    hash = Math.imul(hash ^ Math.min(name.charCodeAt(at), WIDE), PRIME);
  return hash;
}
