import path from "node:path";
import { parseArgs } from "node:util";
import { clonesFolder, cloneOf } from "./recordings/clones.ts";
import { chosenRepositories } from "./recordings/chosen.ts";
import { REPOSITORIES } from "./recordings/repositories.ts";
import { recordSuite, runSuite, type SuiteRun } from "./recordings/suite.ts";
import { RECORDER, withBundles } from "./worker-bundle.ts";

/** The aim: a suite takes so many times as long, at most, in the median of the suites. */
const TIMES_AT_MOST = 2;

interface Paired {
  readonly name: string;
  readonly plain: readonly SuiteRun[];
  readonly recorded: readonly SuiteRun[];
}

/**
 * Runs the suites of public repositories without and with the recorder, in turn, and tells how much longer they take with it.
 *
 * @param parameters `--only NAME` (several), `--folder DIR` with the clones, `--runs N` of each (5).
 */
export async function recorderCost(parameters: readonly string[]): Promise<string> {
  const { values } = parseArgs({
    args: [...parameters],
    options: {
      only: { type: "string", multiple: true },
      folder: { type: "string", default: clonesFolder() },
      runs: { type: "string", default: "5" },
    },
  });
  const runs = Number(values.runs);
  if (!Number.isInteger(runs) || runs < 1) throw new Error(`--runs ${values.runs} is no number of runs.`);
  const missing: string[] = [];
  const paired = await withBundles(RECORDER, async (bundles) => {
    const all: Paired[] = [];
    for (const repository of chosenRepositories(REPOSITORIES, values.only)) {
      const clone = await cloneOf(repository, path.resolve(values.folder));
      if (clone.state === "missing") {
        missing.push(`${repository.name}: ${clone.why}`);
        continue;
      }
      const suite = { folder: clone.folder, test: repository.test };
      const plain: SuiteRun[] = [];
      const recorded: SuiteRun[] = [];
      // What is on the disk only is read by the first run.
      await runSuite(suite);
      for (let run = 0; run < runs; run++) {
        process.stderr.write(`\r${repository.name}: ${run + 1} of ${runs} `);
        plain.push(await runSuite(suite));
        recorded.push(await recordSuite(suite, path.join(bundles, "recorder.cjs")));
      }
      process.stderr.write("\n");
      all.push({ name: repository.name, plain, recorded });
    }
    return all;
  });
  return report(paired, runs, missing);
}

function report(paired: readonly Paired[], runs: number, missing: readonly string[]): string {
  const rows = paired.map((one) => {
    const wall = ratios(one, "wallMilliseconds");
    const cpu = ratios(one, "cpuMilliseconds");
    const seconds = middle(one.plain.map(({ wallMilliseconds }) => wallMilliseconds / 1000));
    return {
      wall: middle(wall),
      cpu: middle(cpu),
      text: `| ${one.name} | ${seconds.toFixed(1)} s | ${spread(wall)} | ${spread(cpu)} |`,
    };
  });
  const [wall, cpu] = [middle(rows.map((one) => one.wall)), middle(rows.map((one) => one.cpu))];
  return `Suites of public repositories, run without and with the recorder in turn, ${runs} times each: what a run takes with it, in that of the run without it just before. The median, and the range of the runs. The aim is ${TIMES_AT_MOST} in the median of the suites.

| suite | without | elapsed | processor |
| --- | --- | --- | --- |
${rows.map(({ text }) => text).join("\n")}
| **median of the suites** | | ${wall.toFixed(2)} | ${cpu.toFixed(2)} |
${missing.map((why) => `\n- Left out: ${why}`).join("")}`.trim();
}

function ratios({ plain, recorded }: Paired, of: "wallMilliseconds" | "cpuMilliseconds"): number[] {
  return plain.map((one, index) => recorded[index]![of] / Math.max(1, one[of]));
}

function spread(all: readonly number[]): string {
  return `${middle(all).toFixed(2)} (${Math.min(...all).toFixed(2)}–${Math.max(...all).toFixed(2)})`;
}

function middle(all: readonly number[]): number {
  const sorted = [...all].sort((one, other) => one - other);
  const half = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(half)] ?? Number.NaN) + (sorted[Math.ceil(half)] ?? Number.NaN)) / 2;
}
