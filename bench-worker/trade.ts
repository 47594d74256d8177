import type { Estimate } from "./numbers.ts";
import type { Pair } from "./pair.ts";
import type { TargetResult } from "./target-result.ts";
import { counted, estimateInWords, TIME_UNITS } from "./quantity.ts";
import { sequenceTone } from "./verdict-words.ts";

/**
 * What a pair gives for something else: more time of the processor for fewer I/O calls to wait for, or less for more. Which is
 * worth more depends on how long an I/O call takes.
 */
export interface Trade {
  /** I/O calls in sequence that the head waits for beyond the base's; negative where it waits for fewer. */
  readonly calls: number;
  /** Nanoseconds of the processor that a call of the head takes beyond the base's, or less. */
  readonly nanoseconds: Estimate;
  /** Nanoseconds that an I/O call takes for calls alone of both to be done at the same time. */
  readonly evenNanoseconds: Estimate;
}

/** Null where a pair gives nothing for something else, or that cannot be told. */
export function tradeOf(pair: Pair, results: readonly TargetResult[]): Trade | null {
  const { time, criticalPath } = pair;
  const tone = sequenceTone(pair);
  const isTrade =
    (time.verdict === "slower" && tone === "better") || (time.verdict === "faster" && tone === "worse");
  const base = results[pair.baseResult]?.time?.nanosecondsPerCall.median;
  const [before, after] = [criticalPath?.base, criticalPath?.head];
  if (!isTrade || base === undefined || before == null || after == null) return null;
  const calls = after - before;
  // It has fewer or more for longer lists alone.
  if (calls === 0) return null;
  // The verdict is on the ratio, process by process; the medians of the two sides need not agree with it.
  const { median, low, high } = time.ratio;
  const beyond = (ratio: number): number => Math.abs(base * (ratio - 1));
  const ends = [beyond(low), beyond(high)].sort((a, b) => a - b);
  const nanoseconds = { median: beyond(median), low: ends[0]!, high: ends[1]! };
  const each = (value: number): number => value / Math.abs(calls);
  const evenNanoseconds = { median: each(nanoseconds.median), low: each(ends[0]!), high: each(ends[1]!) };
  return { calls, nanoseconds, evenNanoseconds };
}

/**
 * Whether calls of the head are done sooner by what was measured of both: until half of them have settled, alone and however many are in
 * flight together. Calls that run together take turns at the processor and wait at the same time, so that what it takes more of it
 * may outweigh what it waits less.
 */
export function isSooner(pair: Pair, results: readonly TargetResult[]): boolean {
  const [base = [], head = []] = [results[pair.baseResult], results[pair.headResult]].map(
    (result) => result?.time?.series,
  );
  const before = new Map(base.map(({ n, latencyMilliseconds }) => [n, latencyMilliseconds?.p50]));
  return (
    head.length > 0 &&
    head.every(({ n, latencyMilliseconds }) => {
      const [was, is] = [before.get(n), latencyMilliseconds?.p50];
      return was !== undefined && is !== undefined && is < was;
    })
  );
}

/** What a pair gives that takes more of the processor and is done sooner all the same; null for all others. */
export function soonerBy(pair: Pair, results: readonly TargetResult[]): Trade | null {
  const trade = tradeOf(pair, results);
  return trade !== null && trade.calls < 0 && isSooner(pair, results) ? trade : null;
}

/** `it waits for 1 I/O call fewer, so a call alone is done sooner where an I/O call takes longer than 1.23 µs`. */
export function tradeInWords({ calls, evenNanoseconds }: Trade): string {
  const [more, sooner] = calls < 0 ? ["fewer", "sooner"] : ["more", "later"];
  const even = estimateInWords(evenNanoseconds, TIME_UNITS);
  return `it waits for ${counted(Math.abs(calls), "I/O call")} ${more}, so a call alone is done ${sooner} where an I/O call takes longer than ${even}`;
}

/** Why the verdict on a pair's time is what it is; of one that gives time for something else, with what that is worth. */
export function timeReason(pair: Pair, results: readonly TargetResult[]): string {
  return reasonWithTrade(pair, results) + mediansApart(pair, results);
}

/**
 * That the medians of the two sides give another percentage than the verdict, where they do: it is drawn from the two in each process, which
 * others disturb alike.
 */
function mediansApart({ time, baseResult, headResult }: Pair, results: readonly TargetResult[]): string {
  const [base, head] = [results[baseResult], results[headResult]].map(
    (result) => result?.time?.nanosecondsPerCall.median,
  );
  if (time.verdict === "not-measured" || time.verdict === "too-noisy") return "";
  if (base === undefined || head === undefined || base === 0) return "";
  const ratio = head / base;
  if (ratio >= time.ratio.low && ratio <= time.ratio.high) return "";
  return " The verdict compares the two within each process, where others disturb both alike; the times shown are medians over all processes, so their quotient may be another.";
}

function reasonWithTrade(pair: Pair, results: readonly TargetResult[]): string {
  const trade = tradeOf(pair, results);
  if (trade === null) return pair.time.reason;
  const amount = estimateInWords(trade.nanoseconds, TIME_UNITS);
  const more = trade.calls < 0 ? "more" : "less";
  return `${pair.time.reason} That is ${amount} ${more} of the processor, but ${tradeInWords(trade)}.`;
}
