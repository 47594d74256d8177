import { types } from "node:util";
import type { Activation, FunctionState } from "./activation.ts";
import type { SurroundingVariable } from "../instrument/surroundings.ts";
import { isBound } from "./callees.ts";
import { whenSettled } from "./promises.ts";

/** What reads what a function takes from around it, one by one. */
export type Reads = () => (() => unknown)[];

/** A function of the project, and what it captured. */
export interface CapturingFunction {
  readonly fn: FunctionState;
  /** Null where that is nothing, or is not known. */
  readonly captured: CapturedVariables | null;
}

/** What `bind` has made a function of. */
export interface BoundFunction {
  readonly target: object;
  readonly self: unknown;
  readonly given: readonly unknown[];
}

/** The variables around a function that it makes use of. */
export interface CapturedVariables {
  /** The call of the function around it. */
  readonly around: Activation;
  /** `this`, which an arrow function reads, has no depth. */
  readonly variables: readonly CapturedVariable[];
}

export interface CapturedVariable {
  readonly name: string;
  readonly value: unknown;
  /** Functions around its declaration. */
  readonly depth: number;
}

/** What a function has told at its hook. */
interface Seen {
  readonly around: Activation;
  readonly variables: Reads | undefined;
}

/** Whether a function is looked into; the project's code asks for it. */
export interface Looking {
  on: boolean;
}

/** A function's text tells by the first of these whether it may be looked into, and which of its file it is. */
const OWN_HOOK = /__ac([0-9a-z]+)(?:\.[elq]\(|:)(\d+)/;

/** What functions are given that are only looked into: nothing of it is missing, so that no default is evaluated. */
const anything: object = new Proxy(Object.create(null) as object, {
  get: (_, key) =>
    key === Symbol.iterator ? () => ({ next: () => ({ done: false, value: anything }) }) : anything,
});
const GIVEN = Array.from({ length: 16 }, () => anything);

/** Tells of functions of the project which they are, and what they captured. */
export class Captured {
  readonly looking: Looking = { on: false };
  readonly #sourceOf: (made: object) => string;
  readonly #functions = new Map<string, readonly FunctionState[]>();
  /** Functions that are none of the project. */
  readonly #ofOthers = new WeakSet<object>();
  readonly #bound = new WeakMap<object, BoundFunction>();
  #binds: BoundFunction | null = null;
  #seen: Seen | null = null;

  /** @param sourceOf A function's text, as the engine has it. */
  constructor(sourceOf: (made: object) => string) {
    this.#sourceOf = sourceOf;
  }

  /** The functions of a file, by the mark that names of ours have in it. */
  addFile(mark: string, functions: readonly FunctionState[]): void {
    this.#functions.set(mark, functions);
  }

  /** What is known of a function; null for one that is none of the project. */
  of(made: object): CapturingFunction | null {
    const fn = this.functionOf(made);
    if (fn === null) return null;
    const takes = fn.readsThis || fn.variables.some(({ depth }) => depth > 0);
    return { fn, captured: takes && fn.mayBeLookedInto ? this.#lookInto(made, fn) : null };
  }

  /** Code of the project is about to bind a function. */
  binds(target: object, [self, ...given]: readonly unknown[]): void {
    this.#binds = { target, self, given };
  }

  /** Whether a value is what came of that. */
  hasBound(made: unknown): boolean {
    const bound = this.#binds;
    this.#binds = null;
    if (bound === null || typeof made !== "function") return false;
    if (isBound(made)) this.#bound.set(made, bound);
    return true;
  }

  /** What a function was bound of, where the project's code has done that. */
  boundOf(made: object): BoundFunction | undefined {
    return this.#bound.get(made);
  }

  /** The function of the project that one is; null for a class, and for one of others. */
  functionOf(made: object): FunctionState | null {
    if (typeof made !== "function" || types.isProxy(made)) return null;
    if (this.#ofOthers.has(made)) return null;
    // Functions of the project are made again and again: to read it costs less than to remember it.
    const text = this.#sourceOf(made);
    // What is in a class has the hooks of its methods.
    const [, mark = "", index] = (text.startsWith("class") ? null : OWN_HOOK.exec(text)) ?? [];
    const fn = this.#functions.get(mark)?.[Number(index)] ?? null;
    if (fn === null) this.#ofOthers.add(made);
    return fn;
  }

  /** Whether a function is the one of a text that a call has made: one that captured nothing may be of any. */
  isOf(made: object, fn: FunctionState, around: Activation | null): boolean {
    if (this.functionOf(made) !== fn) return false;
    const known = this.of(made);
    return known?.captured == null || known.captured.around === around;
  }

  /** What a function that has begun captured. */
  ofCall({ fn, around }: Activation, reads: Reads | undefined): CapturedVariables | null {
    const variables = valuesOf(fn.variables, reads);
    return around === null || variables.length === 0 ? null : { around, variables };
  }

  /** A function that is looked into has come to its hook, before anything else of it: what it is left by. */
  reached(around: Activation, variables: Reads | undefined): Error {
    this.#seen = { around, variables };
    return LEFT;
  }

  /** Calls a function that goes no further than to its hook, which comes before all else in it. */
  #lookInto(made: object, fn: FunctionState): CapturedVariables | null {
    this.#seen = null;
    this.looking.on = true;
    try {
      const gave: unknown = Reflect.apply(made as () => unknown, undefined, GIVEN);
      const next: unknown = fn.kind.endsWith("generator") ? (gave as Iterator<unknown>).next() : gave;
      // It has failed at once, which is nothing that anybody should hear of.
      if (types.isPromise(next)) whenSettled(next, noop, noop);
    } catch (error) {
      if (error !== LEFT) return null;
    } finally {
      this.looking.on = false;
    }
    const seen = this.#seen as Seen | null;
    return seen === null ? null : { around: seen.around, variables: valuesOf(fn.variables, seen.variables) };
  }
}

/** What functions that are looked into throw. */
const LEFT = new Error("looked into");

const noop = (): void => undefined;

/**
 * What a function or a class takes from the functions around it, as it is now; what is not there yet is left out.
 *
 * @param variables In the order in which they are read; `this` comes behind them.
 */
export function valuesOf(
  variables: readonly SurroundingVariable[],
  reads: Reads | undefined,
): CapturedVariable[] {
  return (reads?.() ?? []).flatMap((read, index): CapturedVariable[] => {
    const { name, depth } = variables[index] ?? { name: "this", depth: Infinity };
    if (depth <= 0) return [];
    try {
      return [{ name, depth, value: read() }];
    } catch {
      return [];
    }
  });
}
