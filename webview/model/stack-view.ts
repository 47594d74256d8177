import type { BenchmarkDocument } from "../../bench-worker/document.ts";
import type {
  InjectionMode,
  IoLayer,
  StackSite,
  StackTracesResult,
} from "../../bench-worker/stack-traces.ts";
import type { TargetResult } from "../../bench-worker/target-result.ts";
import {
  crashOf,
  levelsInWords,
  LAYER_TITLES,
  optionCostInWords,
  siteInWords,
  whyNoLevel,
} from "../../bench-worker/stack-words.ts";
import { documentLabels } from "./labels.ts";
import { stackLines, type StackLine } from "./stack-frames.ts";

/** The modes from left to right. */
export const MODES: readonly {
  readonly mode: InjectionMode;
  readonly title: string;
  readonly meaning: string;
}[] = [
  { mode: "error", title: "Error delivered", meaning: "The operation ends with an error." },
  { mode: "throw", title: "Thrown at the call", meaning: "The operation throws when it is called." },
  {
    mode: "async-throw",
    title: "Thrown inside",
    meaning: "The operation throws later, where nobody waits for it; this decides no level.",
  },
];

/** The signs of the table, and what they mean. */
export const SIGNS = [
  { tone: "exact", sign: "✓", meaning: "the stack names the I/O call's line" },
  { tone: "near", sign: "≈", meaning: "it names another line of the file, so many lines away" },
  { tone: "missing", sign: "✗", meaning: "it names no line of the file" },
] as const;

/** A column of the table: a mode, through one kind of I/O layer. */
export interface Column {
  readonly id: string;
  readonly mode: InjectionMode;
  /** Null in documents that know but one. */
  readonly layer: IoLayer | null;
  readonly title: string;
  readonly meaning: string;
}

/** What one injected error came to. */
export interface Outcome {
  readonly id: string;
  readonly tone: "exact" | "near" | "missing";
  /** `line 12`, `line 20 (2 off)`, `no line`. */
  readonly short: string;
  /** A whole sentence. */
  readonly sentence: string;
  /** Empty where no stack came with it. */
  readonly lines: readonly StackLine[];
}

/** One I/O call with what became of its errors, by column. */
export interface CallSite {
  readonly line: number;
  readonly expression: string;
  readonly outcomes: ReadonlyMap<string, readonly Outcome[]>;
}

/** All injected errors of one target. */
export interface TargetStacks {
  readonly key: string;
  readonly index: number;
  readonly label: string;
  readonly file: string;
  readonly revision: string | undefined;
  /** `Stack traces 4 of 5`, `not measured`. */
  readonly level: string;
  readonly why: string;
  readonly sourceMaps: string;
  /** What options for longer stack traces cost, a sentence each. */
  readonly costs: readonly string[];
  /** `1 of 14 errors does not name its line`, by I/O layers where the level is of several. */
  readonly missing: string;
  readonly stale: boolean;
  readonly columns: readonly Column[];
  readonly sites: readonly CallSite[];
}

/** The targets that have stack traces, in the document's order. */
export function stackView(document: BenchmarkDocument, stale: ReadonlySet<number>): TargetStacks[] {
  const labels = documentLabels(document);
  const files = document.results.map(({ target }) => target.file);
  return document.results.flatMap((result, index) => {
    const { stackTraces, sourceMaps, target } = result;
    if (stackTraces === undefined) return [];
    const { key, label } = labels[index]!;
    const { sites, flag, why, options = [] } = stackTraces;
    return [
      {
        key,
        index,
        label,
        file: target.file,
        revision: target.revision,
        level: `${levelsInWords(stackTraces)} of 5${flag === null ? "" : ` with ${flag}`}`,
        why,
        sourceMaps: sourceMaps === undefined ? "" : `Source maps ${sourceMaps.level} of 5: ${sourceMaps.why}`,
        costs: options.map(optionCostInWords),
        missing: missingText(stackTraces),
        stale: stale.has(index),
        columns: columnsOf(sites),
        sites: callSites(key, sites, files),
      },
    ];
  });
}

/**
 * What stands beside a level, which is that of the worst of the errors. One that is thrown where nobody waits for it decides
 * no level, and is not counted.
 */
function missingText(stackTraces: StackTracesResult): string {
  const { sites, layer } = stackTraces;
  const isOne = !levelsInWords(stackTraces).includes("–");
  const layers = isOne ? [layer] : (["calls-back", "async"] as const);
  return layers
    .map((one, index) => {
      const deciding = sites.filter((site) => site.layer === one && site.mode !== "async-throw");
      const missing = deciding.filter(({ exact }) => !exact).length;
      const said = index === 0 ? firstMissing(missing, deciding.length) : laterMissing(missing);
      return isOne ? said : `${said} where ${index === 0 ? "the I/O layer" : "it"} ${LAYER_VERBS[one!]}`;
    })
    .join(", ");
}

const LAYER_VERBS: Readonly<Record<IoLayer, string>> = {
  "calls-back": "calls back",
  async: "is async itself",
  "keeps-stack": "makes its errors at the call",
};

function firstMissing(missing: number, all: number): string {
  if (missing === 0) return all === 1 ? "the one error names its line" : `all ${all} errors name their line`;
  if (all === 1) return "the one error does not name its line";
  return `${missing} of ${all} errors ${missing === 1 ? "does not name its line" : "do not name their line"}`;
}

function laterMissing(missing: number): string {
  return missing === 0 ? "all do" : missing === 1 ? "1 does not" : `${missing} do not`;
}

/** Why there is nothing to show. */
export function stacksAbsence({ options, results }: BenchmarkDocument): string {
  if (!options.measures.includes("stack")) return "Stack traces were left out of this benchmark.";
  if (results.some(({ state }: TargetResult) => state === "running"))
    return "No error has been injected yet.";
  const reasons = new Set(results.map(whyNoLevel));
  const [reason = null] = reasons;
  if (reasons.size === 1 && reason !== null) return `There is no stack trace to look at: ${reason}.`;
  return "Stack traces were not measured.";
}

/** The modes from left to right, each with the I/O layers that the document has, in its order. */
function columnsOf(sites: readonly StackSite[]): Column[] {
  const layers = new Set(sites.map(({ layer }) => layer ?? null));
  return MODES.flatMap(({ mode, meaning }) =>
    [...layers].map((layer): Column => {
      const words = layer === null ? { title: "", meaning: "" } : LAYER_TITLES[layer];
      return {
        id: columnOf(mode, layer),
        mode,
        layer,
        title: words.title,
        meaning: `${meaning} ${words.meaning}`.trim(),
      };
    }),
  );
}

function columnOf(mode: InjectionMode, layer: IoLayer | null): string {
  return `${mode} ${layer ?? ""}`.trim();
}

function callSites(key: string, sites: readonly StackSite[], files: readonly string[]): CallSite[] {
  const found = new Map<string, { line: number; expression: string; outcomes: Map<string, Outcome[]> }>();
  sites.forEach((site, position) => {
    const { line, expression } = site;
    const place = `${line} ${expression}`;
    const entry = found.get(place) ?? { line, expression, outcomes: new Map<string, Outcome[]>() };
    found.set(place, entry);
    const column = columnOf(site.mode, site.layer ?? null);
    const outcomes = entry.outcomes.get(column) ?? [];
    entry.outcomes.set(column, [...outcomes, outcome(`${key}/${position}`, site, files)]);
  });
  return [...found.values()].sort((a, b) => a.line - b.line);
}

function outcome(id: string, site: StackSite, files: readonly string[]): Outcome {
  const { line, reportedLine, found, exact, swallowed } = site;
  const crash = crashOf(site);
  const ending = [
    ...(swallowed === true ? ["the error never reached the caller"] : []),
    ...(crash === null ? [] : [crash.sentence]),
  ];
  const say = (tone: Outcome["tone"], sentence: string): Outcome => ({
    id,
    tone,
    short: siteInWords(site),
    sentence: `${[sentence, ...ending].join("; ")}.`,
    lines: stackLines(site.stack, files),
  });
  if (exact) return say("exact", `The stack leads to the I/O call at line ${line}`);
  if (found && reportedLine !== null) {
    return say("near", `The stack names line ${reportedLine} instead of the call's, ${line}`);
  }
  return say(
    "missing",
    swallowed === true && crash === null
      ? "There is no stack"
      : "The stack does not name the function's file",
  );
}
