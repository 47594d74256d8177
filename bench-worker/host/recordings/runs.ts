import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline";
import * as v from "valibot";
import { recorderLineSchema, type RecorderLine } from "../../contract/recorder-lines.ts";
import { parseAs } from "../../parse-as.ts";

/** A run of a command that is recorded, or was until it was killed. */
export interface Run {
  /** The folder that the recorder's lines go to, a file a process. */
  readonly folder: string;
  /** As the user typed it. */
  readonly command: string;
}

const runSchema = v.object({ root: v.string(), command: v.string(), pid: v.number(), startedAt: v.string() });

/** Tells of a folder of lines whose it is. */
const RUN_FILE = "run.json";

/**
 * Makes the folder of a run. It lies in the user's cache folder, not in the project: programs that watch that for changes would
 * start again with each line.
 *
 * @param root The project's folder.
 */
export async function startRun(cache: string, root: string, command: string, now: Date): Promise<Run> {
  const folder = path.join(runsFolder(cache, root), randomUUID());
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const run: v.InferOutput<typeof runSchema> = {
    root,
    command,
    pid: process.pid,
    startedAt: now.toISOString(),
  };
  await writeFile(path.join(folder, RUN_FILE), JSON.stringify(run));
  return { folder, command };
}

/** Runs of a project whose process is no more, and whose lines nobody has taken in; the earliest first. */
export async function leftRuns(
  cache: string,
  root: string,
  isAlive: (pid: number) => boolean,
): Promise<Run[]> {
  const folders = await readdir(runsFolder(cache, root)).catch(() => []);
  const runs: (Run & { startedAt: string })[] = [];
  for (const name of folders) {
    const folder = path.join(runsFolder(cache, root), name);
    try {
      const run = parseAs(runSchema, JSON.parse(await readFile(path.join(folder, RUN_FILE), "utf8")), "run");
      if (run.root === root && !isAlive(run.pid)) runs.push({ folder, ...run });
    } catch {
      // One that is being made, or that we did not make.
    }
  }
  return runs.sort((left, right) => (left.startedAt < right.startedAt ? -1 : 1));
}

/** What was in the folder of a run. */
export interface LinesRead {
  /** Processes that had the recorder in them. */
  readonly processes: number;
  /** Lines that are none of the recorder's; the last one of a file may be cut, as its process was killed. */
  readonly broken: number;
}

/** The files of a run's lines, one a process that had the recorder in it. */
export async function filesOfLines({ folder }: Run): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => name !== RUN_FILE);
  return names.sort().map((name) => path.join(folder, name));
}

/** Gives all lines of a run, one after the other: there may be more of them than memory. */
export async function readLines(run: Run, take: (line: RecorderLine) => void): Promise<LinesRead> {
  const files = await filesOfLines(run);
  let broken = 0;
  for (const file of files) {
    const input = createReadStream(file, "utf8");
    let wasBroken = false;
    for await (const text of createInterface({ input, crlfDelay: Infinity })) {
      if (wasBroken) broken++;
      const line = text === "" ? null : parsed(text);
      wasBroken = line === null && text !== "";
      if (line !== null) take(line);
    }
  }
  return { processes: files.length, broken };
}

/** Takes the lines of a run away, once they are in recordings. */
export async function endRun({ folder }: Run): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}

function parsed(text: string): RecorderLine | null {
  try {
    return parseAs(recorderLineSchema, JSON.parse(text), "line of the recorder");
  } catch {
    return null;
  }
}

function runsFolder(cache: string, root: string): string {
  return path.join(cache, "recording", createHash("sha256").update(root).digest("hex").slice(0, 16));
}
