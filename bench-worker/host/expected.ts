import type { Measure } from "../benchmark-options.ts";

/**
 * Milliseconds that the first process of a measure takes for each target however little it was told to: loading, and one
 * sample of each n. Of the gallery's variants on a machine with nothing else to do; a slower one shows by its first process.
 */
const OWED: Readonly<Record<Measure, number>> = { time: 150, memory: 400, stack: 160 };

/** From here on a bar gets slower: what is planned and what it takes are seldom the same. */
const NEAR_THE_END = 0.9;

/** What of a bar is full when a share of what was planned has passed, which may be more than all of it: never quite 1. */
function filled(share: number): number {
  if (share < NEAR_THE_END) return share;
  return 1 - ((1 - NEAR_THE_END) * NEAR_THE_END) / share;
}

/**
 * How much of a benchmark is done: of its budget, or of what its measures owe where that is more, so that the bar of many
 * targets with a small budget does not stand still before the end.
 */
export class Expected {
  readonly #budgetMilliseconds: number;
  readonly #targets: number;
  readonly #notBegun: Set<Measure>;
  #underWay: { readonly measure: Measure; readonly told: number; readonly began: number } | null = null;
  #slowness = 1;
  #reached = 0;

  constructor(budgetMilliseconds: number, targets: number, measures: readonly Measure[]) {
    this.#budgetMilliseconds = budgetMilliseconds;
    this.#targets = targets;
    this.#notBegun = new Set(measures);
  }

  /** A process of this measure begins, so many milliseconds after the beginning, and is told to take so many. */
  began(measure: Measure, toldMilliseconds: number, elapsedMilliseconds: number): void {
    if (!this.#notBegun.delete(measure)) return;
    this.#underWay = { measure, told: toldMilliseconds, began: elapsedMilliseconds };
  }

  /** The process that was under way has ended. */
  ended(elapsedMilliseconds: number): void {
    this.#slowness = this.#slownessNow(elapsedMilliseconds);
    this.#underWay = null;
  }

  /**
   * 0 to 1, never less than before.
   *
   * @param keptMilliseconds What others took of the time that has passed, by which the whole takes longer.
   */
  fraction(elapsedMilliseconds: number, keptMilliseconds = 0): number {
    const slowness = this.#slownessNow(elapsedMilliseconds);
    const later = [...this.#notBegun].reduce((sum, measure) => sum + this.#owed(measure), 0) * slowness;
    const now =
      this.#underWay === null
        ? 0
        : this.#owed(this.#underWay.measure) * slowness - (elapsedMilliseconds - this.#underWay.began);
    const left = Math.max(0, now) + later;
    const whole = Math.max(
      this.#budgetMilliseconds + keptMilliseconds,
      left === 0 ? 0 : elapsedMilliseconds + left,
    );
    this.#reached = Math.max(this.#reached, filled(elapsedMilliseconds / whole));
    return this.#reached;
  }

  /** How many times as long as planned processes take, by those that have ended and the one that is late. */
  #slownessNow(elapsedMilliseconds: number): number {
    if (this.#underWay === null) return this.#slowness;
    const { measure, told, began } = this.#underWay;
    return Math.max(this.#slowness, (elapsedMilliseconds - began) / Math.max(told, this.#owed(measure)));
  }

  #owed(measure: Measure): number {
    return OWED[measure] * this.#targets;
  }
}
