import type { FunctionReference } from "../benchmark/targets.ts";

/** The functions that were selected to be compared, in the order in which they were; the first is the base. */
export class ComparisonSelection {
  #selected: readonly FunctionReference[] = [];

  get selected(): readonly FunctionReference[] {
    return this.#selected;
  }

  /** Selects a function; one that is selected already is taken out. Says whether it is selected now. */
  toggle(reference: FunctionReference): boolean {
    const others = this.#selected.filter((one) => !isSame(one, reference));
    const isNew = others.length === this.#selected.length;
    this.#selected = isNew ? [...others, reference] : others;
    return isNew;
  }

  /** The selected functions and `reference` as the last; nothing is selected any more. */
  take(reference: FunctionReference): readonly FunctionReference[] {
    const taken = [...this.#selected.filter((one) => !isSame(one, reference)), reference];
    this.#selected = [];
    return taken;
  }
}

function isSame(left: FunctionReference, right: FunctionReference): boolean {
  return left.uri === right.uri && left.name === right.name && left.ordinal === right.ordinal;
}
