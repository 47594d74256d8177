/** A benchmark's work, which ends soon after its signal is aborted. */
export type Work<R> = (signal: AbortSignal) => Promise<R>;

/** How far a benchmark is that has not ended. */
export type Stage = "waits" | "measures";

interface Job {
  readonly keys: ReadonlySet<string>;
  readonly title: string;
  readonly controller: AbortController;
  readonly ended: Promise<void>;
  hasBegun: boolean;
}

/**
 * Runs one benchmark at a time, since two at once would measure each other. A benchmark of a target takes the place
 * of an earlier one of the same target, under way or waiting; others wait for their turn.
 */
export class BenchmarkQueue {
  readonly #changed: () => void;
  #jobs: readonly Job[] = [];
  #closed = false;

  /** @param changed Called when a benchmark is asked for, begins or ends. */
  constructor(changed: () => void = () => undefined) {
    this.#changed = changed;
  }

  /** Whether a benchmark is under way or waits. */
  get busy(): boolean {
    return this.#jobs.length > 0;
  }

  /** Titles of those that wait, and of the one that they wait for; undefined where none waits, or that is as good as over. */
  get waiting(): { readonly titles: readonly string[]; readonly current: string } | undefined {
    const [current] = this.#jobs;
    if (current === undefined || current.controller.signal.aborted) return undefined;
    const wait = this.#jobs.filter(({ hasBegun, controller }) => !hasBegun && !controller.signal.aborted);
    return wait.length === 0 || !current.hasBegun
      ? undefined
      : { titles: wait.map(({ title }) => title), current: current.title };
  }

  /** How far the last benchmark of a target is; undefined where there is none, or it has ended. */
  stageOf(key: string): Stage | undefined {
    const job = this.#lastOf(key);
    return job && (job.hasBegun ? "measures" : "waits");
  }

  /**
   * Runs `work` when what came before it has ended.
   *
   * @param keys Name the targets.
   * @param title For who waits for it.
   * @param signal Takes the work back, also while it waits: `work` is called all the same, with an aborted signal,
   * so that it can say what became of it.
   */
  async run<R>(keys: readonly string[], title: string, work: Work<R>, signal?: AbortSignal): Promise<R> {
    const before = this.#jobs;
    for (const job of before) if (keys.some((key) => job.keys.has(key))) job.controller.abort();

    const controller = new AbortController();
    if (this.#closed || signal?.aborted === true) controller.abort();
    const abort = (): void => controller.abort();
    signal?.addEventListener("abort", abort, { once: true });
    const { promise: ended, resolve: end } = withResolvers();
    const job: Job = { keys: new Set(keys), title, controller, ended, hasBegun: before.length === 0 };
    this.#jobs = [...before, job];
    this.#changed();
    try {
      await Promise.race([Promise.all(before.map((earlier) => earlier.ended)), aborted(controller.signal)]);
      job.hasBegun = true;
      if (before.length > 0) this.#changed();
      return await work(controller.signal);
    } finally {
      signal?.removeEventListener("abort", abort);
      this.#jobs = this.#jobs.filter((other) => other !== job);
      end();
      this.#changed();
    }
  }

  /** Cancels the last benchmark of a target, under way or waiting. */
  cancel(key: string): void {
    this.#lastOf(key)?.controller.abort();
  }

  /** Cancels the one that is under way and resolves when it has ended; those that wait begin then. */
  async cancelCurrent(): Promise<void> {
    const [current] = this.#jobs;
    current?.controller.abort();
    await current?.ended;
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

  #lastOf(key: string): Job | undefined {
    return this.#jobs.findLast(({ keys }) => keys.has(key));
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
