import path from "node:path";
import type { Running, Runtime } from "../bench-worker/host/api.ts";
import { hostServices, type BenchmarkServices } from "../bench-worker/host/benchmark.ts";
import { capture, type Capture } from "../bench-worker/host/capture.ts";
import { awaitFactsOf } from "../bench-worker/host/engines/await-facts.ts";
import {
  findings,
  LOADS,
  type EngineRow,
  type Finding,
  type Load,
} from "../bench-worker/host/engines/findings.ts";
import { forAnyEngine } from "../bench-worker/host/engines/for-any-engine.ts";
import { runOnRuntimes } from "../bench-worker/host/on-runtimes.ts";
import { findInstalled, hostStore, TITLES } from "../bench-worker/host/runtimes/store.ts";
import { diskSource } from "../bench-worker/host/source-file.ts";
import { resolveTarget } from "../bench-worker/host/targets.ts";
import { runInWorker } from "../bench-worker/host/worker-process.ts";
import { benchmarkOptions } from "./bench-options.ts";
import { chosenRuntimes } from "./chosen-runtimes.ts";
import { NOT_MEASURED, nanoseconds } from "./format.ts";
import { mustBeWritable, written } from "./out-file.ts";
import { progressBar } from "./progress-bar.ts";
import { styles } from "./style.ts";
import { table } from "./table.ts";
import { EXIT, UsageError, type ExitCode, type Terminal } from "./terminal.ts";

/** The engines that the article measured, and today's. */
const SEED_ENGINES = ["node@7", "node@8", "node@10", "node@12"] as const;
const FILES: Readonly<Record<Load, string>> = {
  "doxbee-async": "async-await.js",
  "parallel-async": "engines/parallel-async.js",
  "fibonacci-async": "engines/fibonacci-async.js",
};

/** What the table needs of the world. */
export interface EnginesServices {
  readonly benchmark: BenchmarkServices;
  readonly capture: Capture;
  readonly chosen: (names: readonly string[]) => Promise<Runtime[]>;
  /** Which of some names are installed. */
  readonly installed: (names: readonly string[]) => Promise<string[]>;
}

/** The real world. Every engine is measured by the same worker, today's too. */
export const enginesServices: EnginesServices = {
  benchmark: { ...hostServices, runWorker: (job, signal) => runInWorker(forAnyEngine(job), signal) },
  capture,
  chosen: (names) => chosenRuntimes(names),
  installed: async (names) => {
    const store = hostStore();
    const there = await Promise.all(
      names.map((name) => {
        const [engine = "", version = ""] = name.split("@");
        return findInstalled({ engine: engine as "node", version }, store);
      }),
    );
    return names.filter((_, index) => there[index] !== undefined);
  },
};

/** What `async-cost variants engines --json` prints. */
export interface EnginesDocument {
  readonly engines: readonly EngineRow[];
  readonly findings: readonly Finding[];
  /** Engines of the article that are not installed. */
  readonly missing: readonly string[];
}

/** The options of `async-cost variants engines`. */
export interface EnginesOptions {
  readonly json?: boolean;
  readonly format?: string;
  readonly out?: string;
  /** For each load on each engine. */
  readonly budget?: string;
  readonly runtime?: readonly string[];
  /** Refused: its rows are engines. */
  readonly only?: readonly string[];
}

/**
 * `async-cost variants engines`: what V8's article of 2018 measured, on its engines and today's, process by process in
 * turn, and how `await` behaves on each. Runtimes are as `--runtime` takes them; where none is named, those of the
 * article that are installed, and today's.
 *
 * @throws {UsageError} when an option is wrong, or a runtime that is named is not installed.
 */
export async function variantEngines(
  names: readonly string[],
  options: EnginesOptions,
  terminal: Terminal,
  place: { readonly galleryFolder: string; readonly workerFile: string },
  services: EnginesServices = enginesServices,
): Promise<ExitCode> {
  if (options.only !== undefined) {
    throw new UsageError(
      "--only names variants; variants engines takes runtimes: variants engines node@8 node",
    );
  }
  const format = formatOf(options);
  const out = options.out === undefined ? undefined : path.resolve(terminal.folder, options.out);
  if (out !== undefined) await mustBeWritable(out, options.out!);
  const named = [...names, ...(options.runtime ?? [])];
  const wanted = named.length > 0 ? named : [...(await services.installed(SEED_ENGINES)), "node"];
  const missing = named.length > 0 ? [] : SEED_ENGINES.filter((name) => !wanted.includes(name));
  const runtimes = await services.chosen(wanted);
  const bar = progressBar(terminal.barColumns, terminal.printError);
  const measured = await measure(runtimes, options.budget ?? "3s", terminal, place, services, (running) =>
    bar.draw(running),
  ).finally(() => bar.clear());

  const said: EnginesDocument = { engines: measured.engines, findings: findings(measured.engines), missing };
  const json = `${JSON.stringify(said, null, 2)}\n`;
  const style = styles(terminal.colours);
  terminal.print(format === "json" ? json : format === "markdown" ? inMarkdown(said) : report(said, style));
  if (out !== undefined && !(await written(out, json, options.out!, terminal))) return EXIT.notAll;
  return measured.isWhole && missing.length === 0 ? EXIT.done : EXIT.notAll;
}

async function measure(
  runtimes: readonly Runtime[],
  budget: string,
  terminal: Terminal,
  { galleryFolder, workerFile }: { readonly galleryFolder: string; readonly workerFile: string },
  services: EnginesServices,
  tell: (running: Running) => void,
): Promise<{ engines: EngineRow[]; isWhole: boolean }> {
  const targets = await Promise.all(
    LOADS.map(async (load) => (await resolveTarget(FILES[load], diskSource(galleryFolder)))[0]!),
  );
  const { environment, results } = await runOnRuntimes(
    {
      ...{ targets, workerFile, workspaceFolder: galleryFolder },
      options: benchmarkOptions({ budget, only: "time", n: "100" }, terminal.folder),
    },
    runtimes,
    services.benchmark,
    (_document, running) => tell(running),
    terminal.signal,
  );
  const program = path.join(galleryFolder, "engines", "await-facts.js");
  const engines: EngineRow[] = [];
  for (const [index, runtime] of runtimes.entries()) {
    const own = results.slice(index * LOADS.length, (index + 1) * LOADS.length);
    const { runtime: name, version, v8 } = own[0]?.environment ?? environment;
    const loads = LOADS.flatMap((load, at) => {
      const time = own[at]?.time?.nanosecondsPerCall;
      return time === undefined ? [] : [[load, time] as const];
    });
    const facts = await awaitFactsOf(runtime, program, services.capture, terminal.signal);
    engines.push({ runtime: name, version, v8, loads: Object.fromEntries(loads), facts });
  }
  return {
    engines,
    isWhole: results.every(({ state }) => state === "completed") && !terminal.signal.aborted,
  };
}

const FORMATS = ["table", "markdown", "json"] as const;

function formatOf({ json = false, format }: EnginesOptions): (typeof FORMATS)[number] {
  const known = FORMATS.find((one) => one === (format ?? (json ? "json" : "table")));
  if (known === undefined) {
    throw new UsageError(`--format takes table, markdown or json; not ${JSON.stringify(format)}`);
  }
  if (json && known !== "json") throw new UsageError(`--json and --format ${known} exclude each other`);
  return known;
}

const COLUMNS = [
  { title: "engine" },
  ...LOADS.map((title) => ({ title, right: true })),
  { title: "await order" },
  { title: "microticks", right: true },
  { title: "of a returned promise", right: true },
  { title: "promises", right: true },
];

function cellsOf({ runtime, version, loads, facts }: EngineRow): string[] {
  return [
    `${TITLES[runtime as keyof typeof TITLES]} ${version}`,
    ...LOADS.map((load) => {
      const own = loads[load];
      return own === undefined ? NOT_MEASURED : nanoseconds(own);
    }),
    facts === null ? NOT_MEASURED : facts.order.join(", "),
    ...[facts?.microticksPerAwait, facts?.microticksPerReturnedPromise, facts?.promisesPerAwait].map(
      (count) => String(count ?? NOT_MEASURED),
    ),
  ];
}

const SETUP =
  "CPU time of one call with 100 in flight on fake I/O of 1 ms, fake I/O included, with its 95 % interval. All engines are measured by the same worker, in turn. An await is of a promise that is fulfilled; its promises are those that async_hooks sees.";

const LACKING = "not measured: an engine that it takes is not installed";

function adviceOf(missing: readonly string[]): string[] {
  if (missing.length === 0) return [];
  return [
    "",
    `Not installed: ${missing.join(", ")}. They come by async-cost runtimes install ${missing.join(" ")}`,
  ];
}

function report(
  { engines, findings: found, missing }: EnginesDocument,
  style: ReturnType<typeof styles>,
): string {
  const beside = found.flatMap(({ about, seed, here, why }) => [
    "",
    style.bold(about),
    `  then: ${seed}`,
    `  here: ${here ?? LACKING}`,
    `  why:  ${why}`,
  ]);
  const shown = table(COLUMNS, engines.map(cellsOf), style.bold);
  return `${[shown, "", SETUP, ...beside, ...adviceOf(missing)].join("\n")}\n`;
}

function inMarkdown({ engines, findings: found, missing }: EnginesDocument): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  const rule = (right: readonly boolean[]): string => line(right.map((one) => (one ? "---:" : "---")));
  return `${[
    line(COLUMNS.map(({ title }) => title)),
    rule(COLUMNS.map((column) => "right" in column)),
    ...engines.map((row) => line(cellsOf(row))),
    "",
    SETUP,
    "",
    line(["", "the article said", "here", "what changed and why"]),
    rule([false, false, false, false]),
    ...found.map(({ about, seed, here, why }) => line([about, seed, here ?? LACKING, why])),
    ...adviceOf(missing),
  ].join("\n")}\n`;
}
