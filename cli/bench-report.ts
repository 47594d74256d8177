import { patternLabel } from "../analysis/pattern.ts";
import type { BenchmarkDocument } from "../bench-worker/document.ts";
import type { TargetResult } from "../bench-worker/target-result.ts";
import { marksOf } from "../bench-worker/marks.ts";
import { NOT_WARM, wasCold } from "../bench-worker/cold.ts";
import { unlikeSource } from "../bench-worker/unlike-source.ts";
import { shardInWords } from "../bench-worker/shard.ts";
import { enginesOf, environmentsOf, type Environment } from "../bench-worker/environment.ts";
import { levelsInWords, optionCostInWords, whyNoLevel } from "../bench-worker/stack-words.ts";
import { fakeInWords } from "../bench-worker/fake-words.ts";
import { backEndInWords, latencyInWords } from "../bench-worker/latency.ts";
import { wallsInWords } from "../bench-worker/walls-words.ts";
import { explainTable } from "./explain-table.ts";
import { bytes, nanoseconds, NOT_MEASURED } from "./format.ts";
import { remarkLines, type Remark } from "./remarks.ts";
import { stackReport } from "./stack-report.ts";
import { styles } from "./style.ts";
import { table } from "./table.ts";
import { onOneLine } from "./text.ts";
import { waterfallTable } from "./waterfall-table.ts";

const COLUMNS = [
  { title: "function" },
  { title: "pattern" },
  { title: "tokens", right: true },
  { title: "time per call", right: true },
  { title: "floor", right: true },
  { title: "held in flight", right: true },
  { title: "allocated", right: true },
  { title: "stack traces", right: true },
  { title: "source maps", right: true },
];

/**
 * A benchmark for a person: what it was run on, a table with intervals, time over n, and all remarks; where it `explains`, also what
 * calls were made of. What was measured on several machines is in no table together.
 */
export function benchReport(document: BenchmarkDocument, colours: boolean, explains = false): string {
  const { results, shard } = document;
  return [
    ...(shard === undefined ? [] : [`${shardInWords(shard)}\n`]),
    ...(results.length === 0 && shard !== undefined ? [] : machineByMachine(document)).map((one) =>
      reportOfMachine(one, colours, explains),
    ),
  ].join("\n");
}

/** A document for each machine; only where it has several engines do its results say which. */
function machineByMachine(document: BenchmarkDocument): BenchmarkDocument[] {
  const environments = environmentsOf(document);
  const machineOf = ({ cpu, cores, os }: Environment): string => JSON.stringify([cpu, cores, os]);
  const machines = new Map(environments.map((environment) => [machineOf(environment), environment]));
  if (machines.size === 1) return [document];
  return [...machines].map(([machine, environment]) => {
    const results = document.results.filter((_, index) => machineOf(environments[index]!) === machine);
    const isOneEngine = enginesOf({ environment, results }).length < 2;
    return {
      ...document,
      environment,
      results: isOneEngine ? results.map(({ environment: _, ...result }) => result) : results,
    };
  });
}

function reportOfMachine(document: BenchmarkDocument, colours: boolean, explains: boolean): string {
  const style = styles(colours);
  const { results } = document;
  const parts = [
    style.dim(heading(document)),
    table(COLUMNS, results.map(row), style.bold),
    asynchrony(results, style.bold),
    overConcurrency(results, style.bold),
    settling(results, style.bold),
    ...results.map((result) => waterfallTable(result, label(result), style.bold)),
    stackReport(results, label, style.bold),
    ...(explains ? results.map((result) => explainTable(result, label(result), style.bold)) : []),
    [
      ...collectingGarbage(results),
      ...overPaths(results),
      ...remarkLines(
        // What the numbers are of comes before what they rest on, and what holds of many functions last.
        [endings, remarks, generalRemarks].flatMap((of) => results.flatMap((result) => of(result, style))),
        results.length,
      ),
    ].join("\n"),
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

/** `on node 22.23.3`, where one document has several runtimes. */
function onRuntime({ environment }: TargetResult): string {
  return environment === undefined ? "" : ` on ${environment.runtime} ${environment.version}`;
}

function heading(document: BenchmarkDocument): string {
  const { environment, options } = document;
  const walls = wallsInWords(document);
  const waits = ["latency " + latencyInWords(options.latency), ...backEndInWords(options)].join(", ");
  const engines = enginesOf(document);
  const engine = engines.length === 0 ? `${environment.runtime} ${environment.version}` : engines.join(", ");
  return [
    `${engine} on ${environment.cpu}; ${options.clock} clock, ${waits}, seed ${options.seed}; intervals at 95 %`,
    ...(walls === null ? [] : [`real I/O ${walls}`]),
  ].join("\n");
}

function row(result: TargetResult): string[] {
  const { target, time, memory, stackTraces, sourceMaps } = result;
  const orNot = <T>(value: T | undefined, say: (value: T) => string): string =>
    value === undefined ? NOT_MEASURED : say(value);
  return [
    label(result),
    patternLabel(target.pattern, target.runner),
    String(target.tokens),
    orNot(time, ({ nanosecondsPerCall }) => [nanoseconds(nanosecondsPerCall), ...marksOf(result)].join(", ")),
    orNot(
      time,
      ({ floorNanosecondsPerCall }) =>
        nanoseconds(floorNanosecondsPerCall) + (wasCold(result) ? `, ${NOT_WARM}` : ""),
    ),
    orNot(memory?.bytesInFlightPerCall, bytes),
    orNot(memory?.bytesAllocatedPerCall, bytes),
    orNot(
      stackTraces,
      (stacks) => `${levelsInWords(stacks)}/5${stacks.flag === null ? "" : ` (${stacks.flag})`}`,
    ),
    orNot(sourceMaps, ({ level }) => `${level}/5`),
  ];
}

function overConcurrency(results: readonly TargetResult[], styleTitle: (title: string) => string): string {
  const measured = results.flatMap((result) =>
    result.time === undefined || result.time.series.length === 0
      ? []
      : [{ result, series: result.time.series }],
  );
  const all = [...new Set(measured.flatMap(({ series }) => series.map(({ n }) => n)))].sort((a, b) => a - b);
  if (all.length === 0) return "";
  const columns = [{ title: "time for n calls" }, ...all.map((n) => ({ title: `n = ${n}`, right: true }))];
  const rows = measured.map(({ result, series }) => [
    label(result),
    ...all.map((n) => {
      const point = series.find((entry) => entry.n === n);
      return point === undefined ? NOT_MEASURED : nanoseconds(point.milliseconds.median * 1e6);
    }),
  ]);
  return table(columns, rows, styleTitle);
}

/** What one call does by the engine's means of asynchrony. */
function asynchrony(results: readonly TargetResult[], styleTitle: (title: string) => string): string {
  const rows = results.flatMap((result) => {
    const { counters } = result;
    if (counters?.turns === undefined) return [];
    const { ioCalls, criticalPath, mostInFlight, turns, promises, microticks } = counters;
    const numbers = [ioCalls, criticalPath, mostInFlight, turns, promises, microticks];
    return [
      [label(result), ...numbers.map((x) => (x === undefined ? NOT_MEASURED : String(Number(x.toFixed(1)))))],
    ];
  });
  if (rows.length === 0) return "";
  const titles = ["I/O calls", "in sequence", "at a time", "turns", "promises", "microticks"];
  return table(
    [{ title: "in one call" }, ...titles.map((title) => ({ title, right: true }))],
    rows,
    styleTitle,
  );
}

/** When calls settle, with the most of them in flight: the first, half of them, and so on. */
function settling(results: readonly TargetResult[], styleTitle: (title: string) => string): string {
  const rows = results.flatMap((result) => {
    const { time } = result;
    const last = time?.series.at(-1);
    if (last?.latencyMilliseconds === undefined) return [];
    const { p50, p90, p99, max } = last.latencyMilliseconds;
    const times = [last.firstResolvedMilliseconds, p50, p90, p99, max];
    return [[label(result), String(last.n), ...times.map((milliseconds) => nanoseconds(milliseconds * 1e6))]];
  });
  if (rows.length === 0) return "";
  const columns = ["n", "first", "50 %", "90 %", "99 %", "last"].map((title) => ({ title, right: true }));
  return table([{ title: "time until calls have settled" }, ...columns], rows, styleTitle);
}

/** What the I/O calls that failed did to the calls. */
function failing({ time }: TargetResult): string[] {
  const share = (part: number): string => `${Number((part * 100).toPrecision(3))} %`;
  return (time?.series ?? []).flatMap(({ n, failures }) =>
    failures === undefined
      ? []
      : [
          `at n = ${n}, ${share(failures.ioCalls)} of the I/O calls failed and ${share(failures.calls)} of the calls settled with an error`,
        ],
  );
}

/** A smaller share reads as none. */
const SHARE_AT_LEAST = 0.0005;

/** In one line, as the sentence is the same for all. */
function collectingGarbage(results: readonly TargetResult[]): string[] {
  const shares = results.flatMap((result) => {
    const share = result.time?.garbageCollectionShare ?? 0;
    return share < SHARE_AT_LEAST ? [] : [`${label(result)} ${(100 * share).toFixed(1)} %`];
  });
  if (shares.length === 0) return [];
  return [`collecting garbage takes, beside the time per call, of all time: ${shares.join(", ")}`];
}

/** What a call takes where each path of a function was measured: as often as each was seen. */
function overPaths(results: readonly TargetResult[]): string[] {
  const byFunction = new Map<string, TargetResult[]>();
  for (const result of results) {
    if (result.scenario?.origin !== "recorded" || result.time === undefined) continue;
    const name = labelOfFunction(result);
    byFunction.set(name, [...(byFunction.get(name) ?? []), result]);
  }
  return [...byFunction].flatMap(([name, played]) => {
    if (played.length < 2) return [];
    const calls = played.reduce((sum, { scenario }) => sum + (scenario?.calls ?? 0), 0);
    const weighted = (of: "median" | "low" | "high"): number =>
      played.reduce(
        (sum, { scenario, time }) => sum + ((scenario?.calls ?? 0) / calls) * time!.nanosecondsPerCall[of],
        0,
      );
    const time = { median: weighted("median"), low: weighted("low"), high: weighted("high") };
    return [
      `${name}: over the ${played.length} paths that were played, each as often as it was seen, a call takes ${nanoseconds(time)}`,
    ];
  });
}

/** Why there are no numbers, and what they are of where there are. */
function endings(result: TargetResult, style: ReturnType<typeof styles>): Remark[] {
  const { state, reason, hint, warnings } = result;
  const subject = label(result);
  return [
    ...(state === "completed"
      ? []
      : [{ subject, text: `${state}: ${[reason, hint].filter(Boolean).join(" ")}`, style: style.bad }]),
    ...warnings.map((text) => ({ subject, text, style: style.warning })),
  ];
}

function remarks(result: TargetResult): Remark[] {
  const { stackTraces } = result;
  const noLevel = whyNoLevel(result);
  const unlike = unlikeSource(result.counters);
  const said = [
    ...(unlike === null ? [] : [unlike]),
    ...(result.fakesFile === undefined
      ? []
      : [`with ${result.fakesFile.file}, line ${result.fakesFile.line}`]),
    ...faked(result),
    ...failing(result),
    ...(stackTraces === undefined
      ? noLevel === null
        ? []
        : [`stack traces: –, ${noLevel}`]
      : [
          `stack traces: ${sentences(stackTraces.why)[0]!}`,
          ...(stackTraces.options ?? []).map(optionCostInWords),
        ]),
  ];
  return said.map((text) => ({ subject: label(result), text }));
}

/** How levels are to be understood, a sentence each: most are the same for many functions. */
function generalRemarks(result: TargetResult): Remark[] {
  const { stackTraces, sourceMaps } = result;
  const said = [
    ...(sourceMaps === undefined || sourceMaps.level === 5
      ? []
      : sentences(`${sourceMaps.level}/5: ${sourceMaps.why}`).map((sentence) => `source maps: ${sentence}`)),
    ...(stackTraces === undefined
      ? []
      : sentences(stackTraces.why)
          .slice(1)
          .map((sentence) => `stack traces: ${sentence}`)),
  ];
  return said.map((text) => ({ subject: label(result), text }));
}

function sentences(text: string): string[] {
  return text.split(/(?<=\.) (?=[A-Z])/);
}

/** More fakes are counted; the document has them all. */
const FAKES_SHOWN = 8;

/** What I/O was faked, and how it was understood; what only returns at once is no I/O. */
function faked({ fakes }: TargetResult): string[] {
  const io = fakes.filter(({ kind, from }) => kind !== "sync" || from === "file");
  if (io.length === 0) return [];
  const more = io.length > FAKES_SHOWN ? `; and ${io.length - FAKES_SHOWN} more, see --json` : "";
  return [`faked: ${io.slice(0, FAKES_SHOWN).map(fakeInWords).join("; ")}${more}`];
}

function label(result: TargetResult): string {
  const { path, paths = 2 } = result.scenario ?? {};
  return labelOfFunction(result) + (path === undefined || paths === 1 ? "" : `, path ${path}`);
}

function labelOfFunction(result: TargetResult): string {
  const { file, name, line } = result.target;
  return onOneLine(`${file}:${line} ${name}${onRuntime(result)}`);
}
