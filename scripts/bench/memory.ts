import path from "node:path";
import { fileURLToPath } from "node:url";
import { median } from "simple-statistics";
import { DEFAULT_OPTIONS } from "../../bench-worker/default-options.ts";
import { FLAGS, timeLimit } from "../../bench-worker/host/budget.ts";
import { findRuntime } from "../../bench-worker/host/runtime.ts";
import { diskSource } from "../../bench-worker/host/source-file.ts";
import { resolveTarget } from "../../bench-worker/host/targets.ts";
import { runInWorker } from "../../bench-worker/host/worker-process.ts";
import type { MemoryRun, RunRequest } from "../../bench-worker/protocol.ts";
import { build, isStale } from "../build.ts";
import { MEASURED_VARIANTS } from "./measured-variants.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const PROCESSES = 20;
/** Milliseconds: the least that a process takes, as where the budget is short. */
const PROCESS_BUDGET = 60;
/** The machine may be busy: time is not what is measured. */
const PATIENCE = 10;

/** The figures of one process, by name. */
type Figures = Readonly<Record<string, number>>;

/**
 * How memory figures repeat: the gallery is weighed in many fresh processes, and each process's figure is compared
 * with the median of all.
 *
 * @param parameters How many processes, 20 where it is not given.
 */
export async function memoryRepeats([given]: readonly string[]): Promise<string> {
  const processes = given === undefined ? PROCESSES : Number(given);
  if (!Number.isInteger(processes) || processes < 2) throw new Error(`${given} is no number of processes.`);
  if (isStale(ROOT, { suite: false })) await build(ROOT, { suite: false });
  const runtime = await findRuntime();
  const targets = await Promise.all(
    MEASURED_VARIANTS.map(async (name) => {
      const [target] = await resolveTarget(path.join("variants", `${name}.js`), diskSource(ROOT));
      return { ...target!, id: name };
    }),
  );
  const byTarget = new Map<string, Figures[]>(MEASURED_VARIANTS.map((name) => [name, []]));
  for (let processIndex = 0; processIndex < processes; processIndex++) {
    process.stderr.write(`\rprocess ${processIndex + 1} of ${processes}`);
    const request: RunRequest = {
      measure: "memory",
      targets,
      options: DEFAULT_OPTIONS,
      processBudgetMilliseconds: PROCESS_BUDGET,
      processIndex: 0,
      withConstants: true,
      workspaceFolder: ROOT,
    };
    const result = await runInWorker(
      {
        runtime,
        workerFile: path.join(ROOT, "dist/worker.cjs"),
        flags: FLAGS.memory,
        request,
        timeLimitMilliseconds: PATIENCE * timeLimit(request),
        onReady: () => undefined,
        onProgress: () => undefined,
      },
      new AbortController().signal,
    );
    for (const run of result.targets) {
      if (run.state !== "completed") throw new Error(`${run.id}: ${run.reason}`);
      byTarget.get(run.id)!.push(figuresOf(run.memory!));
    }
  }
  process.stderr.write("\n");
  return report(byTarget, processes);
}

function figuresOf(run: MemoryRun): Figures {
  const peaks = run.series.map(({ n, peakBytes }) => [`peak of ${n}`, median(peakBytes)] as const);
  return {
    "in flight": median(run.bytesInFlightPerCall),
    allocated: median(run.bytesAllocatedPerCall ?? []),
    ...Object.fromEntries(peaks),
  };
}

/** A row for each variant: the median, and how far the process that differs most is from it. */
function report(byTarget: ReadonlyMap<string, readonly Figures[]>, processes: number): string {
  const names = Object.keys([...byTarget.values()][0]![0]!);
  const rows = [...byTarget].map(([target, figures]) => [
    target,
    ...names.map((name) => {
      const values = figures.map((one) => one[name]!);
      const middle = median(values);
      const worst = Math.max(...values.map((value) => Math.abs(value / middle - 1)));
      return `${middle.toFixed(0)} ± ${(100 * worst).toFixed(2)} %`;
    }),
  ]);
  return [
    `Each figure in ${processes} processes: the median in bytes, a call or of all n calls together, and how far the`,
    "process that differs most is from it.",
    "",
    `| function | ${names.join(" | ")} |`,
    `| --- | ${names.map(() => "---:").join(" | ")} |`,
    ...rows.map((row) => `| ${row.join(" | ")} |`),
  ].join("\n");
}
