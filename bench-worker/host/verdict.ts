import { mean, median, probit, sumSimple } from "simple-statistics";
import type { Estimate } from "../document.ts";
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
 * The two-sided level of a single look at so many processes. As one looks again and again until the answer is clear,
 * it is far below the 1 % that all looks together may be wrong, and lower where looks are many: a group-sequential
 * design (Lan and DeMets), its levels found by simulation, which the test repeats.
 */
function levelOfLook(processes: number): number {
  if (processes <= 8) return 0.0015;
  return processes <= 16 ? 0.001 : 0.0003;
}

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
 * Judges by one number a process. It is *less* or *more* when the difference is not noise and at least `threshold`; *no
 * difference* when the whole interval is below `threshold`; else *too noisy*, and also where one of the two was loaded first in
 * all of them. The first three are final: nothing is gained by more processes.
 *
 * The method: paired within the process, Student's t over processes, each order of loading compared with its own mean
 * (a randomised block design with two blocks), looked at several times.
 *
 * @param threshold A share: 0.005 is 0.5 %.
 * @throws {RangeError} when there are fewer than three processes.
 */
export function judge(processes: readonly ProcessRatio[], threshold: number): Judgement {
  if (processes.length < PROCESSES_FOR_RATIO) throw new RangeError("A judgement needs three processes");
  const n = processes.length;
  const { centre, middle, error, degreesOfFreedom } = overOrders(processes);
  const halfWidth = (level: number): number => error * quantile(1 - level / 2, degreesOfFreedom);
  const narrow = halfWidth(1 - CONFIDENCE);
  const least = Math.log1p(threshold);
  const low = Math.min(centre - narrow, middle);
  const high = Math.max(centre + narrow, middle);

  const effect = Math.sign(centre) === Math.sign(middle) ? Math.min(Math.abs(centre), Math.abs(middle)) : 0;
  let verdict: Judgement["verdict"] = "too-noisy";
  const isJudged = n >= PROCESSES_TO_JUDGE && hasBothOrders(processes);
  if (isJudged) {
    if (effect >= least && Math.abs(centre) > halfWidth(levelOfLook(n)))
      verdict = centre < 0 ? "less" : "more";
    else if (low > -least && high < least) verdict = "no-difference";
  }
  const ratio = { median: Math.exp(middle), low: Math.exp(low), high: Math.exp(high) };
  if (!isJudged) return { verdict, ratio };
  const findable =
    error * findableErrors(quantile(1 - levelOfLook(n) / 2, degreesOfFreedom), degreesOfFreedom);
  return {
    verdict,
    ratio,
    smallestDetectable: Math.max(threshold, Math.expm1(findable)),
  };
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

/** {@link studentQuantile}, once for each: the same few are asked for at every step of a comparison. */
function quantile(p: number, degreesOfFreedom: number): number {
  const key = `${p} ${degreesOfFreedom}`;
  const known = quantiles.get(key) ?? studentQuantile(p, degreesOfFreedom);
  quantiles.set(key, known);
  return known;
}
