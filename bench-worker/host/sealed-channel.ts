import type { ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { EventEmitter } from "node:events";
import { unseal } from "../sealed-message.ts";

/** The host's end of a worker's channel; takes the place of the child process where messages are read and written. */
export class SealedChannel extends EventEmitter {
  /** Messages that came without the key once there was one. */
  forged = 0;
  readonly #child: ChildProcess;
  readonly #key = randomUUID();
  #state: "open" | "sealing" | "sealed" = "open";

  constructor(child: ChildProcess) {
    super();
    this.#child = child;
    child.on("error", (error) => this.emit("error", error));
    child.on("message", (data) => this.#onMessage(data));
    // Nobody else need listen; without a listener an emitter would throw.
    this.on("error", () => undefined);
  }

  /** From the next message to the worker on, only what comes with the key is heard. */
  seal(): void {
    this.#state = "sealing";
  }

  /** As a child process sends. */
  readonly send = (
    message: object,
    _handle: undefined,
    _options: undefined,
    done: (error: Error | null) => void,
  ): boolean => {
    if (this.#state !== "sealing") return this.#child.send(message, done);
    this.#state = "sealed";
    return this.#child.send({ key: this.#key, message }, done);
  };

  #onMessage(data: unknown): void {
    if (this.#state === "open") {
      this.emit("message", data);
      return;
    }
    let message: unknown;
    try {
      message = unseal(data, this.#key);
    } catch {
      // Half a message is nobody's.
    }
    if (message === undefined) this.forged++;
    else this.emit("message", message);
  }
}
