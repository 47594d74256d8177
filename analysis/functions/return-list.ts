import { wider32 } from "../lexer/columns.ts";

/** The `return` statements of a text in source order, as columns. */
export class ReturnList {
  length = 0;
  /** Index of the function that each stands in; -1 at the module's level. */
  owners = new Int32Array(256);
  tokens = new Int32Array(256);

  /** Adds one behind the others. */
  add(owner: number, token: number): void {
    const index = this.length++;
    if (index === this.owners.length) this.#grow(index * 2);
    this.owners[index] = owner;
    this.tokens[index] = token;
  }

  #grow(capacity: number): void {
    this.owners = wider32(this.owners, capacity);
    this.tokens = wider32(this.tokens, capacity);
  }
}
