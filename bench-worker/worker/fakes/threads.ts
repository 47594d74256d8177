import { EventEmitter } from "node:events";
import { Readable } from "node:stream";
import workerThreads from "node:worker_threads";
import type { IoCore } from "../io/io-core.ts";

/**
 * `worker_threads` that starts no thread: a worker answers each message with one; where it is sent none, it says
 * something by itself and ends well.
 */
export function fakeWorkerThreads(core: IoCore): object {
  class Worker extends EventEmitter {
    readonly threadId = 1;
    readonly resourceLimits = {};
    readonly stdin = null;
    readonly stdout = Readable.from([]);
    readonly stderr = Readable.from([]);
    readonly performance = { eventLoopUtilization: () => ({ idle: 0, active: 0, utilization: 0 }) };
    #hasMessages = false;
    #hasEnded = false;

    constructor() {
      super();
      this.#step("worker_threads.Worker", () => {
        this.emit("online");
        if (this.#hasMessages) return;
        // What nobody hears is no answer.
        if (this.listenerCount("message") === 0) {
          this.#end(0);
          return;
        }
        this.#say(() => {
          const end = (): void => {
            if (!this.#hasMessages) this.#end(0);
          };
          core.clock.after(core.latencyMilliseconds, end, undefined, undefined);
        });
      });
    }

    postMessage(): void {
      this.#hasMessages = true;
      this.#say();
    }

    terminate(): Promise<unknown> {
      core.noteUse("Worker.terminate", "promise");
      const terminated = core.promise("Worker.terminate", 1);
      // Whoever does not wait for it hears of nothing.
      terminated.then(
        () => this.#end(1),
        () => undefined,
      );
      return terminated;
    }

    #say(then?: () => void): void {
      this.#step("Worker.message", () => {
        if (this.#hasEnded) return;
        this.emit("message", core.makeBody?.("Worker.message") ?? {});
        then?.();
      });
    }

    #step(expression: string, run: () => void): void {
      core.event(expression, run, (error) => this.emit("error", error));
    }

    #end(code: number): void {
      if (this.#hasEnded) return;
      this.#hasEnded = true;
      this.emit("exit", code);
    }

    getHeapSnapshot(): never {
      throw new Error("There is no thread that a heap snapshot could be taken of.");
    }

    ref(): void {
      // It keeps nothing alive.
    }

    unref(): void {
      // It keeps nothing alive.
    }
  }
  return {
    ...harmless(),
    Worker,
    isMainThread: true,
    parentPort: null,
    workerData: null,
    threadId: 0,
    resourceLimits: {},
    SHARE_ENV: workerThreads.SHARE_ENV,
    MessageChannel: workerThreads.MessageChannel,
    MessagePort: workerThreads.MessagePort,
    markAsUntransferable: workerThreads.markAsUntransferable,
    receiveMessageOnPort: workerThreads.receiveMessageOnPort,
    getEnvironmentData: () => undefined,
    setEnvironmentData: () => undefined,
  };
}

/** Functions that only look at, or mark, what they are given; not every version has all of them. */
function harmless(): object {
  const names = ["isMarkedAsUntransferable", "markAsUncloneable"];
  return Object.fromEntries(Object.entries(workerThreads).filter(([name]) => names.includes(name)));
}
