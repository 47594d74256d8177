import { wider8, wider32 } from "../lexer/columns.ts";
import type { Holder, Place, Target } from "./found.ts";

/** What a value goes into, by its index in a {@link TargetList}. */
export type TargetIndex = number;

/** The value goes into nothing that the text around it names. */
export const NO_TARGET: TargetIndex = -1;

const Kind = { Variable: 0, Assignment: 1, Member: 2, Default: 3, ExportEquals: 4, Argument: 5 } as const;

/** What is said of a member or a holder in one byte. */
const Flag = { Computed: 1, Static: 2, Field: 4, Class: 8, Declared: 16 } as const;

/**
 * What the values of a text go into, as columns: nearly every expression has a target, and few are asked for it. `at`
 * gives one as an object. Holders of methods have rows of their own.
 */
export class TargetList {
  #length = 0;
  #kinds = new Uint8Array(256);
  #flags = new Uint8Array(256);
  /** First token of the name, the left side or the key; a call's index. */
  #firsts = new Int32Array(256);
  /** One past the last token of the left side or the key; an argument's position; a holder's own target. */
  #seconds = new Int32Array(256);
  /** The function around it; of a member, its holder. */
  #owners = new Int32Array(256);
  #blocks = new Int32Array(256);

  /** Empties the list for another text. */
  begin(): void {
    this.#length = 0;
  }

  variable(nameToken: number, owner: number, block: number): TargetIndex {
    return this.#add(Kind.Variable, 0, nameToken, 0, owner, block);
  }

  assignment(start: number, end: number, owner: number, block: number): TargetIndex {
    return this.#add(Kind.Assignment, 0, start, end, owner, block);
  }

  member(
    start: number,
    end: number,
    holder: number,
    is: { readonly computed: boolean; readonly isStatic: boolean; readonly isField: boolean },
  ): TargetIndex {
    const computed = is.computed ? Flag.Computed : 0;
    const isStatic = is.isStatic ? Flag.Static : 0;
    const isField = is.isField ? Flag.Field : 0;
    return this.#add(Kind.Member, computed | isStatic | isField, start, end, holder, 0);
  }

  byDefault(owner: number, block: number): TargetIndex {
    return this.#add(Kind.Default, 0, 0, 0, owner, block);
  }

  exportEquals(owner: number, block: number): TargetIndex {
    return this.#add(Kind.ExportEquals, 0, 0, 0, owner, block);
  }

  argument(call: number, position: number): TargetIndex {
    return this.#add(Kind.Argument, 0, call, position, -1, 0);
  }

  /** An object literal that holds members; gives its index for `member`. */
  object(target: TargetIndex, owner: number, block: number): number {
    return this.#add(0, 0, -1, target, owner, block);
  }

  /** A class that holds members; gives its index for `member`. */
  class(nameToken: number, declared: boolean, target: TargetIndex, owner: number, block: number): number {
    const flags = Flag.Class | (declared ? Flag.Declared : 0);
    return this.#add(0, flags, nameToken, target, owner, block);
  }

  /** Whether a target is a member of a class, and of its instances. */
  isOfInstances(index: TargetIndex): boolean {
    const holder = this.#owners[index]!;
    return (this.#flags[index]! & Flag.Static) === 0 && (this.#flags[holder]! & Flag.Class) !== 0;
  }

  /** The holder that it is a member of; -1 when it is anything else. */
  holderOf(index: TargetIndex): number {
    return index >= 0 && this.#kinds[index] === Kind.Member ? this.#owners[index]! : -1;
  }

  /** Token of the name that it is a member by; -1 when it is anything else, or the name is computed. */
  memberNameOf(index: TargetIndex): number {
    if (this.holderOf(index) < 0 || (this.#flags[index]! & Flag.Computed) !== 0) return -1;
    return this.#firsts[index]!;
  }

  /** The call of whose arguments it is one; -1 when it is anything else. */
  callOf(index: TargetIndex): number {
    return index >= 0 && this.#kinds[index] === Kind.Argument ? this.#firsts[index]! : -1;
  }

  /** Token of the variable that it is; -1 when it is anything else. */
  variableOf(index: TargetIndex): number {
    return index >= 0 && this.#kinds[index] === Kind.Variable ? this.#firsts[index]! : -1;
  }

  /** A target as an object. */
  at(index: TargetIndex): Target | null {
    if (index < 0) return null;
    const first = this.#firsts[index]!;
    const second = this.#seconds[index]!;
    switch (this.#kinds[index]) {
      case Kind.Variable:
        return { kind: "variable", nameToken: first, place: this.#place(index) };
      case Kind.Assignment:
        return { kind: "assignment", left: { start: first, end: second }, place: this.#place(index) };
      case Kind.Member:
        return this.#member(index);
      case Kind.Default:
        return { kind: "default", place: this.#place(index) };
      case Kind.ExportEquals:
        return { kind: "export-equals", place: this.#place(index) };
      default:
        return { kind: "argument", call: first, position: second };
    }
  }

  #member(index: TargetIndex): Target {
    const flags = this.#flags[index]!;
    return {
      kind: "member",
      key: {
        start: this.#firsts[index]!,
        end: this.#seconds[index]!,
        computed: (flags & Flag.Computed) !== 0,
      },
      holder: this.#holder(this.#owners[index]!),
      isStatic: (flags & Flag.Static) !== 0,
      isField: (flags & Flag.Field) !== 0,
    };
  }

  #holder(index: number): Holder {
    const flags = this.#flags[index]!;
    return {
      kind: (flags & Flag.Class) !== 0 ? "class" : "object",
      nameToken: this.#firsts[index]!,
      declared: (flags & Flag.Declared) !== 0,
      target: this.at(this.#seconds[index]!),
      place: this.#place(index),
    };
  }

  #place(index: number): Place {
    return { owner: this.#owners[index]!, block: this.#blocks[index]! };
  }

  #add(kind: number, flags: number, first: number, second: number, owner: number, block: number): number {
    const index = this.#length++;
    if (index === this.#kinds.length) this.#grow(index * 2);
    this.#kinds[index] = kind;
    this.#flags[index] = flags;
    this.#firsts[index] = first;
    this.#seconds[index] = second;
    this.#owners[index] = owner;
    this.#blocks[index] = block;
    return index;
  }

  #grow(capacity: number): void {
    this.#kinds = wider8(this.#kinds, capacity);
    this.#flags = wider8(this.#flags, capacity);
    this.#firsts = wider32(this.#firsts, capacity);
    this.#seconds = wider32(this.#seconds, capacity);
    this.#owners = wider32(this.#owners, capacity);
    this.#blocks = wider32(this.#blocks, capacity);
  }
}
