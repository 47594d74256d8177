import { wider8, wider16, wider32 } from "../lexer/columns.ts";
import type { Call } from "./found.ts";
import type { TargetIndex, TargetList } from "./target-list.ts";

/**
 * The calls of a text in source order, as columns: files have a call to every six tokens, and most are never asked for
 * as a whole. `at` gives one as an object.
 */
export class CallList {
  length = 0;
  starts = new Int32Array(256);
  nameTokens = new Int32Array(256);
  opens = new Int32Array(256);
  ends = new Int32Array(256);
  owners = new Int32Array(256);
  constructs = new Uint8Array(256);
  /**
   * The keys of the first token and of the last name, 0 where there is none: most questions about calls are answered by
   * these, and the tokens' own lie far apart in memory.
   */
  startKeys = new Uint16Array(256);
  nameKeys = new Uint16Array(256);
  #tokenKeys: Uint16Array = new Uint16Array(0);
  #results = new Int32Array(256);
  readonly #targets: TargetList;
  /** The calls that have been asked for, by index; and their indexes. */
  readonly #objects: (Call | undefined)[] = [];
  readonly #asked: number[] = [];

  constructor(targets: TargetList) {
    this.#targets = targets;
  }

  /** Empties the list for another text, whose tokens have these keys. */
  begin(tokenKeys: Uint16Array): void {
    this.length = 0;
    this.#tokenKeys = tokenKeys;
    for (const index of this.#asked) this.#objects[index] = undefined;
    this.#asked.length = 0;
  }

  /** Adds a call behind the others and gives its index. */
  add(
    start: number,
    nameToken: number,
    open: number,
    end: number,
    constructs: boolean,
    result: TargetIndex,
    owner: number,
  ): number {
    const index = this.length++;
    if (index === this.starts.length) this.#grow(index * 2);
    this.starts[index] = start;
    this.nameTokens[index] = nameToken;
    this.opens[index] = open;
    this.ends[index] = end;
    this.owners[index] = owner;
    this.constructs[index] = constructs ? 1 : 0;
    this.startKeys[index] = this.#tokenKeys[start]!;
    this.nameKeys[index] = nameToken < 0 ? 0 : this.#tokenKeys[nameToken]!;
    this.#results[index] = result;
    return index;
  }

  /** The call with an index; always the same object for the same one. */
  at(index: number): Call {
    const objects = this.#objects;
    const known = index < objects.length ? objects[index] : undefined;
    if (known !== undefined) return known;
    // Without holes, which would make it slow.
    while (objects.length <= index) objects.push(undefined);
    const call: Call = {
      start: this.starts[index]!,
      nameToken: this.nameTokens[index]!,
      open: this.opens[index]!,
      end: this.ends[index]!,
      constructs: this.constructs[index] === 1,
      result: this.#targets.at(this.#results[index]!),
      owner: this.owners[index]!,
    };
    objects[index] = call;
    this.#asked.push(index);
    return call;
  }

  /** Token of the variable that the value of a call's whole chain goes into; -1 where it is none's. */
  variableOf(index: number): number {
    return this.#targets.variableOf(this.#results[index]!);
  }

  /** Drops the calls from an index on, none of which has been asked for. */
  cut(length: number): void {
    this.length = length;
  }

  /** The index of the first call whose parenthesis opens at a token or later. */
  firstFrom(token: number): number {
    const { opens } = this;
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (opens[middle]! < token) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #grow(capacity: number): void {
    this.starts = wider32(this.starts, capacity);
    this.nameTokens = wider32(this.nameTokens, capacity);
    this.opens = wider32(this.opens, capacity);
    this.ends = wider32(this.ends, capacity);
    this.owners = wider32(this.owners, capacity);
    this.#results = wider32(this.#results, capacity);
    this.constructs = wider8(this.constructs, capacity);
    this.startKeys = wider16(this.startKeys, capacity);
    this.nameKeys = wider16(this.nameKeys, capacity);
  }
}
