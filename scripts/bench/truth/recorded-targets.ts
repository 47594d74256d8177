import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import { codeOfFile } from "../../../analysis/components/code-of.ts";
import { explain } from "../../../analysis/explain/explain.ts";
import { analyzeWithImports } from "../../../analysis/imports/analyze-with-imports.ts";
import { exportsOfFile } from "../../../analysis/imports/exports-of-file.ts";
import type { Exports } from "../../../analysis/imports/exports-of.ts";
import type { RecordedFunction } from "../../../bench-worker/contract/recording.ts";
import { MEASURED_BY_RECORDING } from "../../../bench-worker/host/targets.ts";
import { isDeciding } from "../../../bench-worker/deciding.ts";
import { recordedFunction } from "../../../bench-worker/host/recordings/find.ts";
import { RECORDINGS_FOLDER } from "../../../bench-worker/host/recordings/project-folder.ts";
import { readRecordings } from "../../../bench-worker/host/recordings/store.ts";
import { TextFunctions } from "../../../bench-worker/host/recordings/text-functions.ts";
import { callAll, NOT_CALLED, type CallsAnswer } from "../corpus/calls.ts";
import type { CorpusFunction } from "../corpus/functions.ts";
import { cloneOf } from "../recordings/clones.ts";
import type { Repository } from "../recordings/repositories.ts";
import { recordSuite } from "../recordings/suite.ts";
import { inferredSites } from "./inferred-sites.ts";
import { judgeTruth, ordinaryPaths } from "./judge-truth.ts";
import { truePaths } from "./paths.ts";
import { offeredAs, type Offered } from "./offered.ts";
import type { JudgedFunction } from "./report-truth.ts";

/** A function that is recorded, to be called on inferred values. */
export interface RecordedTarget {
  readonly repository: Repository;
  /** `lib/db.js:12 Db.get` */
  readonly place: string;
  /** Relative to the repository. */
  readonly file: string;
  readonly target: CorpusFunction;
  readonly recorded: RecordedFunction;
  readonly offered: Offered;
}

/** The functions of a repository that are recorded, by its suite where nothing is yet; why there are none. */
export async function recordedIn(
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
    const { functions: entries } = await analyzeWithImports(code.text, code.language, (relative) =>
      exportsOf(path.resolve(path.dirname(file), relative)),
    );
    for (const { start, line } of functions.functions) {
      const known = recordedFunction(recording, functions, start);
      if (known === null || known.isChanged) continue;
      const { recorded } = known;
      found.push({
        repository,
        place: `${recording.file}:${line} ${recorded.name}`,
        file: recording.file,
        target: {
          ...{ spec: repository.name, folder: own, file, line, waits: true },
          ...{ text: code.text, language: code.language, functionStart: start },
        },
        recorded,
        offered: offeredAs(start, code.text, code.language, entries, recorded),
      });
    }
  }
  return found.length === 0 ? `nothing is recorded of it in ${own}` : found;
}

/**
 * Calls functions on inferred values, without some rules, and judges each by its recording: those of a repository in their order. What
 * is no function that can be measured is refused; of a part of one it is the function around it that can be.
 */
export async function judgeAll(
  targets: readonly RecordedTarget[],
  processFile: string,
  heard: (judged: JudgedFunction) => void,
  off: readonly string[] = [],
): Promise<void> {
  for (const repository of new Set(targets.map((one) => one.repository))) {
    const {
      name,
      heldOut: { inference: isHeldOut },
    } = repository;
    const own = targets.filter((one) => one.repository === repository);
    const called = own.filter(({ offered }) => offered === "itself");
    const tell = (one: RecordedTarget, answer: CallsAnswer): void =>
      heard({ repository: name, isHeldOut, place: one.place, ...judgedBy(one.recorded, one.file, answer) });
    await callAll(
      called.map(({ target }) => target),
      processFile,
      (answer) => tell(called[answer.index]!, answer),
      off,
    );
    for (const one of own) if (one.offered === "not") tell(one, notOffered(one));
  }
}

/** What becomes of a function whose text does not tell that it is asynchronous, in the words of whoever asks for it. */
function notOffered({ file, target: { text, language, functionStart, line } }: RecordedTarget): CallsAnswer {
  const { why } = explain(text, language, functionStart);
  const reason = `${file}:${line}: ${why}`;
  return { ...NOT_CALLED, index: 0, state: "unsupported", reason, hint: MEASURED_BY_RECORDING };
}

function judgedBy(
  recorded: RecordedFunction,
  file: string,
  answer: CallsAnswer,
): Omit<JudgedFunction, "repository" | "isHeldOut" | "place"> {
  const { state, reason, hint, sites, inSequence, warnings, remarks, decided, asked, attempts } = answer;
  const paths = truePaths(recorded);
  const inferred = {
    isMeasured: state === "completed",
    ...inferredSites(sites, file, inSequence),
    fails: answer.failsAlways,
    isDecided: warnings.some((one) => isDeciding(one, remarks)),
    hasHelp: hint !== "" && /\b(?:line \d+|:\d+)/.test(reason),
  };
  return {
    verdict: judgeTruth(inferred, paths),
    ordinary: ordinaryPaths(paths),
    ...{
      inferred,
      made: { calls: sites, inSequence },
      reason,
      hint,
      remarks: warnings,
      codes: remarks.map(({ code }) => code),
      decided,
      asked,
      attempts,
    },
  };
}

async function exportsOf(file: string): Promise<Exports | undefined> {
  const text = await readFile(file, "utf8").catch(() => null);
  return text === null ? undefined : exportsOfFile(file, text);
}

function isThere(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}
