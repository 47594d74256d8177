import { onlyFailure } from "../../analysis/steering/only-throws.ts";
import { preparationSentence } from "../preparation-words.ts";
import type { TargetSource } from "../protocol.ts";
import { framesOf, sayThrown, stackOf, withEnd } from "./io/call-site.ts";
import { inPattern } from "../../analysis/source/in-pattern.ts";
import type { IoCore } from "./io/io-core.ts";

/** What there is to do about a function that does nothing but fail. */
export const BENCHMARK_ANOTHER =
  "Benchmark what takes its place, such as the method of a class that extends this one.";

/** The statement by which a target fails whatever it is called with: its failure is its end. */
export class OnlyFailure {
  readonly #file: string;
  readonly #first: number;
  readonly #last: number;
  /** Lines on which the variable is set that it throws: `const e = new Error(); throw e`. */
  readonly #made: ReadonlySet<number>;

  private constructor(file: string, first: number, last: number, made: ReadonlySet<number>) {
    this.#file = file;
    this.#first = first;
    this.#last = last;
    this.#made = made;
  }

  /** Null for a function that may come to another end. */
  static of({ file, text, language, functionStart }: TargetSource): OnlyFailure | null {
    const failing = onlyFailure(text, language, functionStart);
    if (failing === null) return null;
    const lineOf = (offset: number): number => text.slice(0, offset).split("\n").length;
    const thrown = /^throw\s+([\p{ID_Start}$_][\p{ID_Continue}$]*)\s*;?$/u.exec(
      text.slice(failing.start, failing.end),
    )?.[1];
    const made = thrown === undefined ? [] : linesThatSet(thrown, text.slice(0, failing.start));
    return new OnlyFailure(file, lineOf(failing.start), lineOf(failing.end), new Set(made));
  }

  /** Whether an error is that of the statement, whoever made it for that, and not of what comes before it. */
  isOwn(error: unknown): boolean {
    // The engine, and what is made up, throw nothing but errors.
    return stackOf(error) === "" || this.#lineOf(error) !== undefined;
  }

  /** Has the result say that the failure is what is measured. */
  tell(core: IoCore, error: unknown): void {
    const preparation = { what: "fails-always", line: this.#lineOf(error) ?? this.#first } as const;
    const said = preparationSentence(preparation, { error: `: ${withEnd(sayThrown(error))}` });
    core.prepared(preparation, `${said} ${BENCHMARK_ANOTHER}`);
  }

  #lineOf(error: unknown): number | undefined {
    const lines = framesOf(stackOf(error)).flatMap(({ file, line }) => (file === this.#file ? [line] : []));
    return lines.find((line) => (this.#first <= line && line <= this.#last) || this.#made.has(line));
  }
}

/** Lines on which a text sets a variable, counted from 1. */
function linesThatSet(variable: string, text: string): number[] {
  const sets = new RegExp(String.raw`(?<![\p{ID_Continue}$.])${inPattern(variable)}\s*=(?![=>])`, "u");
  return text.split("\n").flatMap((line, index) => (sets.test(line) ? [index + 1] : []));
}
