import { readFileSync } from "node:fs";
import path from "node:path";
import { Assembly, type Assembled } from "./assemble.ts";
import { mergeRecordings } from "./merge.ts";
import { endRun, readLines, type LinesRead, type Run } from "./runs.ts";
import { readRecording, writeRecording } from "./store.ts";
import { presentTexts } from "./text-functions.ts";

/** What became of a run. */
export interface KeptRun extends Assembled, LinesRead {
  /** Sentences on recordings that could not be written or were left alone. */
  readonly problems: readonly string[];
  /** Kept calls that were left out, as their file would have been too large. */
  readonly leftOut: number;
}

/** Where a run is kept. */
export interface KeepOptions {
  /** The project's folder. */
  readonly root: string;
  /** The folder of its recordings. */
  readonly folder: string;
  readonly callsOfPath: number;
  /** How a file is called in a sentence. */
  readonly shown: (file: string) => string;
}

/**
 * Makes recordings of a run's lines and merges them with those that are there; the lines are gone then, unless something could
 * not be written. What is there and is no recording is left alone.
 *
 * @param prepare Called before something is written, if something is.
 */
export async function keepRun(
  run: Run,
  { root, folder, callsOfPath, shown }: KeepOptions,
  prepare: () => Promise<void> = () => Promise.resolve(),
): Promise<KeptRun> {
  const present = presentTexts((file) => textOf(path.join(root, file)));
  const assembly = new Assembly({ root, callsOfPath, present });
  const lines = await readLines(run, (line) => assembly.add(line));
  const assembled = assembly.done();
  if (assembled.recordings.length > 0) await prepare();
  const problems: string[] = [];
  let leftOut = 0;
  let isWritten = true;
  for (const recording of assembled.recordings) {
    const earlier = await readRecording(folder, recording.file, shown);
    if (earlier.state === "unreadable") {
      problems.push(`${earlier.problem}. What was recorded of ${recording.file} is not kept`);
      continue;
    }
    const merging = { command: run.command, callsOfPath, present };
    const merged =
      earlier.state === "missing" ? recording : mergeRecordings(earlier.recording, recording, merging);
    try {
      leftOut += (await writeRecording(folder, merged)).leftOut;
    } catch (error) {
      isWritten = false;
      const why = error instanceof Error ? error.message : String(error);
      problems.push(`the recording of ${recording.file} could not be written: ${why}`);
    }
  }
  if (isWritten) await endRun(run);
  return { ...assembled, ...lines, problems, leftOut };
}

function textOf(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}
