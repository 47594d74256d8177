import { canRun } from "../../analysis/entries/can-run.ts";
import type { Breakdown } from "../../analysis/breakdown/breakdown.ts";
import type { BreakdownPart } from "../../analysis/breakdown/parts.ts";
import type { AsyncFunction, IoCall } from "../../analysis/model.ts";
import { patternLabel } from "../../analysis/pattern.ts";
import { levelsInWords } from "../../bench-worker/stack-words.ts";
import { unlikeSource } from "../../bench-worker/unlike-source.ts";
import { callsInWords } from "../../bench-worker/recorded-words.ts";
import { counted, estimateInWords, quantity, SIZE_UNITS, TIME_UNITS } from "../../bench-worker/quantity.ts";
import type { MatchedResult } from "../benchmark/result-store.ts";
import type { Compared, LeanestVariant, SinceHead } from "../hint/compared.ts";
import type { FunctionHint } from "../hint/function-hints.ts";
import { ioCallsTitle, signed } from "../hint/hint-title.ts";
import { code, plain } from "../hint/markdown.ts";
import type { RecordedHint } from "../recorded/recorded-hint.ts";
import { resultTitle } from "../lens/lens-title.ts";

/** More call sites than this are counted, not listed. */
const LISTED_AT_MOST = 10;

/** What each part of the tokens is, in the order in which they are shown. */
const PARTS: readonly (readonly [part: BreakdownPart, name: string, means: string])[] = [
  ["error-handling", "error handling", "try, catch, throw, tests of an error and what they guard"],
  ["plumbing", "plumbing", "what the pattern asks for: async, await, function wrappers, then"],
  ["io-calls", "I/O calls", "with their arguments"],
  ["rest", "the rest", "what the function does"],
  ["nested", "nested", "asynchronous functions within it, with hints of their own"],
];

/**
 * The breakdown of one function as Markdown: its tokens and what they are there for, what they compare to, its I/O
 * calls, and its result where there is one.
 *
 * @param breakdown Absent where the text is half-typed.
 * @param links What can be done with the function, as Markdown: near the top, since a hover is cut off below.
 * @param notHere Why no function of the document can be benchmarked; null where they can.
 */
export function hoverText(
  { found, kept, compared, matched, recorded }: Omit<FunctionHint, "reference" | "range">,
  breakdown?: Breakdown | "not-found-out",
  links: readonly string[] = [],
  notHere: string | null = null,
): string {
  const { name, pattern, runner } = found;
  const blocks = [
    `**Async Cost** · ${code(name)} · ${patternLabel(pattern, runner)} · ${ioCallsTitle(found)}`,
    ...(links.length === 0 ? [] : [links.join(" · ")]),
    tokensBlock(found, breakdown),
    ...(typeof breakdown === "object" ? [breakdownTable(breakdown)] : []),
    ...comparisonBlocks(found, compared),
    ...ioBlocks(found, kept),
    ...(recorded === undefined ? [] : [recordedText(recorded)]),
    ...(matched === undefined ? [] : resultBlocks(matched)),
    ...(notHere === null ? [] : [`Cannot be benchmarked here: ${plain(notHere)}`]),
    ...(found.reach === null && notHere === null
      ? [
          `${canRun(found) ? "Benchmarked apart from what is around it" : "Cannot be benchmarked"}: ${plain(found.unreachable ?? "it is out of reach")}`,
        ]
      : []),
    ...(breakdown === "not-found-out"
      ? ["_What the tokens are there for could not be found out: the log says why._"]
      : []),
    ...(kept ? ["_The text is half-typed; this is what it was before._"] : []),
  ];
  return blocks.join("\n\n");
}

function tokensBlock(
  { tokens, ownTokens }: AsyncFunction,
  breakdown: Breakdown | "not-found-out" | undefined,
): string {
  const nested = tokens - ownTokens;
  const counts = `${counted(tokens, "token")}, as Esprima counts them`;
  if (typeof breakdown === "object") return `${counts}:`;
  return nested === 0
    ? counts
    : `${counts}: ${ownTokens} of its own, ${nested} in asynchronous functions nested in it`;
}

function breakdownTable({ tokens, parts }: Breakdown): string {
  const rows = PARTS.filter(([part]) => parts[part].tokens > 0).map(
    ([part, name, means]) => `| ${parts[part].tokens} | ${name} | ${means} |`,
  );
  return ["| tokens | for | |", "| ---: | :--- | :--- |", ...rows, `| **${tokens}** | **in all** | |`].join(
    "\n",
  );
}

function comparisonBlocks(found: AsyncFunction, { sinceHead, leanest }: Compared): string[] {
  return [
    ...(sinceHead === undefined ? [] : [sinceHeadText(found, sinceHead)]),
    ...(leanest === undefined ? [] : [leanestText(found, leanest)]),
  ];
}

function sinceHeadText({ name, tokens, pattern, runner }: AsyncFunction, sinceHead: SinceHead): string {
  const commit = `HEAD (${code(sinceHead.commit.slice(0, 7))})`;
  if (sinceHead.kind === "same") return `As in ${commit}`;
  if (sinceHead.kind === "new") return `New since ${commit}`;
  if (sinceHead.kind === "too-long") return `Not compared with ${commit}: the file is too long there`;
  if (sinceHead.kind === "too-much")
    return `Not compared with ${commit}: too many functions have changed since to tell which is which`;
  const { base } = sinceHead;
  const was = [
    counted(base.tokens, "token"),
    ...(base.name === name ? [] : [`named ${code(base.name)}`]),
    ...(base.isPlain === true
      ? ["and its text did not tell that it is asynchronous"]
      : base.pattern === pattern && base.runner === runner
        ? []
        : [patternLabel(base.pattern, base.runner)]),
  ];
  return `${signed(tokens - base.tokens)} since ${commit}: it had ${was.join(", ")}`;
}

function leanestText({ tokens }: AsyncFunction, leanest: LeanestVariant): string {
  const { isThis, variants, name, file, pattern, runner } = leanest;
  if (isThis) return `The leanest of ${variants} variants in this workspace`;
  return (
    `${tokens - leanest.tokens} more than the leanest of ${variants} variants: ${code(name)} in ${code(file)}, ` +
    `${counted(leanest.tokens, "token")}, ${patternLabel(pattern, runner)}`
  );
}

function ioBlocks(found: AsyncFunction, kept: boolean): string[] {
  const { ioCalls } = found;
  if (ioCalls.length === 0) return ["No I/O calls: it waits for nothing that can be seen in its text"];
  const listed = ioCalls.slice(0, LISTED_AT_MOST).map((call) => `- ${ioCallText(call, kept)}`);
  const more = ioCalls.length - listed.length;
  if (more > 0) listed.push(`- and ${more} more`);
  return [`${ioCallsTitle(found)}:`, listed.join("\n")];
}

function ioCallText({ expression, kind, position }: IoCall, kept: boolean): string {
  const where = kept ? "" : `line ${position.line}, `;
  return `${code(expression)} (${where}${kind})`;
}

function recordedText({ paths, isChanged, newest }: RecordedHint): string {
  const when = newest === null ? "" : ` by ${code(newest.command)} on ${newest.recordedAt.slice(0, 10)}`;
  const changed = isChanged ? ", but **changed since**: record again to have a call played" : "";
  return `Recorded${when}: ${callsInWords(paths)}${changed}`;
}

function resultBlocks(matched: MatchedResult): string[] {
  const { result, stale } = matched;
  const { time, memory, stackTraces } = result;
  const unlike = unlikeSource(result.counters);
  const lines = [
    ...(time === undefined
      ? []
      : [
          `- ${estimateInWords(time.nanosecondsPerCall, TIME_UNITS)} of CPU time a call; ` +
            `its bare I/O alone ${quantity(time.floorNanosecondsPerCall, TIME_UNITS)}`,
        ]),
    ...(memory?.bytesInFlightPerCall === undefined
      ? []
      : [`- ${estimateInWords(memory.bytesInFlightPerCall, SIZE_UNITS)} held by a call in flight`]),
    ...(stackTraces === undefined
      ? []
      : [`- stack traces ${levelsInWords(stackTraces)} of 5: ${plain(stackTraces.why)}`]),
    ...(unlike === null ? [] : [`- ${plain(unlike)}`]),
    ...(result.reason === undefined ? [] : [`- ${plain(result.reason)} ${plain(result.hint ?? "")}`]),
  ];
  if (lines.length === 0) return [plain(resultTitle(matched))];
  return [stale ? "Measured, but **edited since**:" : "Measured:", lines.join("\n")];
}
