import { writeFile } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { chosenRepositories } from "./recordings/chosen.ts";
import { clonesFolder } from "./recordings/clones.ts";
import { REPOSITORIES } from "./recordings/repositories.ts";
import { judgeAll, recordedIn } from "./truth/recorded-targets.ts";
import { eachOf, reportTruth, rowOf, type JudgedFunction } from "./truth/report-truth.ts";
import { RECORDER, withBundles } from "./worker-bundle.ts";

/** What is bundled to call functions, and to record suites where nothing is recorded. */
export const TRUTH_BUNDLES = { calls: "scripts/bench/corpus/calls-process.ts", ...RECORDER } as const;

/**
 * Calls functions of public repositories on inferred values, and judges that by what is recorded of them in the clones; records their
 * suites where nothing is.
 *
 * @param parameters `--only NAME` (several), `--folder DIR` with the clones, `--function TEXT` in `file:line name`, `--each` tells of
 * each function that is not right, but for repositories that are held out; `--json FILE` writes all of it down.
 */
export async function truth(parameters: readonly string[]): Promise<string> {
  const { values } = parseArgs({
    args: [...parameters],
    options: {
      only: { type: "string", multiple: true },
      folder: { type: "string", default: clonesFolder() },
      function: { type: "string", default: "" },
      each: { type: "boolean", default: false },
      json: { type: "string" },
    },
  });
  const folder = path.resolve(values.folder);
  const missing: string[] = [];
  const judged: JudgedFunction[] = [];
  const leftOut = { part: 0, idle: 0 };
  await withBundles(TRUTH_BUNDLES, async (bundles) => {
    for (const repository of chosenRepositories(REPOSITORIES, values.only)) {
      const {
        name,
        heldOut: { inference: isHeldOut },
      } = repository;
      const found = await recordedIn(repository, folder, path.join(bundles, "recorder.cjs"));
      if (typeof found === "string") {
        missing.push(`${name}: ${found}`);
        continue;
      }
      const chosen = found.filter(({ place }) => place.includes(values.function));
      const own: JudgedFunction[] = [];
      await judgeAll(chosen, path.join(bundles, "calls.cjs"), (one) => own.push(one));
      process.stderr.write(`${rowOf(name, own)}\n`);
      if (values.each && !isHeldOut) process.stderr.write(eachOf(own));
      judged.push(...own);
      for (const { offered } of chosen) if (offered === "part" || offered === "idle") leftOut[offered]++;
    }
  });
  if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify(judged, null, 1)}\n`);
  return reportTruth(judged, missing, leftOut);
}
