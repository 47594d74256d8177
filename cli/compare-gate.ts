import { placeOf } from "../bench-worker/comparison-summary.ts";
import type { BytesVerdict, Pair, TimeVerdict } from "../bench-worker/pair.ts";
import { hidesInWords, hidesMore } from "../bench-worker/endings.ts";
import { tradeInWords, type Trade } from "../bench-worker/trade.ts";
import {
  percent,
  sequenceSides,
  sequenceTone,
  stackTracesTone,
  verdictLine,
} from "../bench-worker/verdict-words.ts";
import type { CompareOptions, Failure } from "./compare-options.ts";

/** Floating-point noise must not fail a build at exactly the threshold. */
const TOLERANCE = 1e-9;

/** For pairs that take more of the processor, and whose callers have their answer sooner all the same; null for others. */
export type SoonerBy = (pair: Pair) => Trade | null;

/** Why the command fails: one sentence for each pair and cost that has grown by more than the threshold. */
export function crossings(
  pairs: readonly Pair[],
  { failOn, threshold }: Pick<CompareOptions, "failOn" | "threshold">,
  soonerBy: SoonerBy = () => null,
): string[] {
  return pairs.flatMap((pair) =>
    failOn.flatMap((failure) => {
      if (failure === "slower" && soonerBy(pair) !== null) return [];
      const why = CHECKS[failure](pair, threshold);
      return why === null ? [] : [`${placeAndName(pair)}: ${why}`];
    }),
  );
}

/** What takes more of the processor than the threshold lets pass, and passes as it is done sooner: one sentence each. */
export function excused(
  pairs: readonly Pair[],
  { failOn, threshold }: Pick<CompareOptions, "failOn" | "threshold">,
  soonerBy: SoonerBy,
): string[] {
  if (!failOn.includes("slower")) return [];
  return pairs.flatMap((pair) => {
    const trade = soonerBy(pair);
    const why = CHECKS.slower(pair, threshold);
    if (trade === null || why === null) return [];
    return [
      `${placeAndName(pair)}: ${verdictLine(pair.time)}, but calls are done sooner, alone and together: ${tradeInWords(trade)}`,
    ];
  });
}

/**
 * What the command was asked to look at and could not, mostly as others kept the machine too busy: one sentence for each
 * pair and reason. It fails nobody, as noise does not, and nobody should take it for having been looked at.
 */
export function unjudged(pairs: readonly Pair[], { failOn }: Pick<CompareOptions, "failOn">): string[] {
  return pairs.flatMap((pair) => {
    const byReason = new Map<string, string[]>();
    for (const failure of failOn) {
      const why = UNJUDGED[failure]?.(pair) ?? null;
      if (why !== null) byReason.set(why, [...(byReason.get(why) ?? []), NAMES[failure]]);
    }
    return [...byReason].map(([why, what]) => {
      const were = what.length === 1 && ONE.has(what[0]!) ? "was" : "were";
      return `${placeAndName(pair)}: ${listed(what)} ${were} not judged, as ${why}`;
    });
  });
}

/** `src/a.js:3 load`, as each sentence begins. */
function placeAndName({ head, name }: Pair): string {
  return `${placeOf(head)} ${name}`;
}

const NAMES: Readonly<Record<Failure, string>> = {
  slower: "time",
  memory: "memory",
  stack: "stack traces",
  sequence: "the calls in sequence",
  tokens: "tokens",
};

/** Names of one thing. */
const ONE: ReadonlySet<string> = new Set([NAMES.slower, NAMES.memory]);

const BUSY = "others kept the machine too busy to measure enough";
const NO_NUMBERS = "there are no numbers of both";

/** Each says why it could not be judged; null where it was, or where that fails. */
const UNJUDGED: Readonly<Partial<Record<Failure, (pair: Pair) => string | null>>> = {
  slower: ({ time }) => excuse(time),
  memory: ({ memory }) => {
    const both = [memory, memory.allocated];
    const why = both.map(excuse).find((one) => one !== null);
    if (why !== undefined) return why;
    // Engines that cannot tell what is allocated tell what is held, and where nothing is ever in flight it is the other way round.
    return both.every(({ verdict }) => verdict === "not-measured") ? NO_NUMBERS : null;
  },
  stack: ({ stackTraces, preparedUnlike }) => unlikeNumbers(stackTraces, preparedUnlike),
  sequence: ({ criticalPath, preparedUnlike }) =>
    unlikeNumbers(criticalPath ?? { base: null, head: null }, preparedUnlike),
};

function unlikeNumbers(
  { base, head }: Pair["stackTraces"],
  preparedUnlike: string | undefined,
): string | null {
  if (base === null || head === null) return NO_NUMBERS;
  return base !== head && preparedUnlike !== undefined ? whyUnlike(preparedUnlike) : null;
}

/** How its sentence begins; the rest says what comes of it, and what to do. */
function whyUnlike(sentence: string): string {
  const [why = ""] = sentence.split(/ \((?!line \d)|, so |\.$/);
  return `${why[0]?.toLowerCase() ?? ""}${why.slice(1)}`;
}

/** `time, memory and stack traces` */
function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

/** Why something was not judged where that fails nobody; null where it was, or fails. */
function excuse(judged: TimeVerdict | BytesVerdict): string | null {
  if (judged.verdict !== "not-measured" || judged.cause === undefined) return null;
  return judged.cause === "busy-machine" ? BUSY : whyUnlike(judged.reason);
}

/** Each says why a pair fails; null where it does not. Only what is certain fails: noise never does. */
const CHECKS: Readonly<Record<Failure, (pair: Pair, threshold: number) => string | null>> = {
  slower: ({ time }, threshold) => {
    // A gate that could not look must not stand open, but for what is no fault of the change.
    if (excuse(time) !== null) return null;
    if (time.verdict === "not-measured") return `time could not be compared: ${time.reason}`;
    return time.verdict === "slower" && time.ratio.median > 1 + threshold + TOLERANCE
      ? `${verdictLine(time)}; more than ${percent(threshold)} fails`
      : null;
  },
  memory: ({ memory }, threshold) => {
    const { allocated } = memory;
    const grown = [
      { what: "held in flight", judged: memory },
      { what: "allocated", judged: allocated },
    ].find(({ judged }) => judged.verdict === "more" && judged.ratio.median > 1 + threshold + TOLERANCE);
    return grown === undefined
      ? null
      : `memory ${grown.what}: ${verdictLine(grown.judged)}; more than ${percent(threshold)} fails`;
  },
  stack: (pair) => {
    if (stackTracesTone(pair) === "worse")
      return `stack traces fell from level ${pair.stackTraces.base!} to ${pair.stackTraces.head!}`;
    return hidesMore(pair) ? hidesInWords(pair.endings!) : null;
  },
  sequence: (pair) =>
    sequenceTone(pair) === "worse"
      ? `I/O calls in sequence grew from ${sequenceSides(pair).base!} to ${sequenceSides(pair).head!}`
      : null,
  tokens: ({ tokens: { base, head } }, threshold) =>
    head > base * (1 + threshold) + TOLERANCE
      ? `tokens grew from ${base} to ${head}; more than ${percent(threshold)} fails`
      : null,
};
