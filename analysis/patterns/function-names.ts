import type { Skeleton } from "../functions/find.ts";
import { isText } from "../functions/scan.ts";
import { WIDE } from "../lexer/characters.ts";
import { keyOfName } from "../lexer/words.ts";

/**
 * The functions of a file by the names that they can be called by, found without taking all these names' texts: large
 * files have tens of thousands, and are asked for as many names.
 */
export class FunctionNames {
  readonly #skeleton: Skeleton;
  /** The first function of each bucket of names, and for each function the next one; -1 for none. */
  readonly #first: Int32Array;
  readonly #next: Int32Array;

  constructor(skeleton: Skeleton) {
    const { functionList, tokens } = skeleton;
    const { localNames, length } = functionList;
    const { bytes, starts, ends, keys } = tokens;
    this.#skeleton = skeleton;
    this.#first = new Int32Array(2 ** Math.ceil(Math.log2(length + 1))).fill(-1);
    this.#next = new Int32Array(length);
    for (let index = length - 1; index >= 0; index--) {
      const token = localNames[index]!;
      if (token < 0) continue;
      const start = starts[token]!;
      const size = ends[token]! - start;
      const middle = bytes[start + (size >> 1)]!;
      const late = bytes[start + size - (size >> 2) - 1]!;
      const bucket = this.#bucket(keys[token]!, middle, late);
      this.#next[index] = this.#first[bucket]!;
      this.#first[bucket] = index;
    }
  }

  /** Index of the first function of that name; undefined where there is none. */
  get(name: string): number | undefined {
    const { functionList, tokens } = this.#skeleton;
    const { length } = name;
    if (length === 0) return undefined;
    const middle = Math.min(name.charCodeAt(length >> 1), WIDE);
    const late = Math.min(name.charCodeAt(length - (length >> 2) - 1), WIDE);
    let index = this.#first[this.#bucket(keyOfName(name), middle, late)]!;
    while (index >= 0 && !isText(tokens, functionList.localNames[index]!, name)) index = this.#next[index]!;
    return index < 0 ? undefined : index;
  }

  /** The bucket of names with that key, and with these characters at the middle and behind it. */
  #bucket(key: number, middle: number, late: number): number {
    const hash = Math.imul(key ^ (middle << 12) ^ (late << 20), 0x9e3779b1);
    return (hash >>> 8) & (this.#first.length - 1);
  }
}
