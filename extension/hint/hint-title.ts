import type { AsyncFunction } from "../../analysis/model.ts";
import { patternLabel } from "../../analysis/pattern.ts";
import { countsInWords } from "../../bench-worker/counts-words.ts";
import { counted } from "../../bench-worker/quantity.ts";
import type { MatchedResult } from "../benchmark/result-store.ts";
import type { Compared } from "./compared.ts";

/** Between the parts of a hint. */
export const SEPARATOR = " · ";

/** What stands around a hint. */
export interface HintSurroundings {
  /** Several functions share the line: the name is said first. */
  readonly named?: boolean;
  /** A result, a benchmark or the panel stands beside it: what least is looked for there is left out, so that the row is not cut off. */
  readonly short?: boolean;
  /** Its result, where that stands beside it: I/O calls that a real call made count more than those that its text shows. */
  readonly matched?: MatchedResult | undefined;
}

/**
 * What reading tells of a function, in a line: `302 tokens, −119 since HEAD · async/await · 7 I/O calls in sequence`.
 * Where the function is as it was committed, it is compared with its leanest variant instead: `421 tokens, 109 more
 * than in async-await.js`. Where other I/O calls come one after the other since the last commit, it says how many did: `3 I/O calls, 1 in sequence (was 3)`. Beside a result
 * it is `302 tokens, −119 since HEAD · 7 I/O calls in sequence`.
 */
export function hintTitle(
  found: AsyncFunction,
  compared: Compared = {},
  { named = false, short = false, matched }: HintSurroundings = {},
): string {
  const { name, tokens, pattern, runner } = found;
  const comparison = comparisonTitle(tokens, compared, short);
  const parts = [
    counted(tokens, "token") + (comparison === "" ? "" : `, ${comparison}`),
    ...(short ? [] : [patternLabel(pattern, runner)]),
    measuredCalls(matched) ?? ioCallsTitle(found) + sequenceSinceHead(found, compared),
  ];
  return (named ? `${name}: ` : "") + parts.join(SEPARATOR);
}

/** `7 I/O calls in sequence`, `7 I/O calls, 5 in sequence`, `3 I/O calls, 1 in sequence`, `1 I/O call in a loop`. */
export function ioCallsTitle({ ioCalls, criticalPath }: AsyncFunction): string {
  const { ioCalls: inSequence, inLoop } = criticalPath;
  return countsInWords({ ioCalls: ioCalls.length, criticalPath: inSequence, inLoop });
}

/** The same of the call that was measured, where that is a real one, or the user's own. */
function measuredCalls(matched: MatchedResult | undefined): string | undefined {
  if (matched?.result.counters === undefined || matched.stale) return undefined;
  const { scenario, counters } = matched.result;
  return (scenario?.origin ?? "inferred") === "inferred" ? undefined : countsInWords(counters);
}

/** ` (was 3)`, ` (was 1 in a loop)`: the I/O calls in sequence of the last commit, where they were other ones. */
function sequenceSinceHead({ ioCalls, criticalPath: now }: AsyncFunction, { sinceHead }: Compared): string {
  if (sinceHead?.kind !== "changed") return "";
  const { criticalPath: then } = sinceHead.base;
  if (then.ioCalls === now.ioCalls && then.inLoop === now.inLoop) return "";
  const [count, loop] = [then.ioCalls === 0 ? "none" : `${then.ioCalls}`, then.inLoop ? " in a loop" : ""];
  // Behind a single call, or none, nothing has said yet what is counted.
  const what = loop === "" && (ioCalls.length < 2 || now.inLoop) ? " in sequence" : loop;
  return ` (was ${count}${what})`;
}

function comparisonTitle(tokens: number, { sinceHead, leanest }: Compared, short: boolean): string {
  if (sinceHead?.kind === "changed") return `${signed(tokens - sinceHead.base.tokens)} since HEAD`;
  if (leanest === undefined || short) return "";
  if (leanest.isThis) return `the leanest of ${leanest.variants}`;
  return `${tokens - leanest.tokens} more than in ${leanest.file}`;
}

/** A number with its sign, a true minus: `+12`, `−119`, `±0`. */
export function signed(value: number): string {
  if (value === 0) return "±0";
  return value > 0 ? `+${value}` : `−${-value}`;
}
