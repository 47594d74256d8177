import type { CrashKind, IoLayer, OptionCost, StackSite, StackTracesResult } from "./stack-traces.ts";
import type { TargetResult } from "./target-result.ts";
import { quantity, SIZE_UNITS } from "./quantity.ts";

/** What stack traces are called in the panel and on the command line. */

/** The kinds of I/O layer: in a heading, and what they mean. */
export const LAYER_TITLES: Readonly<Record<IoLayer, { readonly title: string; readonly meaning: string }>> = {
  "calls-back": {
    title: "calls back",
    meaning: "The I/O layer's answer comes from outside, as off a socket, and the error is made there.",
  },
  async: {
    title: "async itself",
    meaning: "The I/O layer is an async function that throws after it has waited.",
  },
  "keeps-stack": {
    title: "makes its errors at the call",
    meaning: "The I/O layer makes its error when it is called and delivers it later.",
  },
};

/** How an injected error ended the program, or would have. */
const CRASHES: Readonly<Record<CrashKind, { readonly short: string; readonly sentence: string }>> = {
  uncaughtException: { short: "uncaught", sentence: "it ends the program as an uncaught exception" },
  unhandledRejection: { short: "unhandled", sentence: "it ends the program as an unhandled rejection" },
  exit: { short: "exits", sentence: "the function ends the program" },
};

/** The same of one error; null where it ended nothing. */
export function crashOf({ crashed, crash }: StackSite): (typeof CRASHES)[CrashKind] | null {
  // Documents of before do not say how an error escaped.
  return crashed ? CRASHES[crash ?? "uncaughtException"] : null;
}

/** What one injected error came to: `line 12`, `line 20 (2 off)`, `no line, uncaught`. */
export function siteInWords(site: StackSite): string {
  const { line, reportedLine, found, exact, swallowed } = site;
  const crash = crashOf(site);
  const said = exact
    ? `line ${line}`
    : found && reportedLine !== null
      ? `line ${reportedLine} (${Math.abs(reportedLine - line)} off)`
      : swallowed === true && crash === null
        ? "swallowed"
        : "no line";
  return crash === null ? said : `${said}, ${crash.short}`;
}

/**
 * The levels that a target may have, `4` or `1–4`: one where its I/O layer is known, else those of both kinds that are
 * common, from the lower to the higher.
 *
 * @param added What both are higher by, as by the level of source maps where their sum is meant.
 */
export function levelsInWords(
  { level, layer, layers = [] }: Pick<StackTracesResult, "level" | "layer" | "layers">,
  added = 0,
): string {
  // A level is that of layers that call back where nothing tells what the layer is.
  const possible =
    layer === "calls-back" ? layers.filter((one) => one.layer !== "keeps-stack").map((one) => one.level) : [];
  const all = [level, ...possible].map((one) => one + added);
  const [low, high] = [Math.min(...all), Math.max(...all)];
  return low === high ? String(low) : `${low}–${high}`;
}

/** Why a target has no stack-trace level although errors were to be injected; null where it has one, or they were not. */
export function whyNoLevel({
  stackTraces,
  sourceMaps,
  counters,
}: Pick<TargetResult, "stackTraces" | "sourceMaps" | "counters">): string | null {
  if (stackTraces !== undefined || sourceMaps === undefined) return null;
  return counters?.ioCalls === 0
    ? "no I/O call to fail"
    : "no I/O call that is made at a line of the function's file";
}

/** What an option for longer stack traces costs: one sentence. */
export function optionCostInWords({
  flag,
  timeRatio,
  bytesInFlightPerCall: held,
  bytesAllocatedPerCall: allocated,
}: OptionCost): string {
  const { median, low, high } = timeRatio;
  const parts = [`takes ${times(median)} times as long (${times(low)}–${times(high)})`];
  if (held !== undefined) parts.push(`holds ${more(held)} in flight`);
  if (allocated !== undefined) parts.push(`allocates ${more(allocated)}`);
  const last = parts.pop()!;
  const said = parts.length === 0 ? last : `${parts.join(", ")} and ${last}`;
  return `With ${flag} a call ${said}, by rounds in turn in one process.`;
}

function more(bytes: number): string {
  return `${quantity(Math.abs(bytes), SIZE_UNITS)} ${bytes < 0 ? "less" : "more"}`;
}

function times(ratio: number): string {
  return ratio < 10 ? ratio.toFixed(2) : ratio.toFixed(0);
}
