import type { StackSite, StackTracesResult } from "../document.ts";
import type { StackRun } from "../protocol.ts";

type RawSite = StackRun["sites"][number];

/** The seeds' two scales over one target. */
export interface Debuggability {
  readonly stackTraces?: StackTracesResult;
  readonly sourceMaps: StackRun["sourceMaps"];
  /** The sum of both levels, 2 to 10; left out where one of them is. */
  readonly debuggability?: number;
}

/**
 * The seeds' stack-trace level out of the injected errors.
 *
 * - 5: every I/O call's own line is in the stack, with the I/O layer bare and with it wrapped, without any flag.
 * - 4: exact with a bare layer, lost once a helper that is not the user's stands between.
 * - 3: exact (bare) only with a long-stack flag.
 * - 1: missing.
 *
 * Level 2, exact only with a native module, is not looked for. The mode `async-throw`, an error thrown inside an
 * operation that nobody waits on, ends as an uncaught exception that names the caller's file in no system known;
 * it is shown but decides nothing.
 *
 * A site is exact when the reported line is the call's own, found when any line of the target's file is reported.
 * Null when no error was injected, as for a function without I/O calls: there is nothing to judge.
 */
export function stackLevel(sites: readonly RawSite[]): StackTracesResult | null {
  const deciding = sites.filter((site) => site.mode !== "async-throw");
  if (deciding.length === 0) return null;
  const bare = exactness(deciding.filter((site) => site.flag === null && site.layer === "bare"));
  const wrapped = exactness(deciding.filter((site) => site.flag === null && site.layer === "wrapped"));
  const flags = [...new Set(deciding.flatMap((site) => site.flag ?? []))].sort();
  const helping = flags.find(
    (flag) => exactness(deciding.filter((site) => site.flag === flag && site.layer === "bare")).all,
  );

  const flag = bare.all ? null : (helping ?? null);
  let level = 1;
  let why: string;
  if (bare.all && wrapped.all) {
    level = 5;
    why = `${bare.says} name the line of the I/O call, ${wrapped.says} with the I/O layer wrapped`;
  } else if (bare.all) {
    level = 4;
    why = `${bare.says} name the line of the I/O call, but only ${wrapped.says} with the I/O layer wrapped`;
  } else if (flag !== null) {
    level = 3;
    why = `Only ${bare.says} name the line of the I/O call, all of them with ${flag}`;
  } else {
    why = `Only ${bare.says} name the line of the I/O call`;
    if (flags.length > 0) why += `, and ${flags.join(" or ")} does not change that`;
  }
  const swallowed = deciding.filter(
    (site) => site.swallowed && site.flag === flag && site.layer === "bare",
  ).length;
  if (swallowed > 0) why += `; ${swallowed} never reached the caller`;
  if (deciding.length < sites.length)
    why += "; errors that an operation throws on its own escape and do not count";
  return { level, flag, why: `${why}.`, sites: sites.filter(shownWith(flag)).map(toSite) };
}

/** Both of the seeds' scales and their sum. */
export function debuggability(run: StackRun): Debuggability {
  const stackTraces = stackLevel(run.sites);
  if (stackTraces === null) return { sourceMaps: run.sourceMaps };
  return {
    stackTraces,
    sourceMaps: run.sourceMaps,
    debuggability: stackTraces.level + run.sourceMaps.level,
  };
}

/** What the user's program would show: the bare layer, with the flag that the level needs. */
function shownWith(flag: string | null): (site: RawSite) => boolean {
  return (site) => site.layer === "bare" && site.flag === flag;
}

function exactness(sites: readonly RawSite[]): { all: boolean; says: string } {
  const exact = sites.filter(isExact).length;
  const errors = sites.length === 1 ? "error" : "errors";
  return {
    all: sites.length > 0 && exact === sites.length,
    says: `${exact} of ${sites.length} injected ${errors}`,
  };
}

function isExact(site: RawSite): boolean {
  return site.reportedLine === site.line;
}

function toSite(site: RawSite): StackSite {
  return {
    line: site.line,
    expression: site.expression,
    mode: site.mode,
    found: site.reportedLine !== null,
    exact: isExact(site),
    reportedLine: site.reportedLine,
    crashed: site.crashed,
    ...(site.swallowed ? { swallowed: true } : {}),
    stack: site.stack,
  };
}
