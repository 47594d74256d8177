import { mkdtemp, readFile, rm } from "node:fs/promises";
import { readFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { hostServices } from "../../../bench-worker/host/benchmark.ts";
import { checkRecorded } from "../../../bench-worker/host/recordings/check-recorded.ts";
import { recordedFunction } from "../../../bench-worker/host/recordings/find.ts";
import { RECORDINGS_FOLDER } from "../../../bench-worker/host/recordings/project-folder.ts";
import { readRecordings } from "../../../bench-worker/host/recordings/store.ts";
import { textFunctionsOf } from "../../../bench-worker/host/recordings/text-functions.ts";
import { findRuntime } from "../../../bench-worker/host/runtime.ts";
import { withRequired } from "../../../bench-worker/host/recordings/node-options.ts";
import { checkDocument, checkedFunctions } from "../../../cli/recordings-check.ts";
import type { RecordingsCheckDocument } from "../../../cli/recordings-document.ts";
import { calledFunctions, type CalledFunction } from "./called.ts";
import { COUNT_FOLDER, COUNT_ROOT } from "./count-calls.ts";
import type { Repository } from "./repositories.ts";
import { recordSuite, runSuite, type SuiteRun } from "./suite.ts";

/** The bundles that this stands on. */
export interface Bundles {
  readonly counter: string;
  readonly recorder: string;
  readonly worker: string;
}

/** What recording and replay came to in one repository. */
export interface Judged {
  readonly name: string;
  readonly kind: string;
  readonly runner: string;
  readonly isHeldOut: boolean;
  /** Of as many runs each as it took until both came to the same; three at most. */
  readonly plain: Pick<SuiteRun, "code" | "summary">;
  readonly recorded: Pick<SuiteRun, "code" | "summary">;
  readonly runs: number;
  /** What `record` told the user. */
  readonly said: string;
  /** The project's asynchronous functions that the engine counted calls of, files relative to the project. */
  readonly called: number;
  readonly notRecorded: readonly Pick<CalledFunction, "file" | "name" | "line">[];
  readonly played: RecordingsCheckDocument;
}

const RUNS_AT_MOST = 3;

/** Runs the suite of a repository without and with the recorder, and plays what was recorded. */
export async function judge(
  { name, kind, runner, heldOut, test }: Repository,
  folder: string,
  bundles: Bundles,
): Promise<Judged> {
  const tell = (what: string): void => void process.stderr.write(`${name}: ${what}\n`);
  const suite = { folder, test };
  const counts = await mkdtemp(path.join(os.tmpdir(), "async-cost-counts-"));
  try {
    const counting = {
      ...process.env,
      NODE_OPTIONS: withRequired(bundles.counter, process.env["NODE_OPTIONS"]),
      [COUNT_ROOT]: folder,
      [COUNT_FOLDER]: counts,
    };
    tell("its suite, without the recorder");
    let plain = await runSuite(suite, counting);
    tell(`its suite, with the recorder`);
    let recorded = await recordSuite(suite, bundles.recorder);
    let runs = 1;
    for (; !isSame(plain, recorded) && runs < RUNS_AT_MOST; runs++) {
      tell("the two differ; both again");
      const again = await runSuite(suite, counting);
      recorded = await recordSuite(suite, bundles.recorder);
      if (isSame(again, recorded)) plain = again;
    }
    if (plain.summary === null) tell(`no counts in what its suite said:\n${plain.output.slice(-2000)}`);
    if (!isSame(plain, recorded)) tell(`recorded, its suite said:\n${recorded.output.slice(-4000)}`);
    const called = await calledFunctions(folder, counts);
    const notRecorded = await withoutRecording(called, folder);
    tell("plays what was recorded");
    const played = await play(folder, bundles.worker);
    return {
      ...{ name, kind, runner, isHeldOut: heldOut.recording, runs, said: recorded.said },
      plain: { code: plain.code, summary: plain.summary },
      recorded: { code: recorded.code, summary: recorded.summary },
      called: called.length,
      notRecorded: notRecorded.map((one) => ({
        file: path.relative(folder, one.file),
        name: one.name,
        line: one.line,
      })),
      played,
    };
  } finally {
    await rm(counts, { recursive: true, force: true });
  }
}

/** Whether a suite came to the same. */
export function isSame(one: Pick<SuiteRun, "code" | "summary">, other: typeof one): boolean {
  return (
    one.code === other.code &&
    one.summary?.passed === other.summary?.passed &&
    one.summary?.failed === other.summary?.failed
  );
}

/** Functions of which no call was kept. */
async function withoutRecording(
  called: readonly CalledFunction[],
  folder: string,
): Promise<CalledFunction[]> {
  const { recordings } = await readRecordings(path.join(folder, RECORDINGS_FOLDER), (file) => file);
  const without: CalledFunction[] = [];
  for (const one of called) {
    const source = path.relative(folder, one.file).split(path.sep).join("/");
    const recording = recordings.find(({ file }) => file === source);
    const text = textFunctionsOf(one.file, (await readFile(one.file, "utf8")).replace(/^\uFEFF/, ""));
    const found =
      recording === undefined || text === null ? null : recordedFunction(recording, text, one.start);
    if (found?.recorded.paths.some(({ kept }) => kept.length > 0) !== true) without.push(one);
  }
  return without;
}

async function play(folder: string, workerFile: string): Promise<RecordingsCheckDocument> {
  const { recordings } = await readRecordings(path.join(folder, RECORDINGS_FOLDER), (file) => file);
  const runtime = await findRuntime();
  const absolute = (file: string): string => path.join(folder, file);
  const checked = await checkedFunctions(recordings, {
    all: recordings,
    root: folder,
    absolute,
    read: (file) => {
      try {
        return readFileSync(absolute(file), "utf8");
      } catch {
        return null;
      }
    },
    play: (targets) =>
      checkRecorded(
        targets,
        { runtime, workerFile, workspaceFolder: folder },
        hostServices,
        new AbortController().signal,
      ),
  });
  return checkDocument(checked);
}
