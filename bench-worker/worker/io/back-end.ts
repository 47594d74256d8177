import type { BenchmarkOptions } from "../../benchmark-options.ts";
import type { Clock, Completion } from "../clock/clock.ts";
import { seededRandom } from "../measure/random.ts";
import { latencies } from "./latencies.ts";

/** What the options say of the back end. */
export type BackEndOptions = Pick<BenchmarkOptions, "latency" | "errorRate" | "connections" | "seed">;

interface Waiting {
  readonly run: Completion;
  readonly first: unknown;
  readonly second: unknown;
  readonly milliseconds: number;
}

/** Whether the back end is more than one latency for all: then nothing of this file is needed. */
export function isPlain({ latency, errorRate, connections }: BackEndOptions): boolean {
  const isConstant = latency.model === "fixed" || latency.model === "load-dependent";
  return isConstant && errorRate === undefined && connections === undefined;
}

/**
 * The back end that fake I/O talks to in one trial: latencies that differ, a share of calls that fail, and as many
 * connections as it has, for which calls wait in the order in which they come. The same seed gives the same latencies
 * and failures in the same order of calls.
 */
export class BackEnd {
  /** So many times its latency an I/O call may take on average, as all of n calls queue for the connections. */
  readonly queueing: number;
  /** I/O calls take what they took when they were recorded. */
  readonly takesRecorded: boolean;
  /** I/O calls so far, and those of them that failed. */
  calls = 0;
  failures = 0;
  readonly #clock: Clock;
  readonly #nextLatency: () => number;
  readonly #random: () => number;
  readonly #errorRate: number;
  #free: number;
  #queue: Waiting[] = [];
  #head = 0;

  /** @param trial Tells trials apart that shall not be alike; the targets of one comparison get the same. */
  constructor(options: BackEndOptions, n: number, trial: number, clock: Clock) {
    const { latency, errorRate = 0, connections = Infinity, seed } = options;
    const mixed =
      Math.imul(seed + 1, 0x85eb_ca6b) ^ Math.imul(n, 0xc2b2_ae35) ^ Math.imul(trial + 1, 0x27d4_eb2f);
    this.takesRecorded = latency.model === "recorded";
    this.#clock = clock;
    this.#nextLatency = latencies(latency, n, seededRandom(mixed));
    // A generator of its own: with or without failures the latencies are the same.
    this.#random = seededRandom(~mixed);
    this.#errorRate = errorRate;
    this.#free = connections;
    this.queueing = Math.max(1, n / connections);
  }

  /** Decides, once for every I/O call, whether it fails. */
  fails(): boolean {
    this.calls++;
    if (this.#errorRate === 0 || this.#random() >= this.#errorRate) return false;
    this.failures++;
    return true;
  }

  /**
   * Calls `run(first, second)` when the back end has answered, which begins when a connection is free.
   *
   * @param milliseconds What the answer takes from then on; the next of its own latencies where that is left out.
   */
  answer(run: Completion, first: unknown, second: unknown, milliseconds = this.#nextLatency()): void {
    if (this.#free === Infinity) this.#clock.after(milliseconds, run, first, second);
    else if (this.#free > 0) this.#begin({ run, first, second, milliseconds });
    else this.#queue.push({ run, first, second, milliseconds });
  }

  #begin(waiting: Waiting): void {
    this.#free--;
    this.#clock.after(waiting.milliseconds, this.#complete, waiting, undefined);
  }

  /** The connection is handed on before the answer is looked at, as a pool does. */
  readonly #complete = (answered: unknown): void => {
    this.#free++;
    if (this.#head < this.#queue.length) {
      this.#begin(this.#queue[this.#head]!);
      // Half of it at least each time, so that a long queue is not copied over and over.
      if (++this.#head * 2 >= this.#queue.length) {
        this.#queue = this.#queue.slice(this.#head);
        this.#head = 0;
      }
    }
    const { run, first, second } = answered as Waiting;
    run(first, second);
  };
}
