import { mean, median, min, sampleStandardDeviation } from "simple-statistics";
import type { Estimate } from "../numbers.ts";

/** How sure an interval is, unless said otherwise. */
export const CONFIDENCE = 0.95;

/**
 * P(T ≤ t) of Student's distribution with a whole number of degrees of freedom, by the finite series of
 * Abramowitz and Stegun, 26.7.3 and 26.7.4: exact but for rounding.
 */
export function studentCdf(t: number, degreesOfFreedom: number): number {
  const theta = Math.atan(t / Math.sqrt(degreesOfFreedom));
  const cosine = Math.cos(theta);
  const odd = degreesOfFreedom % 2 === 1;
  let term = odd ? cosine : 1;
  let sum = degreesOfFreedom === 1 ? 0 : term;
  for (let k = odd ? 3 : 2; k <= degreesOfFreedom - 2; k += 2) {
    term *= (cosine * cosine * (k - 1)) / k;
    sum += term;
  }
  const within = odd ? (2 / Math.PI) * (theta + Math.sin(theta) * sum) : Math.sin(theta) * sum;
  return (1 + within) / 2;
}

/**
 * The value that Student's t stays below with probability `p`, between 0.5 and 1.
 *
 * @throws {RangeError} when `degreesOfFreedom` is not a whole number from 1 on, or `p` is out of range.
 */
export function studentQuantile(p: number, degreesOfFreedom: number): number {
  if (!Number.isInteger(degreesOfFreedom) || degreesOfFreedom < 1) {
    throw new RangeError(`Degrees of freedom must be a whole number from 1 on, not ${degreesOfFreedom}`);
  }
  if (!(p >= 0.5 && p < 1)) throw new RangeError(`The probability must be in [0.5, 1), not ${p}`);
  if (p === 0.5) return 0;
  let high = 2;
  while (studentCdf(high, degreesOfFreedom) < p) high *= 2;
  let low = 0;
  while (high - low > 1e-12 * high) {
    const middle = (low + high) / 2;
    if (middle === low || middle === high) break;
    if (studentCdf(middle, degreesOfFreedom) < p) low = middle;
    else high = middle;
  }
  return high;
}

/**
 * The median of numbers that are independent, such as one from each process, with a t interval of their centre.
 * Positive numbers are taken by their logarithms, since noise of times multiplies. The interval always holds the
 * median that is reported.
 *
 * @throws {RangeError} when there are fewer than two numbers.
 */
export function estimateOverProcesses(perProcess: readonly number[], confidence = CONFIDENCE): Estimate {
  if (perProcess.length < 2) throw new RangeError("A t interval needs at least two processes");
  const logarithmic = perProcess.every((x) => x > 0);
  const scaled = logarithmic ? perProcess.map(Math.log) : [...perProcess];
  const deviation = sampleStandardDeviation(scaled);
  const middle = median([...perProcess]);
  if (deviation === 0) return { median: middle, low: middle, high: middle };
  const centre = mean(scaled);
  const quantile = studentQuantile(1 - (1 - confidence) / 2, scaled.length - 1);
  const halfWidth = (quantile * deviation) / Math.sqrt(scaled.length);
  const back = (x: number): number => (logarithmic ? Math.exp(x) : x);
  return {
    median: middle,
    low: Math.min(back(centre - halfWidth), middle),
    high: Math.max(back(centre + halfWidth), middle),
  };
}

/**
 * The median of one process's rounds, with the distribution-free interval between two order statistics (the sign
 * test turned round). It tells how steady that process was and nothing of how processes differ: rounds of one
 * process are not independent. With too few rounds it is their whole range.
 *
 * @throws {RangeError} when there are no rounds.
 */
export function estimateOverRounds(rounds: readonly number[], confidence = CONFIDENCE): Estimate {
  if (rounds.length === 0) throw new RangeError("There is no round to estimate from");
  const sorted = Float64Array.from(rounds).sort();
  const n = sorted.length;
  // The largest k with P(fewer than k of n fall below the median) ≤ (1 − confidence) / 2.
  let k = 0;
  let logTerm = -n * Math.LN2;
  let tail = Math.exp(logTerm);
  while (k < n / 2 && tail <= (1 - confidence) / 2) {
    logTerm += Math.log((n - k) / (k + 1));
    k++;
    tail += Math.exp(logTerm);
  }
  const lowest = Math.max(k - 1, 0);
  return { median: median([...sorted]), low: sorted[lowest]!, high: sorted[n - 1 - lowest]! };
}

/** With fewer processes a t interval is so wide that it says nothing. */
export const PROCESSES_FOR_INTERVAL = 3;

/**
 * One {@link Estimate} out of the rounds of one or more processes: one number a process, its median, and an
 * interval over the processes. With fewer than {@link PROCESSES_FOR_INTERVAL} it spans the intervals over the
 * rounds of each, which is too narrow where processes differ: to be shown with a warning.
 *
 * @throws {RangeError} when there is no process or one without rounds.
 */
export function estimate(processes: readonly (readonly number[])[], confidence = CONFIDENCE): Estimate {
  if (processes.length >= PROCESSES_FOR_INTERVAL)
    return estimateOverProcesses(medians(processes), confidence);
  if (processes.length === 0) throw new RangeError("There is no process to estimate from");
  const each = processes.map((rounds) => estimateOverRounds(rounds, confidence));
  return {
    median: median(each.map((one) => one.median)),
    low: Math.min(...each.map((one) => one.low)),
    high: Math.max(...each.map((one) => one.high)),
  };
}

/**
 * {@link estimate} of times. Whatever disturbs a measurement makes it longer and never shorter, so the interval does
 * not reach below the shortest round of all, however far processes lie apart.
 *
 * @throws {RangeError} when there is no process or one without rounds.
 */
export function estimateOfTimes(processes: readonly (readonly number[])[]): Estimate {
  const over = estimate(processes);
  return { ...over, low: Math.min(over.median, Math.max(over.low, min(processes.flat()))) };
}

/** The median of each process's rounds. */
export function medians(processes: readonly (readonly number[])[]): number[] {
  return processes.map((rounds) => median([...rounds]));
}

/**
 * The logarithm of `head` over `base`, round by round of one process in which both were measured in turn. Their
 * median is that process's one number for a comparison.
 *
 * @throws {RangeError} when the rounds do not pair up or one is not positive.
 */
export function pairedLogRatios(base: readonly number[], head: readonly number[]): number[] {
  if (base.length !== head.length) throw new RangeError("Paired rounds must be equally many");
  return base.map((x, round) => {
    const y = head[round]!;
    if (!(x > 0 && y > 0)) throw new RangeError("A ratio needs positive times");
    return Math.log(y / x);
  });
}

/**
 * One estimate over another, of samples that have nothing to do with each other: the interval's two sides, each from the
 * sides of both that make for it, as logarithms, added in squares.
 */
export function ratioOf(over: Estimate, under: Estimate): Estimate {
  const side = (upper: number, lower: number): number =>
    Math.exp(Math.hypot(Math.log(upper), Math.log(lower)));
  const median = over.median / under.median;
  return {
    median,
    low: median / side(over.median / over.low, under.high / under.median),
    high: median * side(over.high / over.median, under.median / under.low),
  };
}
