import { causality } from "../io/causality.ts";
import { harness } from "./intrinsics.ts";
import { withOwnStacks } from "./own-stacks.ts";

/** The time is looked at once in so many ticks. */
const LOOK_EVERY = 256;

/**
 * Ticks that follow each other are dropped after this share of the time where they are so many: nothing that comes to an end has
 * as many. Fewer are once they have taken the later share: well before the engine would end one of them.
 */
const VERY_MANY = { ticks: 200_000, from: 0.3 };
const MANY = { ticks: 2_000, from: 0.5 };

/** What became of ticks that were limited. */
export interface Ticked {
  /** They would have gone on, and were dropped. */
  readonly goesOn: boolean;
  /** They were so many that nothing else can be to blame, however little time they got. */
  readonly isSure: boolean;
  /** The stack of whoever asked for the first that was dropped. */
  readonly stack?: string;
}

/** Work in which ticks may follow each other for so long. */
interface Limited {
  readonly since: number;
  readonly milliseconds: number;
  ticks: number;
  drops: boolean;
  stack?: string;
}

/** Who asks again is near the top. */
const FRAMES = 20;

/**
 * Ticks of the target: those that beget each other without end are dropped where somebody limits them. An engine that
 * is made to end code in the middle of a tick is left with an account of ticks that no longer adds up, and ends the process.
 */
export class TickWatch {
  readonly #now: () => number;
  #limited: Limited | null = null;

  /** Somebody looks where code is that does not come back, and ends it there: ticks are let go on for longer. */
  isLooking = false;

  /** @param now Milliseconds. */
  constructor(now: () => number = harness.now) {
    this.#now = now;
  }

  /** `process.nextTick`, also of whoever has taken it by name, while nobody limits it: then it is the engine's own. */
  readonly nextTick = (callback: () => void, ...parameters: unknown[]): void => {
    if (this.#limited !== null && this.#isOver(this.#limited)) return;
    const { carry, completes } = causality;
    const isHeard = completes !== null && typeof callback === "function";
    const heard = isHeard ? completes(callback, callback, "process.nextTick") : callback;
    harness.nextTick(carry === null ? heard : carry(heard), ...parameters);
  };

  /** Does work in which ticks may follow each other for about as many milliseconds. */
  during(milliseconds: number, work: () => void): Ticked {
    const outer = this.#limited;
    const limited: Limited = { since: this.#now(), milliseconds, ticks: 0, drops: false };
    this.#limited = limited;
    try {
      work();
      const { drops, stack, ticks } = limited;
      const isSure = drops && ticks >= VERY_MANY.ticks;
      return { goesOn: drops, isSure, ...(stack === undefined ? {} : { stack }) };
    } finally {
      this.#limited = outer;
    }
  }

  #isOver(limited: Limited): boolean {
    if (limited.drops || ++limited.ticks % LOOK_EVERY !== 0) return limited.drops;
    const share = (this.#now() - limited.since) / limited.milliseconds;
    limited.drops = (this.isLooking ? [MANY] : [VERY_MANY, MANY]).some(
      ({ ticks, from }) => limited.ticks >= ticks && share >= from,
    );
    if (limited.drops) {
      const { stack } = withOwnStacks(FRAMES, undefined, () => new harness.Error("one tick more"));
      if (stack !== undefined) limited.stack = stack;
    }
    return limited.drops;
  }
}

export const tickWatch = new TickWatch();
