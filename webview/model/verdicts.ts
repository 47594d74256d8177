import {
  baseInWords,
  changesBesideTime,
  comparisonSummary,
  formerly,
  onRecordedCall,
} from "../../bench-worker/comparison-summary.ts";
import type { BenchmarkDocument } from "../../bench-worker/document.ts";
import type { Estimate } from "../../bench-worker/numbers.ts";
import type { BytesVerdict, Pair, TimeVerdict } from "../../bench-worker/pair.ts";
import type { TargetIdentity, TargetResult } from "../../bench-worker/target-result.ts";
import { ELAPSED_IS, elapsedDifference, elapsedTone } from "../../bench-worker/elapsed.ts";
import { hidesMore, stackSentences, underWaySentence } from "../../bench-worker/endings.ts";
import { growthSentence } from "../../bench-worker/item-growth.ts";
import { comparedKinds } from "../../bench-worker/time-verdict.ts";
import { timeReason } from "../../bench-worker/trade.ts";
import { counted, quantity, SIZE_UNITS, TIME_UNITS, type Unit } from "../../bench-worker/quantity.ts";
import {
  ioCallsText,
  percent,
  sequenceSides,
  sequenceTone,
  stackTracesTone,
  tokensText,
  verdictLine,
  verdictWords,
  type VerdictWords,
} from "../../bench-worker/verdict-words.ts";
import { waterfall, type Waterfall } from "../../bench-worker/waterfall.ts";
import { NOT_MEASURED } from "./format.ts";
import { time as timeText } from "./waterfall-text.ts";

/** What {@link verdictWords} says where nothing is judged. */
const NOT_COMPARED = "not compared";

/** Where head stands against base, from -1 to 1, for a drawing: 0 is no difference, 1 the end of the scale. */
export interface Span {
  readonly low: number;
  readonly middle: number;
  readonly high: number;
}

/** One measure of a pair. */
export interface VerdictRow {
  readonly id:
    | "elapsed"
    | "tokens"
    | "sequence"
    | "time"
    | "collecting"
    | "inFlight"
    | "allocated"
    | "stackTraces";
  readonly measure: string;
  readonly base: string;
  readonly head: string;
  /** `faster`, `−108`. */
  readonly verdict: string;
  /** `−4.2 % (−6.0 to −2.1 %)`; may be empty. */
  readonly difference: string;
  /** Sentences; may be empty. */
  readonly reason: string;
  /** `none` where nothing is judged. */
  readonly tone: VerdictWords["tone"] | "none";
  /** Null where there is nothing to draw. */
  readonly span: Span | null;
}

/** Two functions and what became of each measure. */
export interface PairView {
  readonly key: string;
  readonly name: string;
  readonly base: TargetIdentity;
  readonly head: TargetIdentity;
  readonly rows: readonly VerdictRow[];
  /** Where both played the same recorded call. */
  readonly waterfalls: PairWaterfalls | null;
}

/** The I/O of one recorded call in two versions, over the same time. */
export type PairWaterfalls = Readonly<Record<"base" | "head", PlayedWaterfall>>;

/** The I/O calls of one of them. */
export interface PlayedWaterfall {
  /** `Before: 30 ms`. */
  readonly title: string;
  /** Null where it makes none. */
  readonly laid: Waterfall | null;
}

/** A comparison as the panel shows it. */
export interface ComparisonView {
  /** One sentence. */
  readonly summary: string;
  readonly pairs: readonly PairView[];
  /** `fresh, 14 tokens (a.js:3)`. */
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** `load (a.js:3)`, of which only names differ. */
  readonly renamed: readonly string[];
}

/** What a comparison says; null for a benchmark that is none. */
export function comparisonView(document: BenchmarkDocument, running: boolean): ComparisonView | null {
  const { pairs, results, added = [], removed = [], renamed = [] } = document;
  if (pairs === undefined) return null;
  return {
    summary: summary(document, running),
    pairs: pairs.map((pair, index) => pairView(pair, index, results)),
    added: added.map(functionText),
    removed: removed.map(functionText),
    renamed: renamed.map((one) => `${functionText(one.head)}${formerly(one)}`),
  };
}

function summary(document: BenchmarkDocument, running: boolean): string {
  const base = baseInWords(document);
  if (running) return `Comparing${base === "" ? "" : ` with ${base}`}…`;
  const { pairs = [], added = [], removed = [], renamed = [], options } = document;
  const [pair] = pairs;
  const isOne = pairs.length === 1 && [added, removed, renamed].every((list) => list.length === 0);
  if (pair === undefined || !isOne || !options.measures.includes("time")) return comparisonSummary(document);
  const changes = changesBesideTime(pair, document.results);
  const name = `${pair.name}${base === "" ? "" : `, compared with ${base}`}`;
  const onRecorded = onRecordedCall(pair, true);
  if (onRecorded !== null) return `${name}: ${[onRecorded, ...changes].join("; ")}.`;
  const time = pair.time.verdict === "not-measured" ? "the time was not compared" : verdictLine(pair.time);
  // Alone it says what it is about: all that there is to say.
  const ofTime =
    changes.length > 0 && pair.time.verdict === "no-difference"
      ? time.replace("difference", "difference of time")
      : time;
  return `${name}: ${[ofTime, ...changes].join("; ")}.`;
}

function pairView(pair: Pair, index: number, results: readonly TargetResult[]): PairView {
  const base = results[pair.baseResult];
  const head = results[pair.headResult];
  const isRunning = [base, head].some((result) => result?.state === "running");
  const plainly = (rows: readonly VerdictRow[]): VerdictRow[] =>
    isRunning ? rows.map(toCome) : withoutRepeats(rows);
  const bytes = (
    id: "inFlight" | "allocated",
    measure: string,
    judged: BytesVerdict,
    read: (memory: NonNullable<TargetResult["memory"]>) => Estimate | undefined,
  ): VerdictRow => ({
    id,
    measure,
    base: amount(base?.memory && read(base.memory), SIZE_UNITS),
    head: amount(head?.memory && read(head.memory), SIZE_UNITS),
    ...judgedParts(judged),
  });
  return {
    key: `${index}`,
    name: pair.name,
    base: pair.base,
    head: pair.head,
    waterfalls: pairWaterfalls(pair),
    rows: plainly([
      ...elapsedRow(pair),
      {
        id: "time",
        measure: "Time per call",
        base: amount(base?.time?.nanosecondsPerCall, TIME_UNITS),
        head: amount(head?.time?.nanosecondsPerCall, TIME_UNITS),
        ...judgedParts({ ...pair.time, reason: timeReason(pair, results) }, comparedKinds(pair, results)),
      },
      ...sequenceRow(pair, results),
      ...collectingRow(base?.time, head?.time),
      bytes("inFlight", "Held in flight", pair.memory, (memory) => memory.bytesInFlightPerCall),
      bytes("allocated", "Allocated", pair.memory.allocated, (memory) => memory.bytesAllocatedPerCall),
      tokensRow(pair),
      stackTracesRow(pair),
    ]),
  };
}

function pairWaterfalls({ elapsed }: Pair): PairWaterfalls | null {
  if (elapsed === undefined) return null;
  const { base, head } = elapsed;
  const axis = Math.max(base.milliseconds, head.milliseconds);
  const played = (title: string, { io, milliseconds }: typeof base): PlayedWaterfall => ({
    title: `${title}: ${timeText(milliseconds)}`,
    laid: waterfall(io, {}, axis),
  });
  return { base: played("Before", base), head: played("After", head) };
}

/** None where no recorded call was played by both. */
function elapsedRow(pair: Pair): VerdictRow[] {
  const { elapsed } = pair;
  if (elapsed === undefined) return [];
  const tone = elapsedTone(pair);
  const words = { better: "sooner", worse: "later", same: "same", open: "not judged" } as const;
  return [
    {
      id: "elapsed",
      measure: "On the recorded call",
      base: timeText(elapsed.base.milliseconds),
      head: timeText(elapsed.head.milliseconds),
      verdict: words[tone],
      difference: elapsedDifference(pair),
      reason: ELAPSED_IS,
      tone,
      span: null,
    },
  ];
}

/** What is still to come, in place of why it is not there. */
function toCome(row: VerdictRow): VerdictRow {
  if (row.base !== NOT_MEASURED && row.head !== NOT_MEASURED && row.verdict !== NOT_COMPARED) return row;
  const soFar = (text: string): string => (text === NOT_MEASURED ? "…" : text);
  const { base, head } = row;
  return {
    ...row,
    base: soFar(base),
    head: soFar(head),
    verdict: "being measured",
    reason: "",
    tone: "none",
  };
}

/** A reason is said once, with the first row that it is the reason of. */
function withoutRepeats(rows: readonly VerdictRow[]): VerdictRow[] {
  const said = new Set<string>();
  return rows.map((row) => {
    if (row.verdict !== NOT_COMPARED) return row;
    if (said.has(row.reason)) return { ...row, reason: "" };
    said.add(row.reason);
    return row;
  });
}

/** @param kinds What the numbers are of, where that is to be said. */
function judgedParts(judged: TimeVerdict | BytesVerdict, kinds: readonly string[] = []) {
  const { verdict, difference: apart, reason, tone } = verdictWords(judged);
  const difference = [apart, ...kinds].join("; ");
  if (judged.verdict === "not-measured") return { verdict, difference, reason, tone, span: null };
  const { smallestDetectable, ratio } = judged;
  // Where nothing was seen, the reason says it already; and a difference that was seen need not be as large as one that always is.
  const saysSo =
    smallestDetectable === undefined ||
    smallestDetectable > Math.abs(ratio.median - 1) ||
    ["too-noisy", "no-difference"].includes(judged.verdict);
  const seen = saysSo ? "" : ` A difference of ${percent(smallestDetectable)} would have been seen.`;
  return { verdict, difference, reason: reason + seen, tone, span: spanOf(judged.ratio) };
}

/** None where neither side knows it. */
function collectingRow(base: TargetResult["time"], head: TargetResult["time"]): VerdictRow[] {
  const shares = [base, head].map((time) => time?.garbageCollectionShare);
  if (shares.every((share) => share === undefined)) return [];
  const [before, after] = shares.map((share) => (share === undefined ? NOT_MEASURED : percent(share)));
  return [
    {
      id: "collecting",
      measure: "Collecting garbage",
      base: before!,
      head: after!,
      verdict: "not judged",
      difference: "",
      reason: "The share of all time that goes into collecting garbage, which the times leave out.",
      tone: "none",
      span: null,
    },
  ];
}

function tokensRow({ tokens }: Pair): VerdictRow {
  const { base, head, delta } = tokens;
  return {
    id: "tokens",
    measure: "Tokens",
    base: String(base),
    head: String(head),
    verdict: delta === 0 ? "same" : delta < 0 ? "fewer" : "more",
    difference: delta === 0 ? "" : /^[^(]*\((.*)\)/.exec(tokensText(tokens))![1]!,
    reason: "",
    tone: delta === 0 ? "same" : delta < 0 ? "better" : "worse",
    span:
      base === 0 || head === 0 ? null : spanOf({ median: head / base, low: head / base, high: head / base }),
  };
}

/** None where neither side was called. */
function sequenceRow(pair: Pair, results: readonly TargetResult[]): VerdictRow[] {
  const { base, head } = pair.criticalPath ?? { base: null, head: null };
  if (base === null && head === null) return [];
  const tone = sequenceTone(pair);
  const isUnjudged = base !== null && head !== null && tone === "open";
  const words = {
    ...{ better: "fewer", worse: "more", same: "same" },
    open: isUnjudged ? "not judged" : NOT_MEASURED,
  } as const;
  const growth = growthSentence(pair, results);
  const why = [
    ...(isUnjudged && pair.preparedUnlike !== undefined ? [pair.preparedUnlike] : []),
    ...underWaySentence(pair),
    ...(growth === null ? [] : [growth]),
  ];
  const all = ioCallsText(pair.ioCalls);
  const sides = sequenceSides(pair);
  return [
    {
      id: "sequence",
      measure: "I/O in sequence",
      base: String(sides.base ?? NOT_MEASURED),
      head: String(sides.head ?? NOT_MEASURED),
      verdict: words[tone],
      difference: "",
      reason: `I/O calls that a call waits for one after the other; of ${all} in all. What is waited for is no part of the time.${why.map((one) => ` ${one}`).join("")}`,
      tone,
      span: null,
    },
  ];
}

function stackTracesRow(pair: Pair): VerdictRow {
  const { base, head } = pair.stackTraces;
  const ofLevel = stackTracesTone(pair);
  const tone = ofLevel === "same" && hidesMore(pair) ? "worse" : ofLevel;
  const isUnjudged = base !== null && head !== null && tone === "open";
  const words = {
    ...{ better: "better", worse: "worse", same: "same" },
    open: isUnjudged ? "not judged" : NOT_MEASURED,
  } as const;
  const level = (value: number | null): string => (value === null ? NOT_MEASURED : `level ${value} of 5`);
  return {
    id: "stackTraces",
    measure: "Stack traces",
    base: level(base),
    head: level(head),
    verdict: words[tone],
    difference: "",
    reason: isUnjudged ? (pair.preparedUnlike ?? "") : stackSentences(pair).join(" "),
    tone,
    span: null,
  };
}

function amount(estimate: Estimate | undefined, units: readonly Unit[]): string {
  return estimate === undefined ? NOT_MEASURED : quantity(estimate.median, units);
}

/** Logarithms, so that half as much and twice as much are equally far; the scale ends there, or at ± 10 %. */
function spanOf({ median, low, high }: Estimate): Span {
  const ends = [low, high].map((ratio) => Math.abs(Math.log(Math.max(ratio, Number.MIN_VALUE))));
  const scale = Math.log(Math.max(...ends) > Math.log(1.1) ? 2 : 1.1);
  const place = (ratio: number): number => Math.min(1, Math.max(-1, Math.log(ratio) / scale));
  return { low: place(low), middle: place(median), high: place(high) };
}

function functionText({ name, tokens, file, line }: TargetIdentity): string {
  return `${name}, ${counted(tokens, "token")} (${file}:${line})`;
}
