import type { IoLayer, LayerLevel, StackSite, StackTracesResult } from "../stack-traces.ts";
import type { StackRun } from "../protocol.ts";
import { estimateOverRounds } from "./statistics.ts";

type RawSite = StackRun["sites"][number];
type RawStacks = Omit<StackRun, "sourceMaps">;

/** The seeds' two scales over one target. */
export interface Debuggability {
  readonly stackTraces?: StackTracesResult;
  readonly sourceMaps: StackRun["sourceMaps"];
  /** The sum of both levels, 2 to 10; left out where one of them is. */
  readonly debuggability?: number;
}

/** In the order in which they are told. */
const LAYERS: readonly IoLayer[] = ["calls-back", "async", "keeps-stack"];

/**
 * The seeds' stack-trace level out of the injected errors, for each kind of I/O layer:
 *
 * - 5: every I/O call's own line is in the stack, also behind a helper that is not the user's, without any option.
 * - 4: exact, but lost once such a helper stands between.
 * - 3: exact only with an option for longer stack traces.
 * - 1: missing.
 *
 * Level 2, exact only with a native module, is not given: the only one there is, galaxy-stack, was built for V8 3.28 to
 * 4.2 and loads in no runtime that we measure on. Where it is installed, `why` says so. The mode `async-throw`, an error inside an operation that nobody waits on, escapes in every system
 * known; it is shown but decides nothing.
 *
 * The level of the target is that of its own I/O layer. A site is exact when the reported line is the call's own,
 * found when any line of the target's file is reported. Null when no error was injected, as for a function without
 * I/O calls: there is nothing to judge.
 */
export function stackLevel(stacks: RawStacks): StackTracesResult | null {
  const layers = LAYERS.flatMap((layer) => layerLevel(layer, stacks) ?? []);
  const own = layers.find(({ layer }) => layer === stacks.ownLayer);
  if (own === undefined) return null;
  const options = stacks.options.map(({ timeRatios, ...cost }) => ({
    ...cost,
    timeRatio: estimateOverRounds(timeRatios),
  }));
  return {
    level: own.level,
    flag: own.flag,
    layer: own.layer,
    why: whyOf(own, layers, stacks),
    layers,
    ...(options.length === 0 ? {} : { options }),
    sites: layers.flatMap(({ layer, flag }) =>
      layer === "keeps-stack"
        ? []
        : stacks.sites
            .filter((site) => site.layer === layer && site.flag === flag && site.helper === "none")
            .map(toSite),
    ),
  };
}

/** Both of the seeds' scales and their sum. */
export function debuggability(run: StackRun): Debuggability {
  const stackTraces = stackLevel(run);
  if (stackTraces === null) return { sourceMaps: run.sourceMaps };
  return {
    stackTraces,
    sourceMaps: run.sourceMaps,
    debuggability: stackTraces.level + run.sourceMaps.level,
  };
}

function layerLevel(layer: IoLayer, { sites }: RawStacks): LayerLevel | null {
  const deciding = sites.filter((site) => site.layer === layer && site.mode !== "async-throw");
  const among = (flag: string | null, behindHelper: boolean): RawSite[] =>
    deciding.filter((site) => site.flag === flag && (site.helper !== "none") === behindHelper);
  const direct = among(null, false);
  if (direct.length === 0) return null;
  const behind = among(null, true);
  const counts = {
    injected: direct.length,
    named: exactOf(direct),
    injectedBehindHelper: behind.length,
    namedBehindHelper: exactOf(behind),
  };
  const flags = [...new Set(deciding.flatMap((site) => site.flag ?? []))];
  const helping = flags.find((flag) => exactOf(among(flag, false)) === direct.length) ?? null;
  const { injected, named, injectedBehindHelper, namedBehindHelper } = counts;

  if (named === injected) {
    const isFragile = namedBehindHelper < injectedBehindHelper;
    const why = isFragile
      ? `${all(injected)} its I/O call's line, but ${namedBehindHelper === 0 ? "none" : `only ${namedBehindHelper}`} ` +
        `of ${injectedBehindHelper} behind a helper that is not yours`
      : `${all(injected)} its I/O call's line, also behind a helper that is not yours`;
    return { layer, level: isFragile ? 4 : 5, flag: null, why, ...counts };
  }
  const found = `${named} of ${errors(injected)} name${injected === 1 ? "s" : ""} the I/O call's line${split(direct)}`;
  const without = `${found}${unheard(direct)}`;
  if (helping !== null) {
    return { layer, level: 3, flag: helping, why: `${without}; all do with ${helping}`, ...counts };
  }
  const useless = flags.map((flag) => `; ${partial(among(flag, false))} with ${flag}`).join("");
  return { layer, level: 1, flag: null, why: `${without}${useless}`, ...counts };
}

const LAYER_WORDS: Readonly<Record<IoLayer, string>> = {
  "calls-back": "where the I/O layer calls back",
  async: "where the I/O layer is async itself",
  "keeps-stack": "where the I/O layer makes its errors at the call",
};

/** The levels of both common layers with their reasons, and why one of them is the target's. */
function whyOf(own: LayerLevel, layers: readonly LayerLevel[], { nativeOptions, sites }: RawStacks): string {
  const told = layers.filter(({ layer }) => layer !== "keeps-stack");
  const sentences = [
    told.length > 1 && new Set(told.map(({ level, why }) => `${level} ${why}`)).size === 1
      ? `${own.level} of 5 whether the I/O layer calls back or is async itself: ${own.why}`
      : told
          .map(({ layer, level, why }, index) => {
            const where =
              index === 0 ? LAYER_WORDS[layer] : LAYER_WORDS[layer].replace("the I/O layer", "it");
            return `${level} of 5 ${where}: ${why}`;
          })
          .join("; "),
  ];
  if (new Set(told.map(({ level }) => level)).size > 1) {
    sentences.push(
      own.layer === "async"
        ? "The level is the latter, since all its I/O calls are known to be async functions"
        : "It is one of the two, since nothing tells how its I/O layer is written; where one number is needed, the former is taken, as answers from outside call back",
    );
  }
  const atTheCall = layers.find(({ layer }) => layer === "keeps-stack");
  if (atTheCall !== undefined && atTheCall.level > own.level && own.flag === null) {
    sentences.push(`An I/O layer that makes its errors at the call would raise it to ${atTheCall.level}`);
  }
  if (own.level < 4 && nativeOptions.length > 0) {
    const names = nativeOptions.join(" and ");
    sentences.push(
      `Whether ${names} helps was not tried: it is native, built for Node of 2015, and not loaded here`,
    );
  }
  if (sites.some(({ mode }) => mode === "async-throw")) {
    sentences.push("Errors that an operation throws where nobody waits escape, and do not count");
  }
  return sentences.map((sentence) => `${sentence}.`).join(" ");
}

/** How many of those thrown at the call and of those delivered later, where that differs. */
function split(sites: readonly RawSite[]): string {
  const [thrown, delivered] = (["throw", "error"] as const).map((mode) =>
    sites.filter((site) => site.mode === mode),
  );
  if (thrown!.length === 0 || delivered!.length === 0) return "";
  return ` (${exactOf(thrown!)} of ${thrown!.length} thrown at the call, ${exactOf(delivered!)} of ${delivered!.length} delivered later)`;
}

/** What an option comes to that does not find all lines. */
function partial(sites: readonly RawSite[]): string {
  const near = sites.filter((site) => site.reportedLine !== null && !isExact(site)).length;
  return `${exactOf(sites)} do${near === 0 ? "" : ` and ${near} name another line`}`;
}

function unheard(sites: readonly RawSite[]): string {
  const swallowed = sites.filter((site) => site.swallowed);
  const unhandled = swallowed.filter(({ crash }) => crash === "unhandledRejection").length;
  if (swallowed.length === 0) return "";
  const which = unhandled === swallowed.length ? "all" : `${unhandled}`;
  return (
    `; ${swallowed.length} never reached the caller` +
    (unhandled === 0 ? "" : `, ${which} of them unhandled rejections, which end a Node process`)
  );
}

function all(count: number): string {
  return count === 1 ? "The one injected error names" : `Each of ${errors(count)} names`;
}

function errors(count: number): string {
  return count === 1 ? "1 injected error" : `${count} injected errors`;
}

function exactOf(sites: readonly RawSite[]): number {
  return sites.filter(isExact).length;
}

function isExact(site: RawSite): boolean {
  return site.reportedLine === site.line;
}

function toSite(site: RawSite): StackSite {
  const { line, reportedLine, crash } = site;
  return {
    line,
    expression: site.expression,
    mode: site.mode,
    layer: site.layer,
    found: reportedLine !== null,
    exact: isExact(site),
    reportedLine,
    distance: reportedLine === null ? null : Math.abs(reportedLine - line),
    crashed: crash !== null,
    ...(crash === null ? {} : { crash }),
    ...(site.swallowed ? { swallowed: true } : {}),
    stack: site.stack,
  };
}
