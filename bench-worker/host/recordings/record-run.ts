import path from "node:path";
import { RECORDER_FOLDER, RECORDER_OPTIONS, type RecorderOptions } from "../../contract/recorder-lines.ts";
import { processIsAlive } from "../cache.ts";
import { ignoreUnlessWanted, type AskWhetherCommitted } from "./commit-or-ignore.ts";
import { keepRun, type KeptRun } from "./keep-run.ts";
import { keptTexts, removeOldTexts } from "./kept-texts.ts";
import { withRequired } from "./node-options.ts";
import { projectFolder, RECORDINGS_FOLDER } from "./project-folder.ts";
import { asTyped, tookIn, whyNothing } from "./record-words.ts";
import type { RunCommand } from "./run-command.ts";
import { endRun, leftRuns, startRun, type Run } from "./runs.ts";

/** A command whose calls are to be recorded. */
export interface RecordRequest {
  readonly words: readonly string[];
  /** Where the command runs; the project around it is recorded. */
  readonly folder: string;
  /** The recorder's bundle. */
  readonly recorderFile: string;
  /** Where recordings go, absolute; those of the project, if it is left out. */
  readonly out?: string | undefined;
  /** Calls of each path that are kept whole. */
  readonly callsOfPath?: number;
  readonly shapesOnly?: boolean;
  readonly only?: readonly string[];
}

/** What recording stands on. */
export interface RecordServices {
  readonly environment: NodeJS.ProcessEnv;
  /** The user's cache folder. */
  readonly cache: string;
  readonly run: RunCommand;
  readonly now: () => Date;
  /** Null where nobody is there to be asked. */
  readonly askWhetherCommitted: AskWhetherCommitted | null;
  /** Hears where the recorder writes, before the command starts. */
  readonly onStart?: (run: Run) => void;
}

/** What became of it. */
export type RecordedRun =
  | { readonly state: "not-started"; readonly reason: string }
  | {
      readonly state: "ended";
      /** The command's exit code. */
      readonly code: number;
      readonly root: string;
      /** Where recordings are, as it is written in a sentence. */
      readonly shownFolder: string;
      readonly kept: KeptRun;
      /** The file that has recordings ignored by git, as it is written in a sentence, where it was made now. */
      readonly ignoredBy: string | null;
      /** Sentences that the user has to read: on earlier runs, and on what went wrong. */
      readonly told: readonly string[];
      /** Why nothing was recorded, and what to do; null where something was. */
      readonly nothing: string | null;
    };

const CALLS_OF_PATH = 3;
const MOST_NOTES = 3;

/** Runs a command with the recorder in it, and makes recordings of what that saw. */
export async function recordRun(
  {
    words,
    folder,
    recorderFile,
    callsOfPath = CALLS_OF_PATH,
    shapesOnly = false,
    only = [],
    out,
  }: RecordRequest,
  { environment, cache, run: start, now, askWhetherCommitted, onStart }: RecordServices,
): Promise<RecordedRun> {
  const root = projectFolder(folder);
  const command = words.map(asTyped).join(" ");
  const texts = keptTexts(cache);
  const options: RecorderOptions = { root, command, callsOfPath, shapesOnly, only: [...only], texts };
  const earlier = await leftRuns(cache, root, processIsAlive);
  const run = await startRun(cache, root, command, now());
  onStart?.(run);
  const ended = await start(words, folder, {
    ...environment,
    NODE_OPTIONS: withRequired(recorderFile, environment["NODE_OPTIONS"]),
    [RECORDER_FOLDER]: run.folder,
    [RECORDER_OPTIONS]: JSON.stringify(options),
  });
  if (ended.state === "not-started") {
    await endRun(run);
    return ended;
  }
  const told: string[] = [];
  let ignoredBy: string | null = null;
  const shown = (file: string): string => {
    const relative = path.relative(folder, file);
    return relative.startsWith("..") ? file : relative.split(path.sep).join("/");
  };
  const recordings = out ?? path.join(root, RECORDINGS_FOLDER);
  const keeping = { root, folder: recordings, callsOfPath, shown };
  const prepare = async (): Promise<void> => {
    if (out !== undefined) return;
    const ignoring = await ignoreUnlessWanted(root, askWhetherCommitted);
    if (ignoring !== null) ignoredBy = shown(ignoring);
  };
  for (const one of earlier) {
    const left = await keepRun(one, keeping, prepare);
    if (left.calls > 0) told.push(tookIn(left, one.command));
    told.push(...left.problems);
  }
  const kept = await keepRun(run, keeping, prepare);
  await removeOldTexts(texts, now());
  told.push(...kept.notes.slice(0, MOST_NOTES), ...kept.problems);
  if (kept.notes.length > MOST_NOTES) told.push(`and ${kept.notes.length - MOST_NOTES} notes more`);
  const nothing =
    kept.files === 0 && kept.calls === 0
      ? await whyNothing(kept.processes, { root, command, code: ended.code, isLimited: only.length > 0 })
      : null;
  return {
    state: "ended",
    code: ended.code,
    root,
    shownFolder: shown(recordings),
    kept,
    ignoredBy,
    told,
    nothing,
  };
}
