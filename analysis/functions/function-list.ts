import { wider8, wider32 } from "../lexer/columns.ts";
import type { FoundFunction, FunctionForm, Place, Target, TokenSpan } from "./found.ts";
import { NO_TARGET, type TargetIndex, type TargetList } from "./target-list.ts";

/**
 * A found function that costs one object: its spans are numbers until somebody asks for them. The object is used again
 * for a function of the next text.
 */
export class FunctionRecord implements FoundFunction {
  readonly #targets: TargetList;
  start = 0;
  /** As `start` while the function's end is still ahead. */
  end = 0;
  form: FunctionForm = "function";
  isAsync = false;
  isGenerator = false;
  isDeclaration = false;
  hasExpressionBody = false;
  nameToken = -1;
  parent = -1;
  block = 0;
  targetIndex: TargetIndex = NO_TARGET;
  parametersStart = 0;
  parametersEnd = 0;
  returnTypeStart = 0;
  returnTypeEnd = 0;
  bodyStart = 0;
  bodyEnd = 0;

  constructor(targets: TargetList) {
    this.#targets = targets;
  }

  get target(): Target | null {
    return this.#targets.at(this.targetIndex);
  }

  /** The call of whose arguments it is one; -1 where it is none. */
  get argumentOf(): number {
    return this.#targets.callOf(this.targetIndex);
  }

  /** The class or object literal that it is a member of, by a number of its own; -1 where it is of none. */
  get holder(): number {
    return this.#targets.holderOf(this.targetIndex);
  }

  /** Token of the name that it is a member by; -1 where it has none. */
  get memberName(): number {
    return this.#targets.memberNameOf(this.targetIndex);
  }

  /** Token of the variable that it is the value of; -1 where it is none's. */
  get variableToken(): number {
    return this.#targets.variableOf(this.targetIndex);
  }

  /** Token of the name that it can be called by in the text around it; -1 where it has none. */
  get localName(): number {
    if (this.nameToken >= 0 && this.isDeclaration) return this.nameToken;
    const variable = this.variableToken;
    return variable >= 0 ? variable : this.nameToken;
  }

  get place(): Place {
    return { owner: this.parent, block: this.block };
  }

  get parameters(): TokenSpan {
    return { start: this.parametersStart, end: this.parametersEnd };
  }

  get returnType(): TokenSpan {
    return { start: this.returnTypeStart, end: this.returnTypeEnd };
  }

  get body(): TokenSpan {
    return { start: this.bodyStart, end: this.bodyEnd };
  }
}

/** What {@link FunctionList.traits} says of a function, in one byte. */
export const Trait = { Async: 1, Generator: 2, DeclaresReturnType: 4 } as const;

/**
 * The functions of a text in source order. Their records are kept from text to text; what is asked of all of them stands
 * in columns beside these, since records lie too far apart in memory to be walked through again and again.
 */
export class FunctionList {
  readonly #targets: TargetList;
  readonly #pool: FunctionRecord[] = [];
  length = 0;
  starts = new Int32Array(256);
  /** As the start while the function is open. */
  ends = new Int32Array(256);
  parents = new Int32Array(256);
  parametersStarts = new Int32Array(256);
  parametersEnds = new Int32Array(256);
  /** Token of the name that each can be called by in the text around it; -1 where it has none. */
  localNames = new Int32Array(256);
  /** What of {@link Trait} each has. */
  traits = new Uint8Array(256);

  constructor(targets: TargetList) {
    this.#targets = targets;
  }

  /** Adds a function of which nothing is known yet but where it starts. */
  open(start: number, target: TargetIndex, parent: number, block: number): FunctionRecord {
    const index = this.length++;
    if (index === this.#pool.length) this.#pool.push(new FunctionRecord(this.#targets));
    if (index === this.starts.length) this.#grow(index * 2);
    this.starts[index] = start;
    this.ends[index] = start;
    const record = this.#pool[index]!;
    record.start = start;
    record.end = start;
    record.targetIndex = target;
    record.parent = parent;
    record.block = block;
    record.hasExpressionBody = false;
    record.parametersStart = start;
    record.parametersEnd = start;
    record.returnTypeStart = start;
    record.returnTypeEnd = start;
    record.bodyStart = start;
    record.bodyEnd = start;
    return record;
  }

  /** Fills the columns of a function of which all is known. */
  close(index: number): void {
    const record = this.#pool[index]!;
    this.starts[index] = record.start;
    this.ends[index] = record.end;
    this.parents[index] = record.parent;
    this.parametersStarts[index] = record.parametersStart;
    this.parametersEnds[index] = record.parametersEnd;
    this.localNames[index] = record.localName;
    this.traits[index] =
      (record.isAsync ? Trait.Async : 0) |
      (record.isGenerator ? Trait.Generator : 0) |
      (record.returnTypeEnd > record.returnTypeStart ? Trait.DeclaresReturnType : 0);
  }

  /** Index of the first function of which not all is known, since it has not been closed; -1 for none. */
  firstOpen(): number {
    const { starts, ends, length } = this;
    return starts.subarray(0, length).findIndex((start, index) => ends[index] === start);
  }

  /** Index of the first function that starts at a token or later. */
  firstFrom(token: number): number {
    const { starts } = this;
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (starts[middle]! < token) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The functions, for as long as no other text is read. */
  toArray(): FunctionRecord[] {
    return this.#pool.slice(0, this.length);
  }

  #grow(capacity: number): void {
    this.starts = wider32(this.starts, capacity);
    this.ends = wider32(this.ends, capacity);
    this.parents = wider32(this.parents, capacity);
    this.parametersStarts = wider32(this.parametersStarts, capacity);
    this.parametersEnds = wider32(this.parametersEnds, capacity);
    this.localNames = wider32(this.localNames, capacity);
    this.traits = wider8(this.traits, capacity);
  }
}
