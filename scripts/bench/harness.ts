import { execFile } from "node:child_process";
import { loadavg } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { median } from "simple-statistics";
import * as v from "valibot";
import { parseAs } from "../../bench-worker/parse-as.ts";
import { FLAGS } from "../../bench-worker/host/budget.ts";
import { diskSource } from "../../bench-worker/host/source-file.ts";
import { resolveTarget } from "../../bench-worker/host/targets.ts";
import { repository, withBundle } from "./worker-bundle.ts";
import { MEASURED_VARIANTS } from "./measured-variants.ts";

const PROCESSES = 5;
const answerSchema = v.object({ harness: v.number(), byHand: v.number() });

/**
 * What the harness adds: time per call as a benchmark takes it, over that of a loop as one would write it by hand, on
 * the same fakes, in turn in the same processes.
 *
 * @param parameters How many processes each variant gets, 5 where it is not given.
 */
export async function harnessOverhead([given]: readonly string[]): Promise<string> {
  const processes = given === undefined ? PROCESSES : Number(given);
  if (!(Number.isInteger(processes) && processes > 0)) {
    throw new TypeError(`The number of processes must be a whole number above 0, not ${given}`);
  }
  const folder = path.join(repository, "variants");
  const ratios = new Map<string, number[]>(MEASURED_VARIANTS.map((name) => [name, []]));
  const byHand = new Map<string, number[]>(MEASURED_VARIANTS.map((name) => [name, []]));
  await withBundle("scripts/bench/harness-process.ts", async (file) => {
    for (let index = 0; index < processes; index++) {
      for (const name of MEASURED_VARIANTS) {
        const [source] = await resolveTarget(`${name}.js`, diskSource(folder));
        const flags = [...FLAGS.time, file, JSON.stringify({ ...source!, id: name })];
        const { stdout } = await promisify(execFile)(process.execPath, flags, { cwd: folder });
        const answer = parseAs(answerSchema, JSON.parse(stdout), "answer of the process");
        ratios.get(name)!.push(answer.harness / answer.byHand);
        byHand.get(name)!.push(answer.byHand);
        process.stderr.write(".");
      }
    }
  });
  const load = loadavg()[0]!.toFixed(1);
  return [
    `Time per call, 100 calls at a time, over that of a loop written by hand; ${processes === 1 ? "1 process" : `${processes} processes`} each, in turn within`,
    `each; load average ${load} at the end.`,
    "",
    "| function | by hand | with the harness | of the processes |",
    "| --- | ---: | ---: | ---: |",
    ...MEASURED_VARIANTS.map((name) => {
      const all = ratios.get(name)!;
      const range = `${Math.min(...all).toFixed(3)}–${Math.max(...all).toFixed(3)}`;
      return `| ${name} | ${median(byHand.get(name)!).toFixed(0)} ns | × ${median(all).toFixed(3)} | ${range} |`;
    }),
  ].join("\n");
}
