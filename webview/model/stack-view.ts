import type {
  BenchmarkDocument,
  InjectionMode,
  StackSite,
  TargetResult,
} from "../../bench-worker/document.ts";
import { targetLabels } from "./labels.ts";
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

/** What one injected error came to. */
export interface Outcome {
  readonly id: string;
  readonly tone: "exact" | "near" | "missing";
  /** `line 12`, `line 20, not 12`, `no line`. */
  readonly short: string;
  /** A whole sentence. */
  readonly sentence: string;
  /** Empty where no stack came with it. */
  readonly lines: readonly StackLine[];
}

/** One I/O call with what became of its errors, by mode. */
export interface CallSite {
  readonly line: number;
  readonly expression: string;
  readonly outcomes: Readonly<Record<InjectionMode, readonly Outcome[]>>;
}

/** All injected errors of one target. */
export interface TargetStacks {
  readonly key: string;
  readonly index: number;
  readonly label: string;
  readonly file: string;
  /** `Stack traces 4 of 5`, `not measured`. */
  readonly level: string;
  readonly why: string;
  readonly sourceMaps: string;
  /** `13 of 14 errors name their line`. */
  readonly exact: string;
  readonly stale: boolean;
  readonly sites: readonly CallSite[];
}

/** The targets that have stack traces, in the document's order. */
export function stackView(document: BenchmarkDocument, stale: ReadonlySet<number>): TargetStacks[] {
  const labels = targetLabels(document.results.map(({ target }) => target));
  const files = document.results.map(({ target }) => target.file);
  return document.results.flatMap((result, index) => {
    const { stackTraces, sourceMaps, target } = result;
    if (stackTraces === undefined) return [];
    const { key, label } = labels[index]!;
    const { sites, level, flag, why } = stackTraces;
    return [
      {
        key,
        index,
        label,
        file: target.file,
        level: `${level} of 5${flag === null ? "" : ` with ${flag}`}`,
        why,
        sourceMaps: sourceMaps === undefined ? "" : `Source maps ${sourceMaps.level} of 5: ${sourceMaps.why}`,
        exact: exactText(sites),
        stale: stale.has(index),
        sites: callSites(key, sites, files),
      },
    ];
  });
}

/** An error that is thrown where nobody waits for it decides no level, and is not counted. */
function exactText(sites: readonly StackSite[]): string {
  const deciding = sites.filter(({ mode }) => mode !== "async-throw");
  return `${deciding.filter(({ exact }) => exact).length} of ${deciding.length} errors name their line`;
}

/** Why there is nothing to show. */
export function stacksAbsence({ options, results }: BenchmarkDocument): string {
  if (!options.measures.includes("stack")) return "Stack traces were left out of this benchmark.";
  if (results.some(({ state }: TargetResult) => state === "running"))
    return "No error has been injected yet.";
  return "Stack traces were not measured.";
}

function callSites(key: string, sites: readonly StackSite[], files: readonly string[]): CallSite[] {
  const found = new Map<
    string,
    { line: number; expression: string; outcomes: CallSite["outcomes"] & Mutable }
  >();
  sites.forEach((site, position) => {
    const place = `${site.line} ${site.expression}`;
    const entry = found.get(place) ?? {
      line: site.line,
      expression: site.expression,
      outcomes: { error: [], throw: [], "async-throw": [] },
    };
    found.set(place, entry);
    entry.outcomes[site.mode].push(outcome(`${key}/${position}`, site, files));
  });
  return [...found.values()].sort((a, b) => a.line - b.line);
}

type Mutable = Record<InjectionMode, Outcome[]>;

function outcome(id: string, site: StackSite, files: readonly string[]): Outcome {
  const { line, reportedLine, found, exact, crashed, swallowed } = site;
  const ending = [
    ...(swallowed === true ? ["the error never reached the caller"] : []),
    ...(crashed ? ["it escaped as an uncaught error"] : []),
  ];
  const say = (tone: Outcome["tone"], short: string, sentence: string): Outcome => ({
    id,
    tone,
    short: crashed ? `${short}, uncaught` : short,
    sentence: `${[sentence, ...ending].join("; ")}.`,
    lines: stackLines(site.stack, files),
  });
  if (exact) return say("exact", `line ${line}`, `The stack leads to the I/O call at line ${line}`);
  if (found && reportedLine !== null) {
    return say(
      "near",
      `line ${reportedLine}`,
      `The stack names line ${reportedLine} instead of the call's, ${line}`,
    );
  }
  if (swallowed === true) return say("missing", "swallowed", "There is no stack");
  return say("missing", "no line", "The stack does not name the function's file");
}
