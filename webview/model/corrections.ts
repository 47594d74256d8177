import type { FakeUse } from "../../bench-worker/target-result.ts";
import type { Corrected } from "../../bench-worker/panel-messages.ts";

/** Kinds that the fakes file says now and that were not measured with yet. */
export class Corrections {
  readonly #written = new Map<string, FakeUse["kind"]>();
  #listeners: (() => void)[] = [];
  #shown = "";

  /** All is drawn anew: who listened is gone; `shown` of another run makes it forget what was written. */
  drawAnew(shown: string): void {
    this.#listeners = [];
    if (shown !== this.#shown) this.#written.clear();
    this.#shown = shown;
  }

  /** Undefined where nothing was corrected. */
  of(result: number, expression: string): FakeUse["kind"] | undefined {
    return this.#written.get(keyOf(result, expression));
  }

  /** Calls back at every answer until all is drawn anew. */
  onAnswer(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** The extension has written a correction, or could not. */
  answered({ result, expression, kind, isDone }: Omit<Corrected, "type">): void {
    if (isDone) this.#written.set(keyOf(result, expression), kind);
    for (const listener of this.#listeners) listener();
  }
}

function keyOf(result: number, expression: string): string {
  return `${result} ${expression}`;
}
