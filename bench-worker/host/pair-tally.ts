import { median } from "simple-statistics";
import { APART_FROM_OTHERS } from "../deciding.ts";
import type { BytesVerdict, NotMeasured, Pair, TimeVerdict } from "../pair.ts";
import type { TargetResult } from "../target-result.ts";
import type { MemoryRun, TargetRun, TimeRun } from "../protocol.ts";
import { counted, fixed } from "../quantity.ts";
import { FACTOR_FROM } from "../verdict-words.ts";
import { COMPARISON_PROCESSES } from "./budget.ts";
import { estimateOverProcesses, medians, pairedLogRatios, PROCESSES_FOR_INTERVAL } from "./statistics.ts";
import {
  hasBothOrders,
  isLook,
  judge,
  Looks,
  PROCESSES_FOR_RATIO,
  PROCESSES_TO_JUDGE,
  processesToFind,
  type Judgement,
  type ProcessRatio,
} from "./verdict.ts";

/** Memory repeats; a difference of less than this share does not matter. */
const MEMORY_THRESHOLD = 0.01;

/** Two targets, and what each process in which both were measured says of head against base. */
export interface PairTally {
  readonly base: string;
  readonly head: string;
  /** One number a process: of the whole time, and of what is above the floor. */
  readonly time: ProcessRatio[];
  readonly timeAboveFloor: ProcessRatio[];
  /** One list a process, one logarithm a repetition. */
  readonly bytesInFlight: number[][];
  readonly bytesAllocated: number[][];
  /** What was spent of the level of wrong verdicts. */
  readonly looks: Looks;
  /**
   * The verdict on time, once the answer was clear. Further processes, run for the sake of other pairs, don't touch it:
   * looked at again and again it would come and go, and be wrong more often than it says.
   */
  decided: { readonly afterProcesses: number; readonly judgement: Judgement } | null;
  /** Processes that there were when it was last asked for a look. */
  askedAfter: number;
}

/** A pair of which nothing was heard. */
export function newPairTally(base: string, head: string): PairTally {
  return {
    base,
    head,
    time: [],
    timeAboveFloor: [],
    bytesInFlight: [],
    bytesAllocated: [],
    looks: new Looks(),
    decided: null,
    askedAfter: 0,
  };
}

/**
 * Looks whether the answer on time is clear, once there are as many processes as one should look at, or more: they come
 * several at once, and not each has a pair of numbers.
 *
 * @param share Of the budget, how much is spent; from 1 on it does not look.
 */
export function lookAtTime(pair: PairTally, threshold: number, share: number): void {
  // Once the budget is spent there is only the look at the end, which has all that is left.
  if (share >= 1) return;
  const { length: afterProcesses } = pair.time;
  const before = pair.askedAfter;
  pair.askedAfter = afterProcesses;
  const isDue = Array.from({ length: afterProcesses - before }, (_, more) => before + more + 1).some(isLook);
  if (pair.decided !== null || !isDue) return;
  const judgement = pair.looks.look(pair.time, threshold, share);
  if (judgement.verdict !== "too-noisy") pair.decided = { afterProcesses, judgement };
}

/** Adds what one process said of both; nothing where one of them is missing, failed or could not be paired. */
export function addProcess(pair: PairTally, answers: readonly TargetRun[], processIndex: number): void {
  const base = answers.find(({ id }) => id === pair.base);
  const head = answers.find(({ id }) => id === pair.head);
  if (base?.state !== "completed" || head?.state !== "completed") return;
  if (base.time !== undefined && head.time !== undefined) addTime(pair, base.time, head.time, processIndex);
  if (base.memory !== undefined && head.memory !== undefined) addMemory(pair, base.memory, head.memory);
}

function addTime(pair: PairTally, base: TimeRun, head: TimeRun, processIndex: number): void {
  const rounds = logRatios(base.nanosecondsPerCall, head.nanosecondsPerCall);
  if (rounds === null) return;
  const logRatio = median(rounds);
  const order = processIndex % 2 === 0 ? "base-first" : "head-first";
  pair.time.push({ logRatio, order });
  // From the paired ratio, which is steadier than the medians of the two sides.
  const whole = median(base.nanosecondsPerCall);
  const aboveBase = whole - median(base.floorNanosecondsPerCall);
  const aboveHead = whole * Math.exp(logRatio) - median(head.floorNanosecondsPerCall);
  if (aboveBase > 0 && aboveHead > 0) {
    pair.timeAboveFloor.push({ logRatio: Math.log(aboveHead / aboveBase), order });
  }
}

function addMemory(pair: PairTally, base: MemoryRun, head: MemoryRun): void {
  const inFlight = logRatios(base.bytesInFlightPerCall, head.bytesInFlightPerCall);
  if (inFlight !== null) pair.bytesInFlight.push(inFlight);
  const allocated = logRatios(base.bytesAllocatedPerCall ?? [], head.bytesAllocatedPerCall ?? []);
  if (allocated !== null) pair.bytesAllocated.push(allocated);
}

function logRatios(base: readonly number[], head: readonly number[]): number[] | null {
  const pairs = Math.min(base.length, head.length);
  if (pairs === 0 || base.some((x) => !(x > 0)) || head.some((x) => !(x > 0))) return null;
  return pairedLogRatios(base.slice(0, pairs), head.slice(0, pairs));
}

/** In which a verdict is asked for. */
interface Circumstances {
  /** What is said where there is no pair of numbers. */
  readonly missing: NotMeasured;
  /** Whether all processes were run that there was time for. */
  readonly isOver: boolean;
  /** What they had, or took where that was more: the first few are run on a busy machine, too. */
  readonly spentMilliseconds: number;
}

/**
 * What the document says of the time: what was decided; else, once there will be no more processes, what all of them
 * say.
 */
export function timeVerdict(
  pair: PairTally,
  threshold: number,
  { missing, isOver, spentMilliseconds }: Circumstances,
): TimeVerdict {
  const count = pair.decided?.afterProcesses ?? pair.time.length;
  if (count < PROCESSES_FOR_RATIO) return missing;
  // The last look has all the level that is left.
  const judgement = pair.decided?.judgement ?? judge(pair.time, threshold, pair.looks.left);
  const isOpen = pair.decided === null && !isOver;
  const { verdict, ...rest } = isOpen ? { ...judgement, verdict: "too-noisy" as const } : judgement;
  const isOneSided = count >= PROCESSES_TO_JUDGE && !hasBothOrders(pair.time.slice(0, count));
  const aboveFloor = pair.timeAboveFloor.length === pair.time.length;
  return {
    ...rest,
    verdict: verdict === "less" ? "faster" : verdict === "more" ? "slower" : verdict,
    reason: isOpen
      ? `After ${counted(count, "process", "es")} it is not clear yet.`
      : isOneSided
        ? "It cannot be told: the same of the two was loaded first in every process, which makes a difference of its own. Run it again."
        : timeReason(
            count,
            { verdict, ...rest },
            threshold,
            enoughBudget(pair, threshold, judgement, spentMilliseconds),
          ),
    processes: count,
    ...(aboveFloor ? { ratioAboveFloor: judge(pair.timeAboveFloor.slice(0, count), threshold).ratio } : {}),
  };
}

/** Differences of which it is told what budget they would take, and milliseconds beyond which nobody waits. */
const WORTH_TELLING = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5];
const WAIT_AT_MOST = 300_000;

/** `about 40 s would tell 1 %`: the smallest difference that a budget somebody may wait for would tell. */
function enoughBudget(
  pair: PairTally,
  threshold: number,
  { smallestDetectable = 0 }: Judgement,
  spentMilliseconds: number,
): string | undefined {
  for (const difference of WORTH_TELLING) {
    // Nearer to the threshold than that, chance decides whether it is reached.
    if (difference < 2 * threshold) continue;
    if (difference > 0.8 * smallestDetectable) return undefined;
    const processes = processesToFind(pair.time, difference, COMPARISON_PROCESSES.time);
    if (processes === undefined) continue;
    const milliseconds = (spentMilliseconds * processes) / pair.time.length;
    if (milliseconds <= WAIT_AT_MOST)
      return `about ${roundedUp(milliseconds / 1000)} would tell ${difference * 100} %`;
  }
  return undefined;
}

/** `8 s`, `40 s`, `4 min`. */
function roundedUp(seconds: number): string {
  if (seconds > 120) return `${Math.ceil(seconds / 60)} min`;
  return `${seconds > 10 ? Math.ceil(seconds / 5) * 5 : Math.ceil(seconds)} s`;
}

/** From such a difference on, per cent say nothing. */
const TWICE = 1;

function timeReason(
  processes: number,
  judgement: Judgement,
  threshold: number,
  enough: string | undefined,
): string {
  const { verdict, ratio, smallestDetectable } = judgement;
  switch (verdict) {
    case "less":
    case "more":
      return `It takes ${percentOrTimes(ratio, "time", "as long")}, as ${counted(processes, "process", "es")} agree.`;
    case "no-difference":
      return `If there is a difference, it is below ${percent(threshold)}.`;
    case "too-noisy": {
      if (smallestDetectable === undefined) {
        return `${counted(processes, "process", "es")} are too few to tell; it takes ${PROCESSES_TO_JUDGE}. Raise the budget.`;
      }
      const seen = isLikely(ratio)
        ? `It is likely to take ${percentOrTimes(ratio, "time", "as long")}, but ${counted(processes, "process", "es")} are too few to be sure.`
        : smallestDetectable >= TWICE
          ? "It cannot be told, not even whether it takes twice as long."
          : `It cannot be told: a difference would have to be ${percent(smallestDetectable)} or more to be seen.`;
      return `${seen} Close what keeps the machine busy, or raise the budget${enough === undefined ? "" : `: ${enough}`}.`;
    }
  }
}

/** The whole interval at 95 % is on one side: more than nothing, and less than a verdict that was looked at often needs. */
function isLikely({ low, high }: Judgement["ratio"]): boolean {
  return low > 1 || high < 1;
}

/** What the document says of the memory. */
export function memoryVerdict(pair: PairTally, missing: NotMeasured): Pair["memory"] {
  const allocated = bytesVerdict(pair.bytesAllocated, missing);
  return { ...bytesVerdict(pair.bytesInFlight, missing), allocated };
}

/**
 * Bytes repeat, so that few processes do: over three or more the interval is Student's t, over fewer the whole range
 * of the repetitions.
 */
function bytesVerdict(processes: readonly (readonly number[])[], missing: NotMeasured): BytesVerdict {
  const all = processes.flat();
  if (all.length === 0) return missing;
  const own = medians(processes).map(Math.exp);
  const ratio =
    own.length >= PROCESSES_FOR_INTERVAL
      ? estimateOverProcesses(own)
      : { median: median(own), low: Math.exp(Math.min(...all)), high: Math.exp(Math.max(...all)) };
  const halfWidth = Math.max(ratio.high / ratio.median, ratio.median / ratio.low) - 1;
  const judged = {
    ratio,
    smallestDetectable: Math.max(MEMORY_THRESHOLD, halfWidth),
    processes: processes.length,
  };
  const least = 1 + MEMORY_THRESHOLD;
  if (ratio.median >= least && ratio.low > 1) {
    return { verdict: "more", reason: `It takes ${percentOrTimes(ratio, "", "as many bytes")}.`, ...judged };
  }
  if (ratio.median <= 1 / least && ratio.high < 1) {
    return { verdict: "less", reason: `It takes ${percentOrTimes(ratio, "", "as many bytes")}.`, ...judged };
  }
  if (ratio.low > 1 / least && ratio.high < least) {
    const reason = `If there is a difference, it is below ${percent(MEMORY_THRESHOLD)}.`;
    return { verdict: "no-difference", reason, ...judged };
  }
  const reason = `It cannot be told: repetitions differ by ${percent(ratio.high / ratio.low - 1)}.`;
  return { verdict: "too-noisy", reason, ...judged };
}

/** Why numbers of the two cannot be set against each other, although both have some; null where they can. */
export function unlikeReason(base: TargetResult, head: TargetResult): string | null {
  const [ofBase, ofHead] = [base, head].map(({ scenario }) => scenario?.origin === "recorded");
  if (ofBase !== ofHead && base.counters !== undefined && head.counters !== undefined) {
    const [played, other] = ofBase === true ? ["former", "latter"] : ["latter", "former"];
    return `The ${played} played a recorded call and the ${other} did not, so they did not run on the same things. --scenario inferred measures both without it.`;
  }
  const [baseApart, headApart] = [base, head].map(({ preparations = [] }) =>
    preparations.some(({ what }) => what === "apart"),
  );
  if (baseApart === headApart) return givenUnlike(base, head);
  const [apart, whole] = baseApart === true ? ["former", "latter"] : ["latter", "former"];
  return (
    `The ${apart} had to be measured apart from its module and the ${whole} had not, so they did not run on the same ` +
    "things. Make both load, files that git ignores included."
  );
}

/** That what the user gives to the two is not the same; nothing where it is, or where one has nothing. */
export function differentFakes({ target: base, fakesFile: one }: TargetResult, head: TargetResult): string[] {
  const { fakesFile: other, target } = head;
  if (one === undefined || other === undefined || one.textHash === other.textHash) return [];
  return [
    `${base.name} gets what ${one.file}, line ${one.line}, gives and ${target.name} what ${other.file}, ` +
      `line ${other.line}, does: a difference may come from there. One entry for both is named "*".`,
  ];
}

/** Why, where what the user gives is for one of the two only. */
function givenUnlike(base: TargetResult, head: TargetResult): string | null {
  if ([base, head].some(({ state }) => state !== "completed" && state !== "running")) return null;
  const [given, other] = base.fakesFile === undefined ? [head, base] : [base, head];
  if (given.fakesFile === undefined || other.fakesFile !== undefined) return null;
  const { file, line } = given.fakesFile;
  // Nothing was heard of it so far.
  if (other.counters === undefined) return null;
  return (
    `${file}, line ${line}, gives arguments or fakes to ${given.target.name} and nothing to ${other.target.name}, so ` +
    `they did not run on the same things. Add an entry for ${other.target.name} there, or one for every function: "*".`
  );
}

/**
 * Why there is no pair of numbers, so far or for good.
 *
 * @param machine What is said of it where it was too busy to measure more, and whether that is all that ended the two.
 */
export function missingReason(
  base: TargetResult,
  head: TargetResult,
  what: string,
  { tooBusy, isStarved }: { readonly tooBusy: string | null; readonly isStarved: boolean },
): NotMeasured {
  const because = (reason: string): NotMeasured => ({ verdict: "not-measured", reason });
  for (const { state, reason, target } of [base, head]) {
    if (state === "completed" || state === "running") continue;
    return {
      ...because(reason ?? `${target.name}: ${state}.`),
      ...(isStarved ? { cause: "busy-machine" } : {}),
    };
  }
  if ([base, head].some(({ warnings }) => warnings.some((one) => one.startsWith(APART_FROM_OTHERS)))) {
    return because(
      "The two fail together in one process, so they could not be measured in turn; see the warning.",
    );
  }
  if (base.state === "running" || head.state === "running") return because("It is being measured.");
  const tooFew = `There are not enough processes in which the ${what} of both was measured`;
  if (tooBusy !== null) {
    const reason = `${tooBusy} ${tooFew}. Close what keeps the machine busy, or raise the budget.`;
    return { verdict: "not-measured", reason, cause: "busy-machine" };
  }
  return because(
    `${tooFew}. Raise the budget, four times as much, or measure when the machine has less to do.`,
  );
}

/** `3.1 % (2.5 to 3.8 %)`: how far a ratio is from 1. */
function percentOf({ median: middle, low, high }: { median: number; low: number; high: number }): string {
  const [near, far] = [Math.abs(low - 1), Math.abs(high - 1)].sort((a, b) => a - b);
  const interval = percent(near!) === percent(far!) ? "" : ` (${percent(near!)} to ${percent(far!)})`;
  return `${percent(Math.abs(middle - 1))}${interval}`;
}

/** `3.1 % (2.5 to 3.8 %) more time`; from twice as much on `6.8 (5.3 to 7.0) times as long`. */
function percentOrTimes(ratio: Judgement["ratio"], of: string, times: string): string {
  const { median: middle, low, high } = ratio;
  if (middle < FACTOR_FROM) return [percentOf(ratio), middle > 1 ? "more" : "less", of].join(" ").trimEnd();
  const interval = fixed(low, 2) === fixed(high, 2) ? "" : ` (${fixed(low, 2)} to ${fixed(high, 2)})`;
  return `${fixed(middle, 2)}${interval} times ${times}`;
}

/** `0.5 %`, `12 %`. */
function percent(share: number): string {
  const value = share * 100;
  return `${fixed(value, value < 10 ? 1 : 0)} %`;
}
