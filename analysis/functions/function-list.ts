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

  /** Token of the variable that it is the value of; -1 where it is none's. */
  get variableToken(): number {
    return this.#targets.variableOf(this.targetIndex);
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

/** The functions of a text in source order. Their records are kept from text to text. */
export class FunctionList {
  readonly #targets: TargetList;
  readonly #pool: FunctionRecord[] = [];
  length = 0;

  constructor(targets: TargetList) {
    this.#targets = targets;
  }

  /** Adds a function of which nothing is known yet but where it starts. */
  open(start: number, target: TargetIndex, parent: number, block: number): FunctionRecord {
    const index = this.length++;
    if (index === this.#pool.length) this.#pool.push(new FunctionRecord(this.#targets));
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

  /** The functions, for as long as no other text is read. */
  toArray(): FunctionRecord[] {
    return this.#pool.slice(0, this.length);
  }
}
