import type { FileAnalysis } from "../../analysis/model.ts";
import { WRITE_FAKES_COMMAND } from "../fakes-file/command.ts";
import { preparationSentence } from "../preparation-words.ts";
import type { Preparation } from "../preparation.ts";
import type { TargetSource } from "../protocol.ts";
import { Unmeasurable } from "./harness/unmeasurable.ts";
import { firstFrameIn, sayThrown, stackOf, withEnd } from "./io/call-site.ts";
import { mayCatch, type CaughtError } from "./load/catch-watch.ts";
import { reachedTexts } from "./load/reached.ts";
import type { Contestant } from "./measure/contestant.ts";
import type { Recording } from "./measure/record.ts";

/** A call came to a good end by its path of failure: code of its own file caught what made-up values brought about, or handed it on. */
export class PathOfFailure extends Unmeasurable {
  readonly preparation: Preparation;
  /** Of the target's file. */
  readonly line: number;

  constructor({ error, line }: Pick<CaughtError, "error" | "line">, handedTo?: string) {
    const preparation = { what: "path-of-failure", line, handedTo } as const;
    super(
      "failed",
      preparationSentence(
        preparation,
        error === undefined ? {} : { error: `: ${withEnd(sayThrown(error))}` },
      ),
      `Say in a fakes file what the function is called with and what its I/O calls answer: ${WRITE_FAKES_COMMAND}.`,
    );
    this.preparation = preparation;
    this.line = line;
    this.cause = error;
  }

  /** For the user. */
  get warning(): string {
    return `${this.message} ${this.hint}`;
  }
}

/** The same of a call that handed an error to what it was given; null for one that handed none. */
export function pathOfHanded({ recording: { handed }, target }: Contestant): PathOfFailure | null {
  if (handed === null) return null;
  const { error, to } = handed;
  const { file } = target.source;
  const line = handed.line ?? firstFrameIn(stackOf(error), file)?.line ?? target.asyncFunction.position.line;
  return new PathOfFailure({ error, line }, to);
}

/** How far a call came: the places and operations of its I/O calls, each once. */
export function reachedBy({ operations }: Recording): number {
  return new Set(operations.map(({ expression, line }) => `${expression} ${line}`)).size;
}

/** Whether a function, or one of its file's asynchronous ones that it calls, may catch an error. */
export function catchesErrors({ written, ...source }: TargetSource, { functions }: FileAnalysis): boolean {
  const { text, functionStart } = written ?? source;
  const own = functions.find(({ range }) => range.start === functionStart);
  for (const one of reachedTexts(text, functions, own)) if (mayCatch(one)) return true;
  return false;
}
