import type { Estimate } from "./numbers.ts";
import type { BytesVerdict, Pair, TimeVerdict } from "./pair.ts";
import { leavesMore } from "./endings.ts";
import { compareGrowth, lawText } from "./item-law.ts";
import { fixed } from "./quantity.ts";

/** How the panel, the command line and Markdown all word the verdicts of a comparison. */

/** A verdict for the eye. */
export interface VerdictWords {
  /** `faster`, `no difference`, `too noisy`, `not compared`. */
  readonly verdict: string;
  /** `−4.2 % (−6.0 to −2.1 %)`, `×2.31 (2.25 to 2.37)`; empty where there is nothing to say. */
  readonly difference: string;
  /** One sentence. */
  readonly reason: string;
  /** Whether it is for the better or the worse; `open` where that cannot be told. */
  readonly tone: "better" | "worse" | "same" | "open";
}

const WORDS = {
  faster: { verdict: "faster", tone: "better" },
  slower: { verdict: "slower", tone: "worse" },
  less: { verdict: "less", tone: "better" },
  more: { verdict: "more", tone: "worse" },
  "no-difference": { verdict: "no difference", tone: "same" },
  "too-noisy": { verdict: "too noisy", tone: "open" },
  "not-measured": { verdict: "not compared", tone: "open" },
} as const;

/** Of functions of which only names differ: said before their list. */
export const ONLY_NAMES_DIFFER = "Other names only, so the same code, and not measured";

/** A verdict of time or memory in words. */
export function verdictWords(judged: TimeVerdict | BytesVerdict): VerdictWords {
  return {
    ...WORDS[judged.verdict],
    difference: judged.verdict === "not-measured" ? "" : differenceText(judged.ratio),
    reason: judged.reason,
  };
}

/** `slower, +4.2 % (+2.1 to +6.0 %)`, in one line. */
export function verdictLine(judged: TimeVerdict | BytesVerdict): string {
  const { verdict, difference } = verdictWords(judged);
  return difference === "" ? verdict : `${verdict}, ${difference}`;
}

/** From so many times as much on a factor says more than per cent do. */
export const FACTOR_FROM = 2;

/** How far head is from base, with its interval: in per cent, and from twice as much on as a factor. */
function differenceText({ median, low, high }: Estimate): string {
  if (median >= FACTOR_FROM) return `×${fixed(median, 2)} (${fixed(low, 2)} to ${fixed(high, 2)})`;
  const decimals = decimalsFor(median, low, high);
  const written = (ratio: number): string => signed((ratio - 1) * 100, decimals);
  const interval = written(low) === written(high) ? "" : ` (${written(low)} to ${written(high)} %)`;
  return `${written(median)} %${interval}`;
}

/** `410 → 302 (−108)`, `302 (same)`. */
export function tokensText({ base, head, delta }: Pair["tokens"]): string {
  return delta === 0 ? `${head} (same)` : `${base} → ${head} (${signed(delta, 0)})`;
}

/** `3 → 1`, `7 (same)`: all I/O calls. */
export function ioCallsText(calls: Pair["criticalPath"]): string {
  return bothText(calls ?? NEITHER);
}

/** `3 → 1`, `7 (same)`, `1 → 1, not judged`: the I/O calls that come one after the other. */
export function sequenceText({
  criticalPath = NEITHER,
  criticalPathByItems,
  criticalPathAtItems,
  preparedUnlike,
}: Pick<Pair, "criticalPath" | "criticalPathByItems" | "criticalPathAtItems" | "preparedUnlike">): string {
  const sides = sequenceSides({ criticalPath, criticalPathByItems, criticalPathAtItems });
  const items = criticalPathAtItems === undefined ? "" : ` with ${criticalPathAtItems.items} items`;
  return `${notJudgedText(sides, preparedUnlike) ?? bothText(sides)}${items}`;
}

/** What each waits for one after the other: `3`, `1 + N` where that grows with the items of lists; null where it was not called. */
export function sequenceSides({
  criticalPath = NEITHER,
  criticalPathByItems: laws,
  criticalPathAtItems: atItems,
}: Pick<Pair, "criticalPath" | "criticalPathByItems" | "criticalPathAtItems">): Sides {
  if (atItems !== undefined) return { base: atItems.base, head: atItems.head };
  return laws === undefined ? criticalPath : { base: lawText(laws.base), head: lawText(laws.head) };
}

/** Of the base and of the head, as it is written; null where there is none. */
interface Sides {
  readonly base: string | number | null;
  readonly head: string | number | null;
}

/** `3 → 1, not judged`; undefined where there is nothing that could be. */
function notJudgedText({ base, head }: Sides, unlike: string | undefined): string | undefined {
  return unlike === undefined || base === null || head === null ? undefined : `${base} → ${head}, not judged`;
}

/** Whether a call waits for fewer I/O calls one after the other, or for more; `open` where the two cannot be set against each other. */
export function sequenceTone({
  criticalPath,
  criticalPathByItems: laws,
  criticalPathAtItems,
  preparedUnlike,
  endings,
}: Pick<
  Pair,
  "criticalPath" | "criticalPathByItems" | "criticalPathAtItems" | "preparedUnlike" | "endings"
>): VerdictWords["tone"] {
  if (preparedUnlike !== undefined) return "open";
  // However many there are of two items, a longer list decides.
  const growth = laws === undefined ? 0 : compareGrowth(laws.head, laws.base);
  const few = growth === 0 ? (criticalPath ?? NEITHER) : { base: 0, head: growth };
  const { base, head } = criticalPathAtItems ?? few;
  // The fewer the better, unless it only does not wait for them.
  const change = tone({ base: head, head: base });
  return change === "better" && leavesMore({ endings, preparedUnlike }) ? "open" : change;
}

/** `4 → 5`, `5 (same)`, `– → 5`, `4 → 5, not judged`: levels of stack traces. */
export function stackTracesText({
  stackTraces,
  preparedUnlike,
}: Pick<Pair, "stackTraces" | "preparedUnlike">): string {
  return notJudgedText(stackTraces, preparedUnlike) ?? bothText(stackTraces);
}

/** Whether stack traces became better or worse; `open` where the two cannot be set against each other. */
export function stackTracesTone({
  stackTraces,
  preparedUnlike,
}: Pick<Pair, "stackTraces" | "preparedUnlike">): VerdictWords["tone"] {
  return preparedUnlike === undefined ? tone(stackTraces) : "open";
}

const NEITHER = { base: null, head: null } as const;

function bothText({ base, head }: Sides): string {
  if (base === null && head === null) return "not measured";
  if (base === head) return `${String(head)} (same)`;
  return `${base ?? "–"} → ${head ?? "–"}`;
}

/** Of numbers of which more is better. */
function tone({ base, head }: Pair["stackTraces"]): VerdictWords["tone"] {
  if (base === null || head === null) return "open";
  if (base === head) return "same";
  return head > base ? "better" : "worse";
}

/** `4.2 %` of a share. */
export function percent(share: number): string {
  const value = share * 100;
  return `${fixed(value, Math.abs(value) < 10 ? 1 : 0)} %`;
}

/** Two digits that matter for the smallest of what is shown, so that an interval around 0 shows which side it is on. */
function decimalsFor(...ratios: number[]): number {
  const widest = Math.max(...ratios.map((ratio) => Math.abs(ratio - 1))) * 100;
  return widest >= 10 ? 0 : widest >= 1 ? 1 : 2;
}

function signed(value: number, decimals: number): string {
  const text = fixed(value, decimals);
  return Number(value.toFixed(decimals)) > 0 ? `+${text}` : text;
}
