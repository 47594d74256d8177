import { mean, median, probit, sampleStandardDeviation } from "simple-statistics";
import type { Estimate } from "../document.ts";
import { CONFIDENCE, studentQuantile } from "./statistics.ts";

/** A difference of time below this share does not matter, unless the user says otherwise. */
export const DEFAULT_THRESHOLD = 0.005;
/** Nobody can tell from fewer processes. */
export const PROCESSES_TO_JUDGE = 4;

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
  /** The share from which on a difference would have been found in 95 of 100 comparisons like this. */
  readonly smallestDetectable: number;
}

/**
 * Whether one should look at so many processes. Only at even numbers, as the order of loading alternates; seldom
 * once there are many.
 */
export function isLook(processes: number): boolean {
  if (processes < PROCESSES_TO_JUDGE || processes % 2 === 1) return false;
  return processes <= 16 || processes % (processes <= 32 ? 4 : 8) === 0;
}

/**
 * Judges by one number a process, the logarithm of head over base in that process. It is *less* or *more* when the
 * difference is not noise and at least `threshold`; *no difference* when the whole interval is below `threshold`;
 * else *too noisy*. The first three are final: nothing is gained by more processes.
 *
 * The method: paired within the process, Student's t over processes, looked at several times.
 *
 * @param threshold A share: 0.005 is 0.5 %.
 * @throws {RangeError} when there are fewer than two processes.
 */
export function judge(logRatios: readonly number[], threshold: number): Judgement {
  if (logRatios.length < 2) throw new RangeError("A judgement needs at least two processes");
  const n = logRatios.length;
  const centre = mean([...logRatios]);
  const middle = median([...logRatios]);
  const error = sampleStandardDeviation([...logRatios]) / Math.sqrt(n);
  const halfWidth = (level: number): number => error * quantile(1 - level / 2, n - 1);
  const narrow = halfWidth(1 - CONFIDENCE);
  const sure = halfWidth(levelOfLook(n));
  const least = Math.log1p(threshold);
  const low = Math.min(centre - narrow, middle);
  const high = Math.max(centre + narrow, middle);

  const effect = Math.sign(centre) === Math.sign(middle) ? Math.min(Math.abs(centre), Math.abs(middle)) : 0;
  let verdict: Judgement["verdict"] = "too-noisy";
  if (n >= PROCESSES_TO_JUDGE) {
    if (effect >= least && Math.abs(centre) > sure) verdict = centre < 0 ? "less" : "more";
    else if (low > -least && high < least) verdict = "no-difference";
  }
  return {
    verdict,
    ratio: { median: Math.exp(middle), low: Math.exp(low), high: Math.exp(high) },
    smallestDetectable: Math.max(
      threshold,
      Math.expm1(error * findable(quantile(1 - levelOfLook(n) / 2, n - 1), n - 1)),
    ),
  };
}

/**
 * The true difference, in standard errors, whose t is above `bound` in 95 of 100 cases: the normal approximation of the
 * non-central t distribution, Abramowitz and Stegun, 26.7.10.
 */
function findable(bound: number, degreesOfFreedom: number): number {
  const spread = Math.sqrt(1 + bound ** 2 / (2 * degreesOfFreedom));
  return bound * (1 - 1 / (4 * degreesOfFreedom)) + POWER * spread;
}

const quantiles = new Map<string, number>();

/** {@link studentQuantile}, once for each: the same few are asked for at every step of a comparison. */
function quantile(p: number, degreesOfFreedom: number): number {
  const key = `${p} ${degreesOfFreedom}`;
  const known = quantiles.get(key) ?? studentQuantile(p, degreesOfFreedom);
  quantiles.set(key, known);
  return known;
}
