import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { parseRecording, RECORDING_VERSION, type Recording } from "../../contract/recording.ts";
import { formatJson } from "./format.ts";

/** Larger ones are not read: nobody wrote that by recording. */
const MOST_BYTES = 50_000_000;
/** Larger ones are not written: calls are left out. */
const MOST_WRITTEN = 20_000_000;

/** A recording that was read, or one sentence that says why not and what to do. */
export type ReadRecording =
  | { readonly state: "read"; readonly file: string; readonly recording: Recording }
  | { readonly state: "missing" }
  | { readonly state: "unreadable"; readonly file: string; readonly problem: string };

/** The file that the recording of a source file is kept in. `source` is relative to the project, with forward slashes. */
export function recordingFile(folder: string, source: string): string {
  return path.join(folder, ...`${source}.json`.split("/"));
}

/**
 * Reads the recording of a source file. What is damaged, foreign or too large is no recording, and left as it is.
 *
 * @param shown How the file is called in the sentence, which the user reads.
 */
export async function readRecording(
  folder: string,
  source: string,
  shown: (file: string) => string,
): Promise<ReadRecording> {
  const read = await readRecordingFile(recordingFile(folder, source), shown);
  if (read.state !== "read" || read.recording.file === source) return read;
  const { file, recording } = read;
  const problem = `${shown(file)} is a recording of ${recording.file}, and stands where that of ${source} does; move it`;
  return { state: "unreadable", file, problem };
}

/** Reads a recording, wherever it lies. */
export async function readRecordingFile(
  file: string,
  shown: (file: string) => string,
): Promise<ReadRecording> {
  const unreadable = (why: string): ReadRecording => ({
    state: "unreadable",
    file,
    problem: `${shown(file)} ${why}`,
  });
  let text: string;
  try {
    const { size } = await stat(file);
    if (size > MOST_BYTES) {
      const megabytes = `${Math.round(size / 1e6)} MB, more than ${MOST_BYTES / 1e6} MB`;
      return unreadable(`is not read: it has ${megabytes}; remove it and record again, with --calls 1`);
    }
    text = await readFile(file, "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ENOENT" || code === "ENOTDIR") return { state: "missing" };
    return unreadable(`cannot be read (${String(code ?? error)}); see who may read it`);
  }
  const again = "remove it and record again";
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return unreadable(`is damaged: it is no JSON; ${again}, or take it from version control`);
  }
  if (versionOf(data) > RECORDING_VERSION) {
    return unreadable(`was written by a newer Async Cost; use that, or ${again}`);
  }
  try {
    return { state: "read", file, recording: parseRecording(data) };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return unreadable(`is no recording (${why}); ${again}, if it is not yours`);
  }
}

/** All recordings in a folder, in the order of their source files, and a sentence for each file that is none. */
export async function readRecordings(
  folder: string,
  shown: (file: string) => string,
): Promise<{ recordings: Recording[]; problems: string[] }> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const sources = names
    .filter((entry) => entry.isFile() && entry.name.endsWith(ENDING))
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .map((file) => file.slice(0, -ENDING.length).split(path.sep).join("/"))
    .sort();
  const recordings: Recording[] = [];
  const problems: string[] = [];
  for (const source of sources) {
    const read = await readRecording(folder, source, shown);
    if (read.state === "read") recordings.push(read.recording);
    else if (read.state === "unreadable") problems.push(read.problem);
  }
  return { recordings, problems };
}

const ENDING = ".json";

/** What was written. */
export interface Written {
  readonly file: string;
  /** Calls that were left out, as the file would have been too large. */
  readonly leftOut: number;
}

/**
 * Writes a recording as a whole or not at all, and not where it is there already. One that would be too large loses calls: of
 * each path all but one, then those of the rarest paths.
 */
export async function writeRecording(
  folder: string,
  recording: Recording,
  mostBytes = MOST_WRITTEN,
): Promise<Written> {
  const file = recordingFile(folder, recording.file);
  const { text, leftOut } = fitted(recording, mostBytes);
  const present = await readFile(file, "utf8").catch(() => null);
  if (present === text) return { file, leftOut };
  await mkdir(path.dirname(file), { recursive: true });
  const beside = `${file}.${process.pid}.tmp`;
  try {
    await writeFile(beside, text, { flag: "wx" });
    await rename(beside, file);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
  return { file, leftOut };
}

/** Takes away the recording of a source file, and folders that are empty then. */
export async function removeRecording(folder: string, source: string): Promise<void> {
  await rm(recordingFile(folder, source));
  for (let at = path.dirname(recordingFile(folder, source)); at !== folder; at = path.dirname(at)) {
    if ((await readdir(at)).length > 0) return;
    await rm(at, { recursive: true });
  }
}

function fitted(recording: Recording, mostBytes: number): { text: string; leftOut: number } {
  let fitting = recording;
  for (let step = 0; ; step++) {
    const text = formatJson(fitting);
    const kept = keptIn(fitting);
    if (Buffer.byteLength(text) <= mostBytes || kept === 0)
      return { text, leftOut: keptIn(recording) - kept };
    fitting = step === 0 ? oneOfEachPath(fitting) : ofMostFrequentPaths(fitting, Math.floor(kept / 2));
  }
}

function keptIn({ functions }: Recording): number {
  return functions.reduce((sum, { paths }) => sum + paths.reduce((all, { kept }) => all + kept.length, 0), 0);
}

function oneOfEachPath(recording: Recording): Recording {
  return withKept(recording, ({ kept }) => kept.slice(0, 1));
}

function ofMostFrequentPaths(recording: Recording, most: number): Recording {
  const counts = recording.functions.flatMap(({ paths }) => paths.filter(({ kept }) => kept.length > 0));
  const chosen = new Set(counts.sort((left, right) => right.calls - left.calls).slice(0, most));
  return withKept(recording, (one) => (chosen.has(one) ? one.kept : []));
}

type Path = Recording["functions"][number]["paths"][number];

function withKept(recording: Recording, choose: (path: Path) => Path["kept"]): Recording {
  return {
    ...recording,
    functions: recording.functions.map((one) => ({
      ...one,
      paths: one.paths.map((each) => ({ ...each, kept: choose(each) })),
    })),
  };
}

function versionOf(data: unknown): number {
  const isObject = typeof data === "object" && data !== null && "version" in data;
  return isObject && typeof data.version === "number" ? data.version : 0;
}
