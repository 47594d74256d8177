import type { Skeleton } from "../functions/find.ts";
import { tokenText } from "../functions/scan.ts";

/** The functions of a file that are members of classes and object literals, by their holder and name. */
export class Methods {
  readonly #byName = new Map<string, number>();

  constructor({ functionList, functions, tokens }: Skeleton) {
    // From the last one on: of overloads and pairs the first has the name.
    for (let index = functionList.length - 1; index >= 0; index--) {
      const { holder, memberName, form } = functions[index]!;
      if (memberName >= 0 && form !== "getter" && form !== "setter")
        this.#byName.set(keyOf(holder, tokenText(tokens, memberName)), index);
    }
  }

  /** Index of a holder's member; undefined where it has none of that name. */
  get(holder: number, name: string): number | undefined {
    return this.#byName.get(keyOf(holder, name));
  }
}

const keyOf = (holder: number, name: string): string => `${holder} ${name}`;
