import type { Skeleton } from "../functions/find.ts";
import type { FunctionRecord } from "../functions/function-list.ts";
import { isText } from "../functions/scan.ts";
import { KEYS, keyOfName } from "../lexer/words.ts";

/** Token of the name that a function can be called by in the text around it; -1 where it has none. */
export function localNameToken(found: FunctionRecord): number {
  if (found.nameToken >= 0 && found.isDeclaration) return found.nameToken;
  const variable = found.variableToken;
  return variable >= 0 ? variable : found.nameToken;
}

/** The functions of a file by the names that they can be called by, found without taking all these names' texts. */
export class FunctionNames {
  readonly #skeleton: Skeleton;
  /** The first function of each key of names, and for each function the next one; -1 for none. */
  readonly #first = new Int32Array(KEYS).fill(-1);
  readonly #next: Int32Array;

  constructor(skeleton: Skeleton) {
    const { functions, tokens } = skeleton;
    this.#skeleton = skeleton;
    this.#next = new Int32Array(functions.length);
    for (let index = functions.length - 1; index >= 0; index--) {
      const token = localNameToken(functions[index]!);
      if (token < 0) continue;
      const key = tokens.keys[token]!;
      this.#next[index] = this.#first[key]!;
      this.#first[key] = index;
    }
  }

  /** Index of the first function of that name; undefined where there is none. */
  get(name: string): number | undefined {
    const { functions, tokens } = this.#skeleton;
    if (name === "") return undefined;
    for (let index = this.#first[keyOfName(name)]!; index >= 0; index = this.#next[index]!)
      if (isText(tokens, localNameToken(functions[index]!), name)) return index;
    return undefined;
  }
}
