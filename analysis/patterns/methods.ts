import type { Skeleton } from "../functions/find.ts";
import { isText, tokenText } from "../functions/scan.ts";

/**
 * The functions of a file that are members of classes and object literals, by their holder and name. They are found by
 * the names' keys, as `FunctionNames` are: making a text of each name takes several times as long.
 */
export class Methods {
  readonly #skeleton: Skeleton;
  /** The first function of each bucket of holders and keys, and for each function the next one; -1 for none. */
  readonly #first: Int32Array;
  readonly #next: Int32Array;

  constructor(skeleton: Skeleton) {
    const { functionList, functions, tokens } = skeleton;
    const { length } = functionList;
    this.#skeleton = skeleton;
    this.#first = new Int32Array(2 ** Math.ceil(Math.log2(length + 1))).fill(-1);
    this.#next = new Int32Array(length);
    // From the last one on: of overloads and pairs the first has the name.
    for (let index = length - 1; index >= 0; index--) {
      const found = functions[index]!;
      const name = found.memberName;
      if (name < 0 || found.form === "getter" || found.form === "setter") continue;
      const bucket = this.#bucket(found.holder, tokens.keys[name]!);
      this.#next[index] = this.#first[bucket]!;
      this.#first[bucket] = index;
    }
  }

  /** Index of a holder's member that has the name of a token; undefined where it has none of that name. */
  get(holder: number, nameToken: number): number | undefined {
    const { functions, tokens } = this.#skeleton;
    const name = tokenText(tokens, nameToken);
    let index = this.#first[this.#bucket(holder, tokens.keys[nameToken]!)]!;
    for (; index >= 0; index = this.#next[index]!) {
      const found = functions[index]!;
      if (found.holder === holder && isText(tokens, found.memberName, name)) return index;
    }
    return undefined;
  }

  #bucket(holder: number, key: number): number {
    return (Math.imul(key ^ (holder << 16), 0x9e3779b1) >>> 8) & (this.#first.length - 1);
  }
}
