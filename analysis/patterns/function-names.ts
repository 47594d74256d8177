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
  #scopes: Scopes | undefined;

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
    const key = keyOfName(name);
    const index = this.#from(this.#first[this.#bucket(key)]!, key, name);
    return index < 0 ? undefined : index;
  }

  /**
   * Index of the function that a name means within another, `owner`, -1 for none: where several have that name, the one that stands
   * in the nearest function around; undefined where none of them does.
   */
  within(name: string, owner: number): number | undefined {
    const first = this.get(name);
    if (first === undefined) return undefined;
    const key = this.#keys[first]!;
    if (this.#from(this.#next[first]!, key, name) < 0) return first;
    const { parents, localNames } = this.#skeleton.functionList;
    const { firstIn, nextIn } = (this.#scopes ??= this.#byScope());
    for (let scope = owner, level = 0; ; scope = level < MOST_LEVELS ? parents[scope]! : -1, level++) {
      for (let index = firstIn[this.#bucket(key, scope)]!; index >= 0; index = nextIn[index]!) {
        const isIt = this.#keys[index] === key && parents[index] === scope;
        if (isIt && isText(this.#skeleton.tokens, localNames[index]!, name)) return index;
      }
      if (scope < 0) return undefined;
    }
  }

  /** The first function with a name from one of its bucket on; -1 where there is none. */
  #from(start: number, key: number, name: string): number {
    const { functionList, tokens } = this.#skeleton;
    let index = start;
    while (
      index >= 0 &&
      !(this.#keys[index] === key && isText(tokens, functionList.localNames[index]!, name))
    )
      index = this.#next[index]!;
    return index;
  }

  #byScope(): Scopes {
    const { localNames, parents, length } = this.#skeleton.functionList;
    const firstIn = new Int32Array(this.#first.length).fill(-1);
    const nextIn = new Int32Array(length);
    for (let index = length - 1; index >= 0; index--) {
      if (localNames[index]! < 0) continue;
      const bucket = this.#bucket(this.#keys[index]!, parents[index]);
      nextIn[index] = firstIn[bucket]!;
      firstIn[bucket] = index;
    }
    return { firstIn, nextIn };
  }

  #bucket(key: number, scope = 0): number {
    return (Math.imul(key + Math.imul(scope, 0x85ebca6b), 0x9e3779b1) >>> 8) & (this.#first.length - 1);
  }
}

/** So many functions around a call are looked through for what a name means in it, before the file itself. */
const MOST_LEVELS = 20;

/** Functions by their names and the functions directly around them, in buckets. */
interface Scopes {
  readonly firstIn: Int32Array;
  readonly nextIn: Int32Array;
}
