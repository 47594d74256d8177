import type { Writable } from "node:stream";
import type { IoCore } from "../io/io-core.ts";
import type { Callback } from "../io/callback.ts";

/**
 * What a stream does with the pieces that it is given: each takes a step of the clock. With the first one that is piped into
 * it the step begins with the pipe, since all streams of a pipeline are at work at the same time.
 */
export class PipedWork {
  readonly #core: IoCore;
  readonly #expression: string;
  #state: "none" | "begun" | "done" | "over" = "none";
  /** Waits for what was begun with the pipe. */
  #first: Callback | null = null;

  constructor(core: IoCore, expression: string) {
    this.#core = core;
    this.#expression = expression;
  }

  /** Has the work begin with a pipe into a stream; nothing of it where nothing is piped. */
  beginsWithPipeInto(stream: Writable): void {
    stream.prependOnceListener("pipe", () => {
      if (this.#state !== "none") return;
      this.#state = "begun";
      this.#core.step(this.#expression, (error) => {
        const first = this.#first;
        this.#state = first === null ? "done" : "over";
        this.#first = null;
        if (first !== null) first(error);
        else if (error !== null) stream.destroy(error);
      });
    });
  }

  /** Calls back when a piece is worked upon; one at a time, as streams give them. */
  piece(done: Callback): void {
    if (this.#state === "begun") {
      this.#first = done;
      return;
    }
    const isDone = this.#state === "done";
    // What comes after it takes a step of its own.
    this.#state = "over";
    if (isDone) done(null);
    else this.#core.step(this.#expression, done);
  }

  /** Calls back when all that was begun is done: a pipe through which nothing came as well. */
  end(done: Callback): void {
    if (this.#state === "begun") this.#first = done;
    else done(null);
  }
}
