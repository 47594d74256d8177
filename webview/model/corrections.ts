import type { Setting } from "../../bench-worker/contract/setting.ts";
import type { Corrected } from "../../bench-worker/panel-messages.ts";

type Answer = Omit<Corrected, "type">;

/** What is said where the fakes file says something that was not measured with yet. */
export const CORRECTED = "Corrected in the fakes file: run again to measure with it.";

/** What the fakes file says now, as one section of the panel shows it, and was not measured with yet. */
export class Corrections {
  readonly #written = new Map<string, string>();
  #listeners: ((answer: Answer) => void)[] = [];
  #shown = "";

  /** All is drawn anew: who listened is gone; `shown` of another run makes it forget what was written. */
  drawAnew(shown: string): void {
    this.#listeners = [];
    if (shown !== this.#shown) this.#written.clear();
    this.#shown = shown;
  }

  /** What stands behind the setting's colon; undefined where nothing was corrected. */
  of(result: number, setting: Setting): string | undefined {
    return this.#written.get(keyOf(result, setting));
  }

  /** Calls back at every answer until all is drawn anew. */
  onAnswer(listener: (answer: Answer) => void): void {
    this.#listeners.push(listener);
  }

  /** The extension has written a correction, or could not. */
  answered(answer: Answer): void {
    const { result, setting, text, isDone } = answer;
    if (isDone) this.#written.set(keyOf(result, setting), text);
    for (const listener of this.#listeners) listener(answer);
  }
}

function keyOf(result: number, setting: Setting): string {
  return JSON.stringify([result, setting]);
}
