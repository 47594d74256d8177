/** A benchmark's work, which ends soon after its signal is aborted. */
export type Work<R> = (signal: AbortSignal) => Promise<R>;

interface Job {
  readonly keys: ReadonlySet<string>;
  readonly controller: AbortController;
  readonly ended: Promise<void>;
}

/**
 * Runs one benchmark at a time, since two at once would measure each other. A benchmark of a target takes the place
 * of an earlier one of the same target, under way or waiting; others wait for their turn.
 */
export class BenchmarkQueue {
  #jobs: readonly Job[] = [];
  #closed = false;

  /** Whether a benchmark is under way or waits. */
  get busy(): boolean {
    return this.#jobs.length > 0;
  }

  /**
   * Runs `work` when what came before it has ended.
   *
   * @param keys Name the targets.
   * @param signal Takes the work back, also while it waits: `work` is called all the same, with an aborted signal,
   * so that it can say what became of it.
   */
  async run<R>(keys: readonly string[], work: Work<R>, signal?: AbortSignal): Promise<R> {
    const before = this.#jobs;
    for (const job of before) if (keys.some((key) => job.keys.has(key))) job.controller.abort();

    const controller = new AbortController();
    if (this.#closed || signal?.aborted === true) controller.abort();
    const abort = (): void => controller.abort();
    signal?.addEventListener("abort", abort, { once: true });
    const { promise: ended, resolve: end } = withResolvers();
    const job: Job = { keys: new Set(keys), controller, ended };
    this.#jobs = [...before, job];
    try {
      await Promise.race([Promise.all(before.map((earlier) => earlier.ended)), aborted(controller.signal)]);
      return await work(controller.signal);
    } finally {
      signal?.removeEventListener("abort", abort);
      this.#jobs = this.#jobs.filter((other) => other !== job);
      end();
    }
  }

  /** Cancels all benchmarks and resolves when they have ended. */
  async cancelAll(): Promise<void> {
    const jobs = this.#jobs;
    for (const { controller } of jobs) controller.abort();
    await Promise.all(jobs.map(({ ended }) => ended));
  }

  /** The same for good: what is started later is cancelled at once. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.cancelAll();
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

function withResolvers(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
