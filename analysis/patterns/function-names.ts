import type { Skeleton } from "../functions/find.ts";
import { isText } from "../functions/scan.ts";
import { keyOfName } from "../lexer/words.ts";

/**
 * The functions of a file by the names that they can be called by, found by the names' keys: large files have tens of
 * thousands, and are asked for as many names.
 */
export class FunctionNames {
  readonly #skeleton: Skeleton;
  /** The first function of each bucket of keys, and for each function the next one; -1 for none. */
  readonly #first: Int32Array;
  readonly #next: Int32Array;
  /** Of each function the key of its name. */
  readonly #keys: Uint16Array;

  constructor(skeleton: Skeleton) {
    const { functionList, tokens } = skeleton;
    const { localNames, length } = functionList;
    this.#skeleton = skeleton;
    this.#first = new Int32Array(2 ** Math.ceil(Math.log2(length + 1))).fill(-1);
    this.#next = new Int32Array(length);
    this.#keys = new Uint16Array(length);
    for (let index = length - 1; index >= 0; index--) {
      const token = localNames[index]!;
      if (token < 0) continue;
      const key = tokens.keys[token]!;
      const bucket = this.#bucket(key);
      this.#keys[index] = key;
      this.#next[index] = this.#first[bucket]!;
      this.#first[bucket] = index;
    }
  }

  /** Index of the first function of that name; undefined where there is none. */
  get(name: string): number | undefined {
    if (name === "") return undefined;
    const { functionList, tokens } = this.#skeleton;
    const key = keyOfName(name);
    for (let index = this.#first[this.#bucket(key)]!; index >= 0; index = this.#next[index]!) {
      if (this.#keys[index] === key && isText(tokens, functionList.localNames[index]!, name)) return index;
    }
    return undefined;
  }

  #bucket(key: number): number {
    return (Math.imul(key, 0x9e3779b1) >>> 8) & (this.#first.length - 1);
  }
}
