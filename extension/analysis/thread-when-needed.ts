import { loadedOnce } from "../loaded-once.ts";
import type { AnalysisThread, StartThread, ThreadAnswer, ThreadReply } from "./analysis-thread.ts";

/** The thread for large texts; what speaks with it is loaded with the first of them. */
export class ThreadWhenNeeded {
  readonly #load: () => Promise<AnalysisThread>;
  #thread: AnalysisThread | undefined;
  #isDisposed = false;

  constructor(start: StartThread) {
    this.#load = loadedOnce(async () => {
      const { AnalysisThread } = await import(/* webpackChunkName: "thread" */ "./analysis-thread.ts");
      this.#thread = new AnalysisThread(start, (milliseconds, callback) => {
        const timer = setTimeout(callback, milliseconds);
        return () => clearTimeout(timer);
      });
      // Then it gives no answers, as one that ended.
      if (this.#isDisposed) this.#thread.dispose();
      return this.#thread;
    });
  }

  /** As {@link AnalysisThread.request}. */
  async request(...asked: Parameters<AnalysisThread["request"]>): Promise<ThreadAnswer | undefined> {
    return (await this.#load()).request(...asked);
  }

  /** As {@link AnalysisThread.ask}. */
  async ask(...asked: Parameters<AnalysisThread["ask"]>): Promise<ThreadReply | undefined> {
    return (await this.#load()).ask(...asked);
  }

  /** Ends the thread; what waits gets no answer. */
  dispose(): void {
    this.#isDisposed = true;
    this.#thread?.dispose();
  }
}
