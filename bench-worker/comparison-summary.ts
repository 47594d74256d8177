import type { BenchmarkOptions } from "./benchmark-options.ts";
import type { BenchmarkDocument } from "./document.ts";
import type { Pair } from "./pair.ts";
import type { TargetIdentity } from "./target-result.ts";
import { savedMilliseconds, savingInWords } from "./elapsed.ts";
import { changeInAll } from "./item-growth.ts";
import { hidesInWords, hidesMore, leavesMore } from "./endings.ts";
import { oneInPart, partInWords, type OneInPart } from "./one-in-part.ts";
import { counted } from "./quantity.ts";
import { shardInWords } from "./shard.ts";
import { soonerBy, tradeOf } from "./trade.ts";
import { sequenceTone, stackTracesTone, verdictLine } from "./verdict-words.ts";

/**
 * One sentence: how many functions became faster, slower, and so on. What matters most stands first; of memory and stack
 * traces beside the time, only what changed.
 */
export function comparisonSummary(document: BenchmarkDocument): string {
  const { added = [], removed = [], renamed = [], testsLeftOut = 0, options } = document;
  const { pairs, ofTests } = decidingPairs(document);
  const isTimed = options.measures.includes("time");
  const timed = isTimed ? pairs : [];
  const sooner = new Set(timed.filter((pair) => soonerBy(pair, document.results) !== null));
  const waiting = new Set(timed.filter((pair) => (tradeOf(pair, document.results)?.calls ?? 0) > 0));
  const [only, ...others] = pairs;
  const ofOnly = only === undefined || others.length > 0 ? null : onRecordedCall(only, isTimed);
  const plain = pairs.filter((pair) => !sooner.has(pair) && !waiting.has(pair));
  const counts = [
    ...(ofOnly === null ? recordedCounts(pairs) : [ofOnly]),
    ...tally(pairs, [["with another outcome on the recorded call", comesToOther]]),
    ...sequenceCounts(plain),
    ...tally(pairs, [
      ["with fewer I/O calls in all", (pair) => inAllTone(pair, document.results) === "better"],
      ["with more I/O calls in all", (pair) => inAllTone(pair, document.results) === "worse"],
      ["with the same I/O calls", (pair) => inAllTone(pair, document.results) === "same"],
      ["with fewer I/O calls in sequence for more of the processor", (pair) => sooner.has(pair)],
      ["with more I/O calls in sequence for less of the processor", (pair) => waiting.has(pair)],
      ["with more I/O calls that nobody waits for", leavesMore],
      ["with errors that no longer reach the caller", hidesMore],
    ]),
    ...(isTimed && ofOnly === null ? verdictCounts(plain) : []),
    ...(isTimed ? changeCounts(pairs) : countsWithoutTime(pairs, options)),
    ...partCounts(pairs, document.results),
    ...(added.length === 0 ? [] : [`${added.length} added`]),
    ...(removed.length === 0 ? [] : [`${removed.length} removed`]),
    ...(renamed.length === 0 ? [] : [`${renamed.length} with other names only`]),
    ...(ofTests === 0 ? [] : [`${ofTests} of tests, not counted here`]),
    ...(testsLeftOut === 0 ? [] : [`${testsLeftOut} of tests left out (--include-tests)`]),
  ];
  const base = baseInWords(document);
  const against = base === "" ? "" : ` compared with ${base}`;
  const part = document.shard === undefined ? "" : `${shardInWords(document.shard)}; `;
  return `${part}${counted(pairs.length, "pair")}${against}: ${counts.join(ofOnly === null ? ", " : "; ") || "nothing to compare"}.`;
}

/** The pairs that a summary and an exit code rest on, and how many more there are of tests. */
export function decidingPairs({ pairs = [] }: Pick<BenchmarkDocument, "pairs">): {
  readonly pairs: readonly Pair[];
  readonly ofTests: number;
} {
  const deciding = pairs.filter(({ isOfTests }) => isOfTests !== true);
  return { pairs: deciding, ofTests: pairs.length - deciding.length };
}

/** What the bases are: `main (1a2b3c4d5e)`, `run.json`; empty where they are targets like the others. */
export function baseInWords({ comparedWith }: BenchmarkDocument): string {
  if (comparedWith === undefined) return "";
  const { revision, commit, document } = comparedWith;
  if (document !== undefined) return document;
  if (revision === undefined) return "";
  const short = commit?.slice(0, SHORT_COMMIT) ?? "";
  return short === "" || revision.startsWith(short) ? revision : `${revision} (${short})`;
}

const SHORT_COMMIT = 10;

const ORDER = [
  ["slower", "slower"],
  ["faster", "faster"],
  ["no-difference", "without a difference of time"],
  ["too-noisy", "too noisy to tell"],
  ["not-measured", "whose time was not compared"],
] as const;

function verdictCounts(pairs: readonly Pair[]): string[] {
  return ORDER.flatMap(([verdict, words]) => {
    const count = pairs.filter(({ time }) => time.verdict === verdict).length;
    return count === 0 ? [] : [`${count} ${words}`];
  });
}

/**
 * Of a pair that a recorded call tells of, what its caller notices first: `saves 12 ms of 30 ms on the recorded call; its own processor
 * time: slower, +20 %`; null where both wait as long, or nothing is recorded.
 */
export function onRecordedCall(pair: Pair, isTimed: boolean): string | null {
  const saving = savingInWords(pair);
  if (saving === null || !isTimed) return saving;
  return `${saving}; its own processor time: ${verdictLine(pair.time)}`;
}

function comesToOther({ outcome }: Pair): boolean {
  return outcome?.isSame === false;
}

/** How long pairs wait for the I/O of recorded calls. */
function recordedCounts(pairs: readonly Pair[]): string[] {
  return tally(pairs, [
    ["that saves time on its recorded call", (pair) => (savedMilliseconds(pair) ?? 0) > 0],
    ["that takes more time on its recorded call", (pair) => (savedMilliseconds(pair) ?? 0) < 0],
  ]);
}

/** What a caller waits for: the time of a pair is that of the processor, and leaves it out. */
function sequenceCounts(pairs: readonly Pair[]): string[] {
  return (["fewer", "more"] as const).flatMap((word) => {
    const tone = word === "fewer" ? "better" : "worse";
    const count = pairs.filter((pair) => sequenceTone(pair) === tone).length;
    return count === 0 ? [] : [`${count} with ${word} I/O calls in sequence`];
  });
}

/**
 * Whether a call that waits for as many I/O calls in sequence makes fewer in all, or more, as one does that gets at once what it got one by one: `open`
 * of all others, of which the sequence tells more.
 */
function inAllTone(pair: Pair, results: BenchmarkDocument["results"]): ReturnType<typeof sequenceTone> {
  const isInPart = oneInPart(results[pair.baseResult], results[pair.headResult]) !== null;
  const change = sequenceTone(pair) === "same" && !isInPart ? changeInAll(pair, results) : null;
  if (change === null) return "open";
  if (change === 0) return "same";
  return change > 0 ? "worse" : leavesMore(pair) ? "open" : "better";
}

/** What changed of memory and stack traces, beside the time. */
function changeCounts(pairs: readonly Pair[]): string[] {
  return tally(pairs, [
    ["with more memory", (pair) => memoryTone(pair) === "worse"],
    ["with less memory", (pair) => memoryTone(pair) === "better"],
    ["with worse stack traces", (pair) => stackTracesTone(pair) === "worse"],
    ["with better stack traces", (pair) => stackTracesTone(pair) === "better"],
  ]);
}

/** Whether a call takes more memory or less: what it holds in flight, and where that is the same, what it allocates. */
function memoryTone({ memory }: Pair): "better" | "worse" | "open" {
  const judged = [memory, memory.allocated].find(({ verdict }) => verdict === "more" || verdict === "less");
  return judged === undefined ? "open" : judged.verdict === "more" ? "worse" : "better";
}

/** Pairs of which one version was measured in part only: their numbers tell less of the change than they seem to. */
function partCounts(pairs: readonly Pair[], results: BenchmarkDocument["results"]): string[] {
  const is = (part: OneInPart["part"]) => (pair: Pair) =>
    oneInPart(results[pair.baseResult], results[pair.headResult])?.part === part;
  return tally(pairs, [
    ["of which one version answered from a cache", is("cache")],
    ["of which one version kept what its first call got", is("kept")],
    ["of which one version made no I/O call", is("none")],
    ["of which one version did not reach all of its I/O calls", is("left")],
  ]);
}

function tally(
  pairs: readonly Pair[],
  words: readonly (readonly [string, (pair: Pair) => boolean])[],
): string[] {
  return words.flatMap(([word, holds]) => {
    const count = pairs.filter(holds).length;
    return count === 0 ? [] : [`${count} ${word}`];
  });
}

/**
 * What is worth a word of one pair beside its time, most important first: `fewer I/O calls in sequence`, `holds less in
 * flight`, `better stack traces`.
 */
export function changesBesideTime(pair: Pair, results: BenchmarkDocument["results"]): string[] {
  const WORDS = { better: "fewer", worse: "more", same: "", open: "" };
  const sequence = WORDS[sequenceTone(pair)];
  const inAll = WORDS[inAllTone(pair, results)];
  const stackTraces = stackTracesTone(pair);
  const sides = [results[pair.baseResult], results[pair.headResult]] as const;
  const part = oneInPart(...sides);
  return [
    ...(comesToOther(pair) ? ["another outcome on the recorded call"] : []),
    ...(leavesMore(pair) ? ["does not wait for all of its I/O calls"] : []),
    ...(hidesMore(pair) ? [hidesInWords(pair.endings!)] : []),
    ...(part === null ? [] : [partInWords(part)]),
    ...(sequence === "" ? [] : [`${sequence} I/O calls in sequence`]),
    ...(inAll === "" ? [] : [`${inAll} I/O calls in all`]),
    ...memoryChanges(pair),
    ...(stackTraces === "better" || stackTraces === "worse" ? [`${stackTraces} stack traces`] : []),
  ];
}

function memoryChanges({ memory }: Pair): string[] {
  const [held, allocated] = [memory.verdict, memory.allocated.verdict].map((verdict) =>
    verdict === "more" || verdict === "less" ? verdict : null,
  );
  if (held === null) return allocated === null ? [] : [`allocates ${allocated}`];
  if (held === allocated) return [`holds and allocates ${held}`];
  return [`holds ${held} in flight`, ...(allocated === null ? [] : [`allocates ${allocated}`])];
}

/** What there is to count where time was not to be measured: memory, else stack traces, else nothing. */
function countsWithoutTime(pairs: readonly Pair[], { measures }: BenchmarkOptions): string[] {
  if (measures.includes("memory")) {
    const is =
      (verdict: Pair["memory"]["verdict"]) =>
      ({ memory }: Pair): boolean =>
        memory.verdict === verdict;
    return tally(pairs, [
      ["that holds more in flight", is("more")],
      ["that holds less in flight", is("less")],
      ["that holds as much in flight", is("no-difference")],
      ["too noisy to tell", is("too-noisy")],
      ["whose memory in flight was not compared", is("not-measured")],
    ]);
  }
  const is = (tone: ReturnType<typeof stackTracesTone>) => (pair: Pair) => stackTracesTone(pair) === tone;
  return tally(pairs, [
    ["with worse stack traces", is("worse")],
    ["with better stack traces", is("better")],
    ["with stack traces as before", is("same")],
    ["whose stack traces were not compared", is("open")],
  ]);
}

/** Where a target is: `src/a.js:3`. */
export function placeOf({ file, line }: TargetIdentity): string {
  return `${file}:${line}`;
}

/** How the base is introduced beside the head: an earlier version *was* something, another function is another. */
export function beforeFormer({ base }: Pair): string {
  return base.revision === undefined ? "against" : "was";
}

/** How the base is called beside the head, where it is called otherwise: `download in old.js`; else empty. */
export function formerName({ base, head }: Pair): string {
  const otherName = base.name !== head.name;
  const otherFile = base.file !== head.file;
  if (!otherName && !otherFile) return "";
  if (!otherFile) return base.name;
  return otherName ? `${base.name} in ${base.file}` : base.file;
}

/**
 * `, formerly load`, for a function of which only names differ; empty where its own does not.
 *
 * @param written How a name is written.
 */
export function formerly(
  { base, head }: Readonly<Record<"base" | "head", Pick<TargetIdentity, "name">>>,
  written: (name: string) => string = (name) => name,
): string {
  return base.name === head.name ? "" : `, formerly ${written(base.name)}`;
}
