import type { UniversalFakes } from "../fakes/universal/universal-fakes.ts";
import { correctionFor } from "./corrections/correction-for.ts";
import type { Correction } from "./corrections/correction.ts";

type Told = Extract<Correction, { readonly name: string }>;

/** So many errors are heard of what one is given. */
const LESSONS_AT_MOST = 6;

/** What errors of a constructor, or of a function that is called for what it makes, have told of what it is given. */
export class CallLessons {
  readonly #fakes: UniversalFakes;
  readonly #textOf: (file: string) => string | null;
  /** What was put right, and has not been left out since. */
  readonly #told: string[] = [];
  #left = LESSONS_AT_MOST;

  constructor(fakes: UniversalFakes, textOf: (file: string) => string | null) {
    this.#fakes = fakes;
    this.#textOf = textOf;
  }

  /** Whether an error tells what something has to be; what is refused when it has been put right is left out. */
  learn(error: unknown): boolean {
    if (this.#left-- <= 0) return false;
    const correction = namedCorrection(
      correctionFor(error, this.#fakes, this.#textOf, this.#fakes.core.rules),
    );
    if (correction !== null && !this.#fakes.isCorrected(correction.name)) {
      this.#fakes.correct(correction.name, correction.shape);
      this.#told.push(correction.name);
      return true;
    }
    const refused = this.#told.pop();
    if (refused === undefined) return false;
    this.#fakes.correct(refused, { make: "nothing" });
    return true;
  }
}

/** A correction as one of a value: what an operation gives that is to give a promise is one. */
function namedCorrection(correction: Correction | undefined): Pick<Told, "name" | "shape"> | null {
  if (correction === undefined) return null;
  if ("promise" in correction) return { name: `*.${correction.promise}()`, shape: { make: "promise" } };
  return "name" in correction ? correction : null;
}
