import type { RunProgress } from "../protocol.ts";
import { waitingWords, WAITED_FOR_LONG } from "./waiting-words.ts";

/** A clock with an alarm; tests have one of their own. */
export interface Watch {
  /** Milliseconds, monotonic. */
  readonly now: () => number;
  /** Does something in so many milliseconds, unless what it returns is called before. */
  readonly after: (milliseconds: number, act: () => void) => () => void;
}

/** The system's. */
export const systemWatch: Watch = {
  now: () => performance.now(),
  after: (milliseconds, act) => {
    const timer = setTimeout(act, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** Once it has been long, what goes on is told so often, in milliseconds, also where nothing is heard of the process. */
const TOLD_EVERY = 1_000;

/** Of modules that follow each other is told so often, in milliseconds: nobody reads more. */
const MODULES_EVERY = 100;

/**
 * Tells whoever waits for the first numbers what a process is at: as it says so, and where it says nothing for long, as where it
 * computes without coming back, what it was at when it was last heard of, and for how long it has been.
 */
export class StillWaiting {
  readonly #watch: Watch;
  readonly #since: number;
  /** Whether numbers are there already: then nobody has to be told what takes long. */
  readonly #hasNumbers: boolean;
  readonly #say: (activity: string) => void;
  #last: RunProgress;
  #heard: number;
  #toldAt = -Infinity;
  #stop: () => void;

  /**
   * @param since When the wait began, by the watch; null where there are numbers already.
   * @param runtime Name of the engine that the process runs on.
   */
  constructor(watch: Watch, since: number | null, runtime: string, say: (activity: string) => void) {
    this.#watch = watch;
    this.#heard = watch.now();
    this.#since = since ?? this.#heard;
    this.#hasNumbers = since === null;
    this.#say = say;
    this.#last = { fraction: 0, activity: `starting a process of ${runtime}` };
    this.#stop = this.#lookLater();
  }

  /** The process has said something. */
  hear(progress: RunProgress): void {
    // What it says again has gone on since it was first said.
    if (progress.waiting !== undefined || progress.activity !== this.#last.activity)
      this.#heard = this.#watch.now();
    const isNext = isNextModule(this.#last, progress);
    this.#last = progress;
    if (!isNext || this.#watch.now() - this.#toldAt >= MODULES_EVERY) this.#tell();
  }

  /** The process has come to its end, whichever. */
  end(): void {
    this.#stop();
  }

  #lookLater(): () => void {
    if (this.#hasNumbers) return () => undefined;
    const left = this.#since + WAITED_FOR_LONG - this.#watch.now();
    return this.#watch.after(Math.max(left, TOLD_EVERY), () => {
      this.#tell();
      this.#stop = this.#lookLater();
    });
  }

  #tell(): void {
    const now = (this.#toldAt = this.#watch.now());
    const times = { passed: this.#hasNumbers ? 0 : now - this.#since, silent: now - this.#heard };
    this.#say(waitingWords(this.#last, times));
  }
}

/** Whether all that is new is that another module is loaded, or that a call has come further. */
function isNextModule(before: RunProgress, { activity, waiting }: RunProgress): boolean {
  const was = before.waiting;
  if (was === undefined || waiting === undefined || activity !== before.activity) return false;
  return waiting.attempt === was.attempt && (waiting.call === undefined) === (was.call === undefined);
}
