import type { Clock } from "../clock/clock.ts";
import type { Answer } from "./answers.ts";

/** When an I/O call of a played call began and ended: milliseconds since that began. */
export interface PlayedTime {
  readonly answer: Answer;
  readonly start: number;
  /** Null: nothing has come of it yet. */
  end: number | null;
}

/** The clock keeps latencies of whole milliseconds by whole milliseconds, as real timers are kept. */
const NO_WHOLE = 1e-6;

/** Has each I/O call of one call take as long as it did when it was recorded, and keeps when it began and ended. */
export class RecordedTimes {
  readonly #clock: Pick<Clock, "time">;
  readonly #begun: number;
  readonly #byIndex = new Map<number, PlayedTime>();

  constructor(clock: Pick<Clock, "time">) {
    this.#clock = clock;
    this.#begun = clock.time();
  }

  /** The I/O calls in the order in which they began. */
  get all(): readonly PlayedTime[] {
    return [...this.#byIndex.values()];
  }

  /** An I/O call begins. */
  began(answer: Answer): void {
    if (!this.#byIndex.has(answer.index))
      this.#byIndex.set(answer.index, { answer, start: this.#now(), end: null });
  }

  /** How long it is still to something that was recorded of an I/O call at that time. */
  until({ index, recorded }: Answer, milliseconds: number): number {
    const { start } = this.#byIndex.get(index)!;
    const due = start + Math.max(0, milliseconds - recorded.startMilliseconds);
    return Math.max(0, due - this.#now()) + NO_WHOLE;
  }

  /** Something has come of an I/O call: of an event, or of what is iterated, not the last thing yet. */
  ended({ index }: Answer): void {
    this.#byIndex.get(index)!.end = this.#now();
  }

  #now(): number {
    return this.#clock.time() - this.#begun;
  }
}
