import { mean, median, probit, sumSimple } from "simple-statistics";
import type { Estimate } from "../numbers.ts";
import { CONFIDENCE, studentQuantile } from "./statistics.ts";

/** A difference of time below this share does not matter, unless the user says otherwise. */
export const DEFAULT_THRESHOLD = 0.005;
/** Nobody can tell from fewer processes. */
export const PROCESSES_TO_JUDGE = 4;
/** From so many on there is an interval. */
export const PROCESSES_FOR_RATIO = 3;

/** What one process says of head against base. */
export interface ProcessRatio {
  /** The logarithm of head over base. */
  readonly logRatio: number;
  /** Which of the two it loaded first: that alone can make a difference of 1 or 2 %. */
  readonly order: "base-first" | "head-first";
}

/**
 * How often a comparison of equal functions may call them different, all its looks together: 1 % at most, of which
 * a part is kept for noise that is not quite normal.
 */
export const FALSE_ALARMS = 0.008;
/** How slowly {@link FALSE_ALARMS} is spent: early looks get little of it, so that the last one has most. */
const SPENDING_POWER = 3;
/** Of the budget: from here on all that is left waits for the last look. */
const SAVED_FROM = 0.75;

/** What the standard normal distribution stays below with 95 %: so often the smallest detectable difference is found. */
const POWER = probit(0.95);

/** What the processes so far say of head against base. */
export interface Judgement {
  readonly verdict: "less" | "more" | "no-difference" | "too-noisy";
  /** Head over base, with the interval at 95 %. */
  readonly ratio: Estimate;
  /** The share from which on a difference would have been found in 95 of 100 comparisons; none where it is not judged. */
  readonly smallestDetectable?: number;
}

/**
 * Whether one should look at so many processes. Only at even numbers, as the order of loading alternates; seldom
 * once there are many.
 */
export function isLook(processes: number): boolean {
  if (processes < PROCESSES_TO_JUDGE || processes % 2 === 1) return false;
  return processes <= 16 || processes % (processes <= 32 ? 4 : 8) === 0;
}

/** Whether each of the two was loaded first at least once: what that does cannot be taken off otherwise. */
export function hasBothOrders(processes: readonly ProcessRatio[]): boolean {
  return new Set(processes.map(({ order }) => order)).size === 2;
}

/**
 * The looks at one comparison. Whoever looks again and again until the answer is clear is wrong more often than at each
 * look. So each has a level of its own, and all of them add up to {@link FALSE_ALARMS} at most: by the time a share *x* of the budget
 * is spent, *x*³ of it may be (a spending function after Lan and DeMets), up to three quarters; the rest is the last look's. Levels that add up are safe whatever
 * the looks have in common (Bonferroni).
 */
export class Looks {
  #spent = 0;

  /** The level that looks still to come have together. */
  get left(): number {
    return FALSE_ALARMS - this.#spent;
  }

  /**
   * Judges at the level that this look has.
   *
   * @param share Of the budget, how much is spent: 0 to 1. At 1 it is the last look.
   */
  look(processes: readonly ProcessRatio[], threshold: number, share: number): Judgement {
    const spendable = share >= 1 ? 1 : Math.min(share, SAVED_FROM) ** SPENDING_POWER;
    const mayBeSpent = FALSE_ALARMS * spendable;
    const level = Math.max(0, mayBeSpent - this.#spent);
    this.#spent += level;
    return judge(processes, threshold, level);
  }
}

/**
 * Judges by one number a process. It is *less* or *more* when the difference is not noise and at least `threshold`; *no
 * difference* when the whole interval is below `threshold`; else *too noisy*, and also where one of the two was loaded first in
 * all of them. The first three are final: nothing is gained by more processes.
 *
 * The method: paired within the process, Student's t over processes, each order of loading compared with its own mean
 * (a randomised block design with two blocks).
 *
 * @param threshold A share: 0.005 is 0.5 %.
 * @param level How often equal functions may be called different, by this look alone; at 0 they never are.
 * @throws {RangeError} when there are fewer than three processes.
 */
export function judge(
  processes: readonly ProcessRatio[],
  threshold: number,
  level: number = FALSE_ALARMS,
): Judgement {
  if (processes.length < PROCESSES_FOR_RATIO) throw new RangeError("A judgement needs three processes");
  const n = processes.length;
  const { centre, middle, error, degreesOfFreedom } = overOrders(processes);
  const bound = level > 0 ? quantile(1 - level / 2, degreesOfFreedom) : Infinity;
  const narrow = error * quantile((1 + CONFIDENCE) / 2, degreesOfFreedom);
  const least = Math.log1p(threshold);
  const low = Math.min(centre - narrow, middle);
  const high = Math.max(centre + narrow, middle);

  const effect = Math.sign(centre) === Math.sign(middle) ? Math.min(Math.abs(centre), Math.abs(middle)) : 0;
  let verdict: Judgement["verdict"] = "too-noisy";
  const isJudged = n >= PROCESSES_TO_JUDGE && hasBothOrders(processes);
  if (isJudged) {
    if (effect >= least && Math.abs(centre) > error * bound) verdict = centre < 0 ? "less" : "more";
    else if (low > -least && high < least) verdict = "no-difference";
  }
  const ratio = { median: Math.exp(middle), low: Math.exp(low), high: Math.exp(high) };
  if (!isJudged || level === 0) return { verdict, ratio };
  const findable = error * findableErrors(bound, degreesOfFreedom);
  return {
    verdict,
    ratio,
    smallestDetectable: Math.max(threshold, Math.expm1(findable)),
  };
}

/**
 * How many processes it would take to find a difference in 95 of 100 comparisons, if further ones spread as these do.
 *
 * @param difference A share: 0.01 is 1 %.
 * @returns Undefined where more than `atMost` would not do.
 */
export function processesToFind(
  processes: readonly ProcessRatio[],
  difference: number,
  atMost: number,
): number | undefined {
  const { error } = overOrders(processes);
  const ofOne = error * Math.sqrt(processes.length);
  const lastLevel = FALSE_ALARMS * (1 - SAVED_FROM ** SPENDING_POWER);
  for (let n = PROCESSES_TO_JUDGE; n <= atMost; n += 2) {
    const bound = quantile(1 - lastLevel / 2, n - 2);
    if ((ofOne / Math.sqrt(n)) * findableErrors(bound, n - 2) <= Math.log1p(difference)) return n;
  }
  return undefined;
}

interface Centre {
  readonly centre: number;
  /** The same as a median. */
  readonly middle: number;
  /** The standard error of `centre`. */
  readonly error: number;
  readonly degreesOfFreedom: number;
}

/** The mean of the two orders' means. What the order does cancels out and does not count as noise. */
function overOrders(processes: readonly ProcessRatio[]): Centre {
  const orders = (["base-first", "head-first"] as const)
    .map((wanted) => processes.filter(({ order }) => order === wanted).map(({ logRatio }) => logRatio))
    .filter((own) => own.length > 0);
  const centre = mean(orders.map(mean));
  const residuals = orders.flatMap((own) => {
    const ownMean = mean(own);
    return own.map((x) => x - ownMean);
  });
  const degreesOfFreedom = processes.length - orders.length;
  const variance = sumSimple(residuals.map((x) => x * x)) / degreesOfFreedom;
  const shares = sumSimple(orders.map((own) => 1 / own.length)) / orders.length ** 2;
  return {
    centre,
    middle: centre + median(residuals),
    error: Math.sqrt(variance * shares),
    degreesOfFreedom,
  };
}

/**
 * The true difference, in standard errors, whose t is above `bound` in 95 of 100 cases: the normal approximation of the
 * non-central t distribution, Abramowitz and Stegun, 26.7.10.
 */
function findableErrors(bound: number, degreesOfFreedom: number): number {
  const spread = Math.sqrt(1 + bound ** 2 / (2 * degreesOfFreedom));
  // The error that is known is itself an estimate, and more often too small than too large (Wilson and Hilferty).
  const tooSmall = (1 - 2 / (9 * degreesOfFreedom)) ** 1.5;
  return (bound * (1 - 1 / (4 * degreesOfFreedom)) + POWER * spread) / tooSmall;
}

const quantiles = new Map<string, number>();
const QUANTILES_AT_MOST = 1000;

/** {@link studentQuantile}, once for each: the same few are asked for at every step of a comparison. */
function quantile(p: number, degreesOfFreedom: number): number {
  const key = `${p} ${degreesOfFreedom}`;
  const known = quantiles.get(key) ?? studentQuantile(p, degreesOfFreedom);
  if (quantiles.size >= QUANTILES_AT_MOST) quantiles.clear();
  quantiles.set(key, known);
  return known;
}
