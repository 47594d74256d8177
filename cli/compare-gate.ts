import type { BytesVerdict, Pair, TimeVerdict } from "../bench-worker/document.ts";
import { percent, sequenceTone, verdictLine } from "../bench-worker/verdict-words.ts";
import type { CompareOptions, Failure } from "./compare-options.ts";

/** Floating-point noise must not fail a build at exactly the threshold. */
const TOLERANCE = 1e-9;

/** Why the command fails: one sentence for each pair and cost that has grown by more than the threshold. */
export function crossings(
  pairs: readonly Pair[],
  { failOn, threshold }: Pick<CompareOptions, "failOn" | "threshold">,
): string[] {
  return pairs.flatMap((pair) =>
    failOn.flatMap((failure) => {
      const why = CHECKS[failure](pair, threshold);
      return why === null ? [] : [`${pair.head.file}:${pair.head.line} ${pair.name}: ${why}`];
    }),
  );
}

/**
 * What the command was asked to look at and could not, mostly as others kept the machine too busy: one sentence for each
 * pair. It fails nobody, as noise does not, and nobody should take it for having been looked at.
 */
export function unjudged(pairs: readonly Pair[], { failOn }: Pick<CompareOptions, "failOn">): string[] {
  return pairs.flatMap((pair) => {
    const what = failOn.flatMap((failure) => UNJUDGED[failure]?.(pair) ?? []);
    const [first, ...others] = what;
    if (first === undefined) return [];
    const were = others.length > 0 || first.endsWith("s") ? "were" : "was";
    const because = [pair.time, pair.memory, pair.memory.allocated].some(isBusy)
      ? "others kept the machine too busy to measure enough"
      : "there are no numbers of both";
    return [
      `${pair.head.file}:${pair.head.line} ${pair.name}: ${listed(what)} ${were} not judged, as ${because}`,
    ];
  });
}

const UNJUDGED: Readonly<Partial<Record<Failure, (pair: Pair) => string[]>>> = {
  slower: ({ time }) => (isBusy(time) ? ["time"] : []),
  memory: ({ memory }) => ([memory, memory.allocated].some(isBusy) ? ["memory"] : []),
  stack: ({ stackTraces: { base, head } }) => (base === null || head === null ? ["stack traces"] : []),
};

/** `time, memory and stack traces` */
function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

function isBusy(judged: TimeVerdict | BytesVerdict): boolean {
  return judged.verdict === "not-measured" && judged.cause === "busy-machine";
}

/** Each says why a pair fails; null where it does not. Only what is certain fails: noise never does. */
const CHECKS: Readonly<Record<Failure, (pair: Pair, threshold: number) => string | null>> = {
  slower: ({ time }, threshold) => {
    // A gate that could not look must not stand open, but for the doings of others on the machine.
    if (isBusy(time)) return null;
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
  stack: ({ stackTraces: { base, head } }) =>
    base !== null && head !== null && head < base ? `stack traces fell from level ${base} to ${head}` : null,
  sequence: (pair) =>
    sequenceTone(pair) === "worse"
      ? `I/O calls in sequence grew from ${pair.criticalPath!.base!} to ${pair.criticalPath!.head!}`
      : null,
  tokens: ({ tokens: { base, head } }, threshold) =>
    head > base * (1 + threshold) + TOLERANCE
      ? `tokens grew from ${base} to ${head}; more than ${percent(threshold)} fails`
      : null,
};
