import type { RecordedAnswer } from "../../contract/recording.ts";
import type { Otherwise } from "../../replay-words.ts";
import { taggedOf } from "../../contract/recorded-object.ts";
import { differenceIn, type Comparing } from "./same-value.ts";

/** A call for which an answer is looked for. */
export interface Asked {
  /** As the source names it: `db.get`. */
  readonly expression: string;
  /** What the function calls itself, where there is one: an alias has another name in the source. */
  readonly name: string | null;
  /** Null where something is iterated. */
  readonly given: readonly unknown[] | null;
  /** The recorded answer that gave what it is called on; undefined where none did. */
  readonly receiverFrom: number | undefined;
  /** Whether it is a function of the engine's own, which is no package's and no test's. */
  readonly isNative: boolean;
}

/** A recorded call that is like one without an answer. */
export interface Nearest {
  readonly index: number;
  readonly otherwise: Otherwise;
}

/** What answers are found by. */
export interface FindingOptions {
  /** How recorded arguments are compared with those of a call. */
  readonly comparing: Comparing;
  /** The same where dates and what chance made count as the same. */
  readonly loosely: Comparing;
  /** Whether the text that is played calls something by this expression. */
  readonly isCalledHere: (expression: string) => boolean;
  /** Whether the user gives parts of the call: what it asks for then may well be with other arguments than the recorded ones. */
  readonly isOther: () => boolean;
}

/**
 * Finds the answers of a recorded call for another text than the recorded one: by operation and content of the arguments, in any order between
 * those, and first in first out where both are the same. Where the user gives parts of the call, the operation alone will do.
 */
export class AnswerFinder {
  readonly #answers: readonly RecordedAnswer[];
  readonly #options: FindingOptions;
  readonly #used = new Set<number>();
  readonly #byOperation = new Map<string, number[]>();
  readonly #arguments = new Map<number, string>();

  constructor(answers: readonly RecordedAnswer[], options: FindingOptions) {
    this.#answers = answers;
    this.#options = options;
    for (const [index, { expression }] of answers.entries()) {
      const name = operationOf(expression);
      const same = this.#byOperation.get(name);
      if (same === undefined) this.#byOperation.set(name, [index]);
      else same.push(index);
    }
  }

  /** Whether anything was recorded of an operation. */
  has(operation: string): boolean {
    return this.#byOperation.has(operation);
  }

  /** Takes the answer of a call; undefined where there is none left. */
  take(asked: Asked): number | undefined {
    const index = this.#find(asked);
    if (index !== undefined) this.#used.add(index);
    return index;
  }

  /** An answer that is none: what is called like this gave nothing whenever it was recorded, and whatever it was given. */
  ofNothing(asked: Asked): number | undefined {
    const all = this.#of(asked);
    const areOfNothing = all.every((index) => {
      const { style, value, outcome, callbacks = [] } = this.#answers[index]!;
      const gaveNothing = value === undefined || isOf("undefined", value);
      return style === "sync" && outcome === "value" && gaveNothing && callbacks.length === 0;
    });
    return areOfNothing ? all[0] : undefined;
  }

  /** The recorded call that is most like one without an answer; null where none is left. */
  nearest(asked: Asked): Nearest | null {
    const of = this.#of(asked);
    const left = of.filter((index) => !this.#used.has(index));
    const { loosely } = this.#options;
    const usedUp = of.find((index) => this.#used.has(index) && this.#hasSame(index, asked, loosely));
    if (usedUp !== undefined) return { index: usedUp, otherwise: { what: "used-up" } };
    let best: (Nearest & { readonly alike: number }) | null = null;
    for (const index of left) {
      const one = this.#otherwise(index, asked);
      if (best === null || one.alike > best.alike) best = { index, ...one };
    }
    if (best !== null) return { index: best.index, otherwise: best.otherwise };
    const other = this.#otherOperation(asked);
    return other === undefined ? null : { index: other, otherwise: { what: "operation" } };
  }

  #find(asked: Asked): number | undefined {
    const left = this.#of(asked).filter((index) => !this.#used.has(index) && this.#mayGive(index, asked));
    const { comparing: own, loosely } = this.#options;
    const all = [{ ...own, isRedacted: false }, own, loosely, ...(this.#options.isOther() ? [null] : [])];
    for (const comparing of all) {
      const same = left.filter((index) => comparing === null || this.#hasSame(index, asked, comparing));
      const there = same.filter((index) => this.#answers[index]!.receiverFrom === asked.receiverFrom);
      const [first, ...more] = this.#ownOf(there.length > 0 ? there : same, asked);
      const { expression } = first === undefined ? { expression: "" } : this.#answers[first]!;
      // Of what is called on different things, which are called otherwise here, none can be told from the others.
      const isOne = more.every((index) => this.#answers[index]!.expression === expression);
      if (first !== undefined) return isOne ? first : undefined;
    }
    return undefined;
  }

  /** Those that are named as the call is; else those whose names nothing here has. */
  #ownOf(indices: readonly number[], { expression }: Asked): readonly number[] {
    const named = indices.filter((index) => this.#answers[index]!.expression === expression);
    if (named.length > 0) return named;
    const free = indices.filter((index) => !this.#options.isCalledHere(this.#answers[index]!.expression));
    return free.length > 0 ? free : indices;
  }

  #of({ expression, name, given }: Asked): readonly number[] {
    // What is iterated has no name of its own.
    if (given === null)
      return this.#answers.flatMap(({ style }, index) => (style === "iterator" ? [index] : []));
    const names = new Set([operationOf(expression), ...(name === null ? [] : [name])]);
    return [...names]
      .flatMap((one) => this.#byOperation.get(one) ?? [])
      .filter((index) => this.#answers[index]!.style !== "iterator");
  }

  #mayGive(index: number, { isNative, receiverFrom }: Asked): boolean {
    const { kind, receiverFrom: recorded } = this.#answers[index]!;
    if (isNative && kind !== "core" && kind !== "clock") return false;
    return (
      recorded === undefined ||
      receiverFrom === undefined ||
      recorded === receiverFrom ||
      this.#areAlike(recorded, receiverFrom)
    );
  }

  /** Whether two recorded calls are of one operation with the same arguments. */
  #areAlike(one: number, other: number): boolean {
    const [left, right] = [this.#answers[one], this.#answers[other]];
    return (
      left !== undefined &&
      right !== undefined &&
      operationOf(left.expression) === operationOf(right.expression) &&
      this.#argumentsOf(one) === this.#argumentsOf(other)
    );
  }

  /** The arguments of a recorded call, to be compared: written once, as each may be compared with all. */
  #argumentsOf(index: number): string {
    const known = this.#arguments.get(index);
    if (known !== undefined) return known;
    const text = JSON.stringify(this.#answers[index]!.arguments);
    this.#arguments.set(index, text);
    return text;
  }

  #hasSame(index: number, { given }: Asked, comparing: Comparing): boolean {
    if (given === null) return true;
    const recorded = withoutTrailing(this.#answers[index]!.arguments);
    const called = withoutTrailing(given);
    return (
      recorded.length === called.length &&
      recorded.every((one, at) => differenceIn(one, called[at], comparing) === null)
    );
  }

  #otherwise(index: number, asked: Asked): { readonly otherwise: Otherwise; readonly alike: number } {
    const recorded = withoutTrailing(this.#answers[index]!.arguments);
    const called = withoutTrailing(asked.given ?? []);
    const differences = recorded.map((one, at) => differenceIn(one, called[at], this.#options.loosely));
    const alike = differences.filter((one) => one === null).length;
    if (recorded.length !== called.length) return { otherwise: { what: "count" }, alike: alike - 1 };
    const first = differences.findIndex((one) => one !== null);
    if (first < 0) return { otherwise: { what: "receiver" }, alike };
    const { where } = differences[first]!;
    return { otherwise: { what: "argument", index: first, where }, alike };
  }

  /** What is called on the same thing, else the first that is left. */
  #otherOperation({ expression }: Asked): number | undefined {
    const left = this.#answers.flatMap(({ style }, index) =>
      this.#used.has(index) || style === "sync" ? [] : [index],
    );
    const holder = holderOf(expression);
    const onSame = left.find(
      (index) => holder !== "" && holderOf(this.#answers[index]!.expression) === holder,
    );
    return onSame ?? left[0];
  }
}

/** What an expression calls: `get` of `this.db.get`. */
export function operationOf(expression: string): string {
  return expression.slice(Math.max(expression.lastIndexOf("."), expression.lastIndexOf(" ")) + 1);
}

function holderOf(expression: string): string {
  const holder = expression.slice(0, Math.max(0, expression.lastIndexOf(".")));
  return operationOf(holder.endsWith("?") ? holder.slice(0, -1) : holder);
}

/** Arguments without the functions and what is undefined at their end: a callback is no content. */
function withoutTrailing(given: readonly unknown[]): readonly unknown[] {
  const last = given.findLastIndex((one) => {
    const isNothing = one === undefined || isOf("undefined", one);
    return !isNothing && typeof one !== "function" && !isOf("function", one);
  });
  return given.slice(0, last + 1);
}

/** Whether a recorded value is one of a kind: see `RecordedValue`. */
export function isOf(kind: string, recorded: unknown): boolean {
  const outer = taggedOf(recorded);
  return (outer?.$ === "shared" ? taggedOf(outer["value"]) : outer)?.$ === kind;
}

/**
 * A recorded answer by Node's convention in the other style: what a callback was told as a promise, or the other way round; null where
 * that tells more than an error or one value.
 */
export function inOtherStyle(answer: RecordedAnswer): RecordedAnswer | null {
  const { style, callbacks = [], outcome } = answer;
  const rest = { ...answer, callbacks: undefined };
  if (style === "callback") {
    const [only, ...more] = callbacks;
    if (only === undefined || more.length > 0 || only.at.length !== 1) return null;
    if (only.at[0] !== answer.arguments.length - 1 || only.arguments.length > 2) return null;
    const [error = null, value = UNDEFINED] = only.arguments;
    if (error === null || isOf("undefined", error))
      return { ...rest, style: "promise", outcome: "value", value };
    return isOf("error", error) ? { ...rest, style: "promise", outcome: "error", value: error } : null;
  }
  if (style !== "promise" || outcome === "pending") return null;
  const { value = UNDEFINED, endMilliseconds, startMilliseconds } = answer;
  return {
    ...answer,
    style: "callback",
    value: undefined,
    arguments: [...answer.arguments, { $: "function", name: "callback" }],
    callbacks: [
      {
        at: [answer.arguments.length],
        milliseconds: endMilliseconds ?? startMilliseconds,
        arguments: outcome === "error" ? [value] : [null, value],
      },
    ],
  };
}

const UNDEFINED = { $: "undefined" };
