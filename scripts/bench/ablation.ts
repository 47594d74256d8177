import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { chosenRepositories } from "./recordings/chosen.ts";
import { clonesFolder } from "./recordings/clones.ts";
import { REPOSITORIES } from "./recordings/repositories.ts";
import { TRUTH_BUNDLES } from "./truth.ts";
import { reportAblation, type Ablated } from "./truth/report-ablation.ts";
import { judgeAll, recordedIn, type RecordedTarget } from "./truth/recorded-targets.ts";
import type { JudgedFunction } from "./truth/report-truth.ts";
import { withBundles } from "./worker-bundle.ts";

/**
 * Turns off one rule of inference after the other, for the functions in which it has a say, and tells what it earns: how many are right, and
 * how many wrong without a word, with it and without.
 *
 * @param parameters `--only NAME` (several), `--folder DIR` with the clones, `--rule NAME` (several; all that have a say), `--base FILE` that
 * `truth --json` has written of the same code; `--json FILE` writes down what became of each function.
 */
export async function ablation(parameters: readonly string[]): Promise<string> {
  const { values } = parseArgs({
    args: [...parameters],
    options: {
      only: { type: "string", multiple: true },
      folder: { type: "string", default: clonesFolder() },
      rule: { type: "string", multiple: true },
      base: { type: "string" },
      json: { type: "string" },
    },
  });
  const folder = path.resolve(values.folder);
  const ablated: Ablated[] = [];
  await withBundles(TRUTH_BUNDLES, async (bundles) => {
    const targets: RecordedTarget[] = [];
    for (const repository of chosenRepositories(REPOSITORIES, values.only)) {
      const found = await recordedIn(repository, folder, path.join(bundles, "recorder.cjs"));
      if (typeof found !== "string") targets.push(...found);
    }
    const judge = async (some: readonly RecordedTarget[], off: readonly string[] = []): Promise<Judged> => {
      const judged: Judged = new Map();
      await judgeAll(some, path.join(bundles, "calls.cjs"), (one) => judged.set(keyOf(one), one), off);
      return judged;
    };
    const base = values.base === undefined ? await judge(targets) : await readBase(values.base);
    const rules = values.rule ?? [...new Set([...base.values()].flatMap(({ asked }) => asked))].sort();
    for (const rule of rules) {
      const heeded = targets.filter((one) => base.get(keyOf(nameOf(one)))?.asked.includes(rule) === true);
      const without = await judge(heeded, [rule]);
      const changed = heeded.filter((one) => {
        const key = keyOf(nameOf(one));
        return classOf(base.get(key)) !== classOf(without.get(key));
      });
      // What becomes of some differs from time to time, as attempts are limited by the time they take.
      const again = await judge(changed);
      ablated.push({
        rule,
        functions: heeded.flatMap((one) => {
          const key = keyOf(nameOf(one));
          const [was, is, then] = [base.get(key), without.get(key), again.get(key)];
          const isSteady = then === undefined || classOf(then) === classOf(was);
          return was === undefined || is === undefined || !isSteady ? [] : [{ with: was, without: is }];
        }),
      });
      process.stderr.write(`${reportAblation(ablated.slice(-1)).split("\n").at(-1)!}\n`);
    }
  });
  if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify(ablated, null, 1)}\n`);
  return reportAblation(ablated);
}

type Judged = Map<string, JudgedFunction>;

function nameOf({ repository, place }: RecordedTarget): Pick<JudgedFunction, "repository" | "place"> {
  return { repository: repository.name, place };
}

function keyOf({ repository, place }: Pick<JudgedFunction, "repository" | "place">): string {
  return `${repository} ${place}`;
}

function classOf(judged: JudgedFunction | undefined): string {
  return judged?.verdict?.class ?? "";
}

async function readBase(file: string): Promise<Judged> {
  const judged = JSON.parse(await readFile(file, "utf8")) as JudgedFunction[];
  return new Map(judged.map((one) => [keyOf(one), one]));
}
