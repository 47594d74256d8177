import type { StackSite } from "../bench-worker/stack-traces.ts";
import type { TargetResult } from "../bench-worker/target-result.ts";
import { siteInWords } from "../bench-worker/stack-words.ts";
import { table } from "./table.ts";
import { onOneLine } from "./text.ts";

/** More functions, or I/O calls of one, fill the screen; the document has them all. */
const FUNCTIONS_AT_MOST = 3;
const CALLS_AT_MOST = 12;

const MODES = ["error", "throw", "async-throw"] as const;
const TITLES = ["delivered", "thrown at the call", "thrown inside"];

/**
 * What became of the errors at each I/O call, one line a call, through the I/O layer that decides the level: the line
 * that the stack names, how far it is off, and what it crashed. Empty where nothing was injected or there is too much.
 */
export function stackReport(
  results: readonly TargetResult[],
  label: (result: TargetResult) => string,
  styleTitle: (title: string) => string,
): string {
  const injected = results.filter(({ stackTraces }) => (stackTraces?.sites.length ?? 0) > 0);
  if (injected.length > FUNCTIONS_AT_MOST) return "";
  return injected.map((result) => ofOne(result, label(result), styleTitle)).join("\n\n");
}

function ofOne(
  { stackTraces }: TargetResult,
  subject: string,
  styleTitle: (title: string) => string,
): string {
  const { sites, layer } = stackTraces!;
  const own = sites.filter((site) => site.layer === layer);
  const calls = [...grouped(own).values()].sort(([a], [b]) => a!.line - b!.line);
  const rows = calls.slice(0, CALLS_AT_MOST).map((ofCall) => {
    const { line, expression } = ofCall[0]!;
    return [onOneLine(`${line} ${expression}`), ...MODES.map((mode) => cell(ofCall, mode))];
  });
  const columns = [{ title: `stack traces of ${subject}: I/O call` }, ...TITLES.map((title) => ({ title }))];
  const more = calls.length - rows.length;
  return [
    table(columns, rows, styleTitle),
    ...(more === 0 ? [] : [`and ${more} more I/O calls, see --json`]),
  ].join("\n");
}

/** Calls that are made several times at a line may come to several ends. */
function cell(sites: readonly StackSite[], mode: StackSite["mode"]): string {
  return [...new Set(sites.filter((site) => site.mode === mode).map(siteInWords))].join("; ");
}

/** By I/O call. */
function grouped(sites: readonly StackSite[]): Map<string, StackSite[]> {
  const groups = new Map<string, StackSite[]>();
  for (const site of sites) {
    const key = `${site.line} ${site.expression}`;
    groups.set(key, [...(groups.get(key) ?? []), site]);
  }
  return groups;
}
