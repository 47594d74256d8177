import { readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { codeOfFile } from "../../analysis/components/code-of.ts";
import type { RecordedFunction } from "../../bench-worker/contract/recording.ts";
import { isDeciding } from "../../bench-worker/deciding.ts";
import { recordedFunction } from "../../bench-worker/host/recordings/find.ts";
import { RECORDINGS_FOLDER } from "../../bench-worker/host/recordings/project-folder.ts";
import { readRecordings } from "../../bench-worker/host/recordings/store.ts";
import { TextFunctions } from "../../bench-worker/host/recordings/text-functions.ts";
import { callAll, type CallsAnswer } from "./corpus/calls.ts";
import type { CorpusFunction } from "./corpus/functions.ts";
import { chosenRepositories } from "./recordings/chosen.ts";
import { clonesFolder, cloneOf } from "./recordings/clones.ts";
import { REPOSITORIES, type Repository } from "./recordings/repositories.ts";
import { recordSuite } from "./recordings/suite.ts";
import { judgeTruth, ordinaryPaths } from "./truth/judge-truth.ts";
import { truePaths } from "./truth/paths.ts";
import { eachOf, reportTruth, rowOf, type JudgedFunction } from "./truth/report-truth.ts";
import { RECORDER, withBundles } from "./worker-bundle.ts";

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
  const entries = { calls: "scripts/bench/corpus/calls-process.ts", ...RECORDER };
  await withBundles(entries, async (bundles) => {
    for (const repository of chosenRepositories(REPOSITORIES, values.only)) {
      const { name, isHeldOut } = repository;
      const found = await recordedIn(repository, folder, path.join(bundles, "recorder.cjs"));
      if (typeof found === "string") {
        missing.push(`${name}: ${found}`);
        continue;
      }
      const chosen = found.filter(({ place }) => place.includes(values.function));
      const own: JudgedFunction[] = [];
      await callAll(
        chosen.map(({ target }) => target),
        path.join(bundles, "calls.cjs"),
        (answer) => {
          const { place, recorded } = chosen[answer.index]!;
          own.push({ repository: name, isHeldOut, place, ...judgedBy(recorded, answer) });
        },
      );
      process.stderr.write(`${rowOf(name, own)}\n`);
      if (values.each && !isHeldOut) process.stderr.write(eachOf(own));
      judged.push(...own);
    }
  });
  if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify(judged, null, 1)}\n`);
  return reportTruth(judged, missing);
}

function judgedBy(
  recorded: RecordedFunction,
  answer: CallsAnswer,
): Omit<JudgedFunction, "repository" | "isHeldOut" | "place"> {
  const { state, reason, hint, sites, inSequence, warnings, decided } = answer;
  const paths = truePaths(recorded);
  const inferred = {
    isMeasured: state === "completed",
    sites,
    inSequence,
    fails: answer.failsAlways,
    isDecided: warnings.some(isDeciding),
    hasHelp: hint !== "" && /\b(?:line \d+|:\d+)/.test(reason),
  };
  return {
    verdict: judgeTruth(inferred, paths),
    ordinary: ordinaryPaths(paths),
    ...{ inferred, reason, hint, remarks: warnings, decided },
  };
}

interface RecordedTarget {
  /** `lib/db.js:12 Db.get` */
  readonly place: string;
  readonly target: CorpusFunction;
  readonly recorded: RecordedFunction;
}

/** The functions of a repository that are recorded; why there are none. */
async function recordedIn(
  repository: Repository,
  folder: string,
  recorderFile: string,
): Promise<RecordedTarget[] | string> {
  const own = path.join(folder, repository.name);
  if (!(await isThere(path.join(own, RECORDINGS_FOLDER)))) {
    const clone = await cloneOf(repository, folder);
    if (clone.state === "missing") return clone.why;
    process.stderr.write(`${repository.name}: records its suite\n`);
    await recordSuite({ folder: own, test: repository.test }, recorderFile);
  }
  const { recordings } = await readRecordings(path.join(own, RECORDINGS_FOLDER), (file) => file);
  const found: RecordedTarget[] = [];
  for (const recording of recordings) {
    const file = path.join(own, recording.file);
    const text = await readFile(file, "utf8").catch(() => "");
    const code = codeOfFile(file, text.replace(/^\uFEFF/, ""));
    if (code === undefined) continue;
    const functions = new TextFunctions(code.text, code.language);
    for (const { start, line } of functions.functions) {
      const known = recordedFunction(recording, functions, start);
      if (known === null || known.isChanged) continue;
      const { recorded } = known;
      found.push({
        place: `${recording.file}:${line} ${recorded.name}`,
        target: {
          ...{ spec: repository.name, folder: own, file, line, waits: true },
          ...{ text: code.text, language: code.language, functionStart: start },
        },
        recorded,
      });
    }
  }
  return found.length === 0 ? `nothing is recorded of it in ${own}` : found;
}

function isThere(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}
