import type { IoCore, IoTap } from "../../io/io-core.ts";
import { harness } from "../../harness/intrinsics.ts";

/** Milliseconds of CPU time of one call, watched, that reads fakes and never waits. */
const ENDLESS_AFTER = 600;

/** Where a call of the target has gone on without end before, that share of its reads and of the time tells that another does. */
const AGAIN = { reads: 0.3, time: 0.25 };

/** The time is looked at once in so many reads: one may be an I/O call that takes half a millisecond to watch. */
const LOOK_EVERY = 64;

/** A call turns round and round on made-up values. */
export class EndlessError extends Error {
  constructor() {
    super("it goes on without end on made-up values");
  }
}

/** Ends what turns round and round on made-up values without ever waiting, which nothing else could end. */
export class EndlessWatch {
  readonly #core: IoCore;
  #watched: { tap: IoTap | null; since: number; reads: number } = { tap: null, since: 0, reads: 0 };

  constructor(core: IoCore) {
    this.#core = core;
  }

  /**
   * A fake is read, while calls are watched.
   *
   * @throws {EndlessError} when a call has read for so long that it will not end.
   */
  read(): void {
    const { tap } = this.#core;
    if (tap !== this.#watched.tap) this.#watched = { tap, since: harness.cpuMilliseconds(), reads: 0 };
    const reads = ++this.#watched.reads;
    if (reads % LOOK_EVERY !== 0) return;
    const isKnown = reads > AGAIN.reads * this.#core.endlessReads;
    if (harness.cpuMilliseconds() - this.#watched.since <= (isKnown ? AGAIN.time : 1) * ENDLESS_AFTER) return;
    this.#core.endlessReads = Math.min(this.#core.endlessReads, reads);
    throw new EndlessError();
  }
}
