import { loadavg } from "node:os";
import path from "node:path";
import { median, quantile } from "simple-statistics";
import { DEFAULT_OPTIONS } from "../../bench-worker/default-options.ts";
import type { BenchmarkOptions, Latency } from "../../bench-worker/benchmark-options.ts";
import { FLAGS } from "../../bench-worker/host/budget.ts";
import { diskSource } from "../../bench-worker/host/source-file.ts";
import { resolveTarget } from "../../bench-worker/host/targets.ts";
import { runInWorker } from "../../bench-worker/host/worker-process.ts";
import type { TargetSource } from "../../bench-worker/protocol.ts";
import { orderAgreement, PROCESSES_AT_MOST } from "./clock-order.ts";
import { repository, withWorker } from "./worker-bundle.ts";
import { MEASURED_VARIANTS } from "./measured-variants.ts";

const CONCURRENCY = [100, 500, 1000, 2000];
const SETUPS: readonly { readonly label: string; readonly latency: Latency }[] = [
  { label: "t = 1 ms", latency: { model: "fixed", milliseconds: 1 } },
  { label: "t = 10 ms", latency: { model: "fixed", milliseconds: 10 } },
  { label: "t = n × 0.1 ms", latency: { model: "load-dependent", millisecondsPerCallInFlight: 0.1 } },
];
const PROCESSES = 5;
/** Milliseconds that a process measures all variants. */
const PROCESS_BUDGET = 8_000;
/** The real clock counts as stable where the middle half of its samples is no wider than this share of their median. */
const STABLE = 0.05;
/** With fewer samples nothing is known of that. */
const SAMPLES_AT_LEAST = 5;

type Clock = BenchmarkOptions["clock"];
const CLOCKS: readonly Clock[] = ["virtual", "real"];

/** All samples of one variant, setup and n, for each clock: one list a process. */
type Samples = Record<Clock, number[][]>;

/**
 * Times the gallery over n on both clocks, process by process in turn, and compares what the virtual clock says with
 * what real timers take: the time itself, and the order of the variants.
 */
export async function clockAgreement(parameters: readonly string[]): Promise<string> {
  const processes = Number(parameters[0] ?? PROCESSES);
  if (!(Number.isInteger(processes) && processes > 0 && processes <= PROCESSES_AT_MOST)) {
    throw new TypeError(
      `The number of processes must be a whole number from 1 to ${PROCESSES_AT_MOST}, not ${parameters[0]}`,
    );
  }
  const folder = path.join(repository, "variants");
  const read = diskSource(folder);
  const targets = await Promise.all(
    MEASURED_VARIANTS.map(async (name) => ({ ...(await resolveTarget(`${name}.js`, read))[0]!, id: name })),
  );
  return withWorker(async (workerFile) => {
    const rows: string[] = [];
    for (const { label, latency } of SETUPS) {
      const all = await samplesOf(targets, latency, processes, workerFile, folder);
      for (const n of CONCURRENCY) rows.push(row(label, n, all));
    }
    return [
      `Load average ${loadavg()[0]!.toFixed(1)} at the end. ${MEASURED_VARIANTS.length} variants of the gallery, ${processes} ${processes === 1 ? "process" : "processes"} a clock, in turn. The ratio is what the virtual clock says`,
      "over what real timers take, the middle and the furthest of the variants. A variant is stable where the middle",
      `half of ${SAMPLES_AT_LEAST} or more samples of the real clock is no wider than ${STABLE * 100} % of their median. Kendall's tau compares the order`,
      "of pairs of variants. The real clock keeps two apart where no process of one took as long as any process of the",
      "other; what differs by less it does not tell apart itself. How far it agrees with itself is the tau of all pairs, of",
      "half of its processes against the others, over all such choices; no other clock can agree with it better. With",
      "that compare the same tau of the virtual clock.",
      "",
      "| latency | n | real clock | ratio | furthest | stable variants | their ratio | furthest | pairs kept apart | tau | all pairs: real with itself | virtual with real |",
      `|${" --- |".repeat(12)}`,
      ...rows,
    ].join("\n");
  });
}

async function samplesOf(
  targets: readonly TargetSource[],
  latency: Latency,
  processes: number,
  workerFile: string,
  folder: string,
): Promise<Map<string, Samples>> {
  const all = new Map<string, Samples>();
  for (let processIndex = 0; processIndex < processes; processIndex++) {
    for (const clock of processIndex % 2 === 0 ? CLOCKS : CLOCKS.toReversed()) {
      const request = {
        measure: "time" as const,
        targets: [...targets],
        options: { ...DEFAULT_OPTIONS, concurrency: CONCURRENCY, latency, clock },
        processBudgetMilliseconds: PROCESS_BUDGET,
        processIndex,
        withConstants: processIndex === 0,
        workspaceFolder: folder,
      };
      const result = await runInWorker(
        {
          runtime: { name: "node", path: process.execPath, foundBy: "this process", environment: {} },
          workerFile,
          flags: FLAGS.time,
          request,
          timeLimitMilliseconds: 120_000,
          onReady: () => undefined,
          onProgress: () => undefined,
        },
        new AbortController().signal,
      );
      for (const target of result.targets) {
        if (target.state !== "completed") throw new Error(`${target.id}: ${target.reason}`);
        for (const { n, milliseconds } of target.time?.series ?? []) {
          const key = `${target.id} ${n}`;
          const samples = all.get(key) ?? { virtual: [], real: [] };
          samples[clock].push([...milliseconds]);
          all.set(key, samples);
        }
      }
    }
    process.stderr.write(".");
  }
  return all;
}

function row(label: string, n: number, all: ReadonlyMap<string, Samples>): string {
  const variants = MEASURED_VARIANTS.map((name) => all.get(`${name} ${n}`)!).map((samples) => ({
    virtual: median(samples.virtual.flat()),
    real: median(samples.real.flat()),
    low: quantile(samples.real.flat(), 0.25),
    high: quantile(samples.real.flat(), 0.75),
    isKnown: Math.min(samples.real.flat().length, samples.virtual.flat().length) >= SAMPLES_AT_LEAST,
    processes: {
      virtual: samples.virtual.map((one) => median(one)),
      real: samples.real.map((one) => median(one)),
    },
  }));
  const known = variants.filter(({ isKnown }) => isKnown);
  const stable = known.filter(({ real, low, high }) => high - low <= STABLE * real);
  const ratios = (of: typeof variants): string => {
    const each = of.map(({ virtual, real }) => virtual / real);
    if (each.length === 0) return "– | –";
    const furthest = each.reduce((a, b) => (Math.abs(Math.log(b)) > Math.abs(Math.log(a)) ? b : a));
    return `${median(each).toFixed(3)} | ${furthest.toFixed(3)}`;
  };
  const order = orderAgreement(known.map((one) => one.processes));
  const tauOf = (tau: number | null): string => (tau === null ? "–" : tau.toFixed(2));
  const real = `${median(variants.map((one) => one.real)).toFixed(1)} ms`;
  const line = `| ${label} | ${n} | ${real} | ${ratios(variants)} | ${stable.length} of ${variants.length} | ${ratios(stable)} | ${order.keptApart} | ${tauOf(order.tau)} | ${tauOf(order.realWithItself)} | ${tauOf(order.virtualWithReal)} |`;
  process.stderr.write(`\n${line}`);
  return line;
}
