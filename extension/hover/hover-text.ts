import type { IoCall } from "../../analysis/model.ts";
import { patternLabel } from "../../analysis/pattern.ts";
import { counted, estimateInWords, quantity, SIZE_UNITS, TIME_UNITS } from "../../bench-worker/quantity.ts";
import type { Hint } from "../analysis/last-good.ts";
import type { MatchedResult } from "../benchmark/result-store.ts";
import { resultTitle } from "../lens/lens-title.ts";

/** More call sites than this are counted, not listed. */
const LISTED_AT_MOST = 10;

/** The breakdown of one function as Markdown: tokens, pattern, I/O calls, and its result where there is one. */
export function hoverText({ found, kept }: Hint, matched: MatchedResult | undefined): string {
  const { name, pattern, runner, tokens, ownTokens, ioCalls } = found;
  const nested = tokens - ownTokens;
  const blocks = [
    `**Async Cost** · ${code(name)} · ${patternLabel(pattern, runner)}`,
    nested === 0
      ? `${counted(tokens, "token")}, as Esprima counts them`
      : `${counted(tokens, "token")}, as Esprima counts them: ${ownTokens} of its own, ` +
        `${nested} in asynchronous functions nested in it`,
    ...ioBlocks(ioCalls, kept),
    ...(matched === undefined ? [] : resultBlocks(matched)),
    ...(found.reach === null
      ? [`Cannot be benchmarked: ${plain(found.unreachable ?? "it is out of reach")}`]
      : []),
    ...(kept ? ["_The text is half-typed; this is what it was before._"] : []),
  ];
  return blocks.join("\n\n");
}

function ioBlocks(ioCalls: readonly IoCall[], kept: boolean): string[] {
  if (ioCalls.length === 0) return ["No I/O calls: it waits for nothing that can be seen in its text"];
  const listed = ioCalls.slice(0, LISTED_AT_MOST).map(({ expression, kind, position }) => {
    const where = kept ? "" : `line ${position.line}, `;
    return `- ${code(expression)} (${where}${kind})`;
  });
  const more = ioCalls.length - listed.length;
  if (more > 0) listed.push(`- and ${more} more`);
  return [`${counted(ioCalls.length, "I/O call")}:`, listed.join("\n")];
}

function resultBlocks(matched: MatchedResult): string[] {
  const { result, stale } = matched;
  const { time, memory, stackTraces } = result;
  const lines = [
    ...(time === undefined
      ? []
      : [
          `- ${estimateInWords(time.nanosecondsPerCall, TIME_UNITS)} of CPU time a call; ` +
            `its bare I/O alone ${quantity(time.floorNanosecondsPerCall, TIME_UNITS)}`,
        ]),
    ...(memory === undefined
      ? []
      : [`- ${estimateInWords(memory.bytesInFlightPerCall, SIZE_UNITS)} held by a call in flight`]),
    ...(stackTraces === undefined
      ? []
      : [`- stack traces ${stackTraces.level} of 5: ${plain(stackTraces.why)}`]),
    ...(result.reason === undefined ? [] : [`- ${plain(result.reason)} ${plain(result.hint ?? "")}`]),
  ];
  if (lines.length === 0) return [plain(resultTitle(matched))];
  return [stale ? "Measured, but **edited since**:" : "Measured:", lines.join("\n")];
}

/** A code span that no text can break out of. */
function code(text: string): string {
  const oneLine = text.replace(/\s+/g, " ").slice(0, 80);
  const longest = Math.max(0, ...(oneLine.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  return longest === 0 ? fence + oneLine + fence : `${fence} ${oneLine} ${fence}`;
}

/** Text with what Markdown and HTML read into it taken out. */
function plain(text: string): string {
  return text
    .replace(/[\\`*_{}[\]()#+!|<>~&-]/g, "\\$&")
    .replace(/\s+/g, " ")
    .trim();
}
