import { rm } from "node:fs/promises";
import os from "node:os";
import { mean, median, sampleStandardDeviation } from "simple-statistics";
import { DEFAULT_OPTIONS } from "../../bench-worker/default-options.ts";
import { hostServices, runBenchmark } from "../../bench-worker/host/benchmark.ts";
import { runComparison } from "../../bench-worker/host/comparison.ts";
import { DEFAULT_THRESHOLD } from "../../bench-worker/host/verdict.ts";
import type { TargetSource } from "../../bench-worker/protocol.ts";
import { seededRandom } from "../../bench-worker/worker/measure/random.ts";
import { layGallery, PATTERNS, type Gallery } from "./honesty/gallery.ts";
import { withBusyCores } from "./honesty/neighbours.ts";
import { AT_ONCE, draw, pairOf, runProcesses, type PairOfFunctions } from "./honesty/pair-processes.ts";
import { withWorker } from "./worker-bundle.ts";

const DRAWN = 1000;
/** Turns of an idle loop by which it is found out how long one takes. */
const CALIBRATION_TURNS = 3000;

interface Row {
  readonly label: string;
  readonly pair: PairOfFunctions;
}

/**
 * What the verdicts are worth on this machine: functions against their own copies and against copies that were made
 * slower, as it is and with every core kept busy. Processes are measured for real; comparisons are drawn from them.
 *
 * @param parameters `--minutes M`, 10 where it is left out; `--without-neighbours` leaves every core as busy as it is,
 *   `--only-neighbours` measures nothing else than beside them.
 */
export async function honesty(parameters: readonly string[]): Promise<string> {
  const minutes = minutesOf(parameters);
  const onlyNeighbours = parameters.includes("--only-neighbours");
  const withNeighbours = !parameters.includes("--without-neighbours");
  const gallery = await layGallery();
  try {
    return await withWorker((workerFile) =>
      onlyNeighbours
        ? besideNeighboursAlone(minutes * 60_000, gallery, workerFile)
        : experiments(minutes * 60_000, withNeighbours, gallery, workerFile),
    );
  } finally {
    await rm(gallery.folder, { recursive: true, force: true });
  }
}

function minutesOf(parameters: readonly string[]): number {
  const at = parameters.indexOf("--minutes");
  const minutes = at < 0 ? 10 : Number(parameters[at + 1]);
  if (!(minutes > 0)) throw new Error("--minutes takes a number above 0, such as 10");
  return minutes;
}

async function experiments(
  milliseconds: number,
  withNeighbours: boolean,
  gallery: Gallery,
  workerFile: string,
): Promise<string> {
  const loadBefore = os.loadavg()[0]!;
  const target = await gallery.copy(PATTERNS["async/await"], "first-point");
  const first = await firstPoint(target, workerFile);
  const turns = await calibrate(gallery, workerFile);

  const equal = await rowsOfEqual(gallery);
  const slow = [await slowRow(gallery, turns, 0.01), await slowRow(gallery, turns, 0.05)];
  await runInTurn([...equal, ...slow], (withNeighbours ? 0.5 : 0.8) * milliseconds, workerFile);
  const asItIs = tableOf([...equal, ...slow], [5]);

  const busy = withNeighbours ? await besideNeighbours(gallery, turns, 0.4 * milliseconds, workerFile) : [];

  const real = await endToEnd(gallery, 0.1 * milliseconds, workerFile);
  return [
    circumstances(loadBefore),
    "",
    "**As the machine is**",
    "",
    asItIs,
    "",
    ...busy,
    `Whole comparisons of equal functions, 5 s each, every pattern in turn: ${real}.`,
    "",
    `One function: the first point after ${(first.first / 1000).toFixed(1)} s, everything after ${(first.all / 1000).toFixed(1)} s.`,
  ].join("\n");
}

async function besideNeighboursAlone(
  milliseconds: number,
  gallery: Gallery,
  workerFile: string,
): Promise<string> {
  const loadBefore = os.loadavg()[0]!;
  const turns = await calibrate(gallery, workerFile);
  const lines = await besideNeighbours(gallery, turns, milliseconds, workerFile);
  return [circumstances(loadBefore), "", ...lines].join("\n");
}

/** How busy the machine was, and how comparisons are drawn. */
function circumstances(loadBefore: number): string {
  return (
    `Load average ${loadBefore.toFixed(1)} at the beginning and ${os.loadavg()[0]!.toFixed(1)} at the end, on ${os.cpus().length} cores; ` +
    `priority ${os.getPriority()} (0 is usual, below it goes first). ${DRAWN} comparisons a row, drawn from the processes that were measured; ` +
    `as many as fit into the budget and four at least, ${AT_ONCE === 1 ? "one after the other" : `${AT_ONCE} at a time`}; threshold ${DEFAULT_THRESHOLD * 100} %.`
  );
}

async function besideNeighbours(
  gallery: Gallery,
  turns: number,
  milliseconds: number,
  workerFile: string,
): Promise<string[]> {
  const rows = [
    ...(await rowsOfEqual(gallery)),
    await slowRow(gallery, turns, 0.02),
    await slowRow(gallery, turns, 0.05),
  ];
  await withBusyCores(() => runInTurn(rows, milliseconds, workerFile));
  return ["**With every core kept busy by a neighbour**", "", tableOf(rows, [5, 30]), ""];
}

async function rowsOfEqual(gallery: Gallery): Promise<Row[]> {
  return Promise.all(
    Object.entries(PATTERNS).map(async ([label, file]) => ({
      label: `${label}, equal`,
      pair: pairOf(await gallery.copy(file, "base"), await gallery.copy(file, "head")),
    })),
  );
}

async function slowRow(gallery: Gallery, turns: number, share: number): Promise<Row> {
  const file = PATTERNS["async/await"];
  const head = await gallery.slowed(file, Math.round(turns * share));
  return {
    label: `async/await, made ${share * 100} % slower`,
    pair: pairOf(await gallery.copy(file, "base"), head),
  };
}

/** Turns of the idle loop that take as long as the function itself. */
async function calibrate(gallery: Gallery, workerFile: string): Promise<number> {
  const file = PATTERNS["async/await"];
  const pair = pairOf(await gallery.copy(file, "base"), await gallery.slowed(file, CALIBRATION_TURNS));
  for (let i = 0; i < 4; i += AT_ONCE) await runProcesses(pair, workerFile);
  const ratio = Math.exp(median(pair.tally.time.map(({ logRatio }) => logRatio)));
  return CALIBRATION_TURNS / (ratio - 1);
}

/** A process of each pair after the other, or as many as run at once, until the time is up; four of each at least. */
async function runInTurn(rows: readonly Row[], milliseconds: number, workerFile: string): Promise<void> {
  const began = performance.now();
  for (let round = 0; round < 4 / AT_ONCE || performance.now() - began < milliseconds; round++) {
    for (const { pair } of rows) await runProcesses(pair, workerFile);
    process.stderr.write(`${rows.length} pairs: ${(round + 1) * AT_ONCE} processes each\n`);
  }
}

function tableOf(rows: readonly Row[], budgets: readonly number[]): string {
  const random = seededRandom(1);
  const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
  const lines = rows.flatMap(({ label, pair }) => {
    const { time } = pair.tally;
    const seconds = median(pair.milliseconds) / 1000;
    const ofOrder = (wanted: string): number[] =>
      time.filter(({ order }) => order === wanted).map(({ logRatio }) => logRatio);
    const [one, other] = [ofOrder("base-first"), ofOrder("head-first")];
    const spread = Math.sqrt((sampleStandardDeviation(one) ** 2 + sampleStandardDeviation(other) ** 2) / 2);
    return budgets.map((budget) => {
      const drawn = draw(time, DRAWN, Math.floor(budget / seconds), DEFAULT_THRESHOLD, random);
      const share = (count: number): string => percent(count / DRAWN);
      const measured = [
        label,
        String(time.length),
        `${seconds.toFixed(2)} s`,
        percent((mean(one) + mean(other)) / 2),
        percent((mean(one) - mean(other)) / 2),
        percent(spread),
        `${budget} s`,
      ];
      const verdicts =
        drawn === null
          ? ["too few processes to draw from", "", "", "", ""]
          : [
              share(drawn.slower),
              share(drawn.faster),
              share(drawn.none),
              share(drawn.noisy),
              drawn.processes.toFixed(1),
            ];
      const cells = [...measured, ...verdicts];
      return `| ${cells.join(" | ")} |`;
    });
  });
  const titles =
    "functions|processes measured|time for each|difference|of the order of loading|spread of a process|budget|slower|faster|no difference|too noisy|processes used";
  return [`| ${titles.split("|").join(" | ")} |`, `|${" --- |".repeat(12)}`, ...lines].join("\n");
}

const runtime = { name: "node", path: process.execPath, foundBy: "the experiment", environment: {} };

async function endToEnd(gallery: Gallery, milliseconds: number, workerFile: string): Promise<string> {
  const began = performance.now();
  const verdicts: Record<string, number> = {};
  for (let i = 0; i === 0 || performance.now() - began < milliseconds; i++) {
    const files = Object.values(PATTERNS);
    const file = files[i % files.length]!;
    const targets = [
      { source: await gallery.copy(file, "base") },
      { source: await gallery.copy(file, "head") },
    ];
    const options = { ...DEFAULT_OPTIONS, measures: ["time" as const], seed: i };
    const request = { groups: [{ targets }], options, runtime, workerFile, workspaceFolder: gallery.folder };
    const document = await runComparison(
      request,
      hostServices,
      () => undefined,
      new AbortController().signal,
    );
    const verdict = document.pairs[0]!.time.verdict;
    verdicts[verdict] = (verdicts[verdict] ?? 0) + 1;
  }
  return Object.entries(verdicts)
    .map(([verdict, count]) => `${count} × ${verdict}`)
    .join(", ");
}

async function firstPoint(target: TargetSource, workerFile: string): Promise<{ first: number; all: number }> {
  const began = performance.now();
  let first = Infinity;
  const request = { targets: [target], options: DEFAULT_OPTIONS, runtime, workerFile, workspaceFolder: null };
  await runBenchmark(
    request,
    hostServices,
    ({ results }) => {
      if (results[0]?.time !== undefined) first = Math.min(first, performance.now() - began);
    },
    new AbortController().signal,
  );
  return { first, all: performance.now() - began };
}
