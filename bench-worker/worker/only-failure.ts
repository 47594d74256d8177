import { onlyFailure } from "../../analysis/steering/only-throws.ts";
import { preparationSentence } from "../preparation-words.ts";
import type { TargetSource } from "../protocol.ts";
import { firstFrameIn, sayThrown, stackOf, withEnd } from "./io/call-site.ts";
import type { IoCore } from "./io/io-core.ts";

/** What there is to do about a function that does nothing but fail. */
export const BENCHMARK_ANOTHER =
  "Benchmark what takes its place, such as the method of a class that extends this one.";

/** The statement by which a target fails whatever it is called with: its failure is its end. */
export class OnlyFailure {
  readonly #file: string;
  readonly #first: number;
  readonly #last: number;

  private constructor(file: string, first: number, last: number) {
    this.#file = file;
    this.#first = first;
    this.#last = last;
  }

  /** Null for a function that may come to another end. */
  static of({ file, text, language, functionStart }: TargetSource): OnlyFailure | null {
    const failing = onlyFailure(text, language, functionStart);
    if (failing === null) return null;
    const lineOf = (offset: number): number => text.slice(0, offset).split("\n").length;
    return new OnlyFailure(file, lineOf(failing.start), lineOf(failing.end));
  }

  /** Whether an error is that of the statement, and not of what comes before it. */
  isOwn(error: unknown): boolean {
    const line = this.#lineOf(error);
    return line !== undefined && this.#first <= line && line <= this.#last;
  }

  /** Has the result say that the failure is what is measured. */
  tell(core: IoCore, error: unknown): void {
    const preparation = { what: "fails-always", line: this.#lineOf(error) ?? this.#first } as const;
    const said = preparationSentence(preparation, { error: `: ${withEnd(sayThrown(error))}` });
    core.prepared(preparation, `${said} ${BENCHMARK_ANOTHER}`);
  }

  #lineOf(error: unknown): number | undefined {
    return firstFrameIn(stackOf(error), this.#file)?.line;
  }
}
