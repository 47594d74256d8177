import { stat } from "node:fs/promises";
import path from "node:path";
import type { RecordedFunction, Recording } from "../../contract/recording.ts";
import { readRecording, RECORDINGS_FOLDER, type ReadRecording } from "./store.ts";
import type { TextFunction, TextFunctions } from "./text-functions.ts";

/** A project that has recordings. */
export interface RecordedProject {
  /** The folder that files are relative to. */
  readonly root: string;
  /** The folder of its recordings. */
  readonly folder: string;
}

/** The nearest folder around a file or folder that has recordings; null where none has. */
export async function recordedProject(file: string): Promise<RecordedProject | null> {
  for (let root = file; ; root = path.dirname(root)) {
    const folder = path.join(root, RECORDINGS_FOLDER);
    const found = await stat(folder).catch(() => null);
    if (found?.isDirectory() === true) return { root, folder };
    if (path.dirname(root) === root) return null;
  }
}

/** The recording of a source file that is given absolutely: of the nearest project around it that has recordings. */
export async function recordingOf(
  file: string,
): Promise<{ project: RecordedProject; read: ReadRecording } | null> {
  const project = await recordedProject(path.dirname(file));
  if (project === null) return null;
  const source = path.relative(project.root, file).split(path.sep).join("/");
  const shown = (named: string): string => path.relative(project.root, named).split(path.sep).join("/");
  return { project, read: await readRecording(project.folder, source, shown) };
}

/** What a recording has of a function. */
export interface FoundFunction {
  readonly recorded: RecordedFunction;
  /** Its own text has changed since. */
  readonly isChanged: boolean;
}

/**
 * The calls of the function that begins at an offset of the present text: by its text, wherever that stood; else by its name,
 * where no other function there has the text that was recorded.
 */
export function recordedFunction(
  { functions }: Recording,
  text: TextFunctions,
  functionStart: number,
): FoundFunction | null {
  const own = text.functions.find(({ start }) => start === functionStart);
  if (own === undefined) return null;
  const name = text.nameOf(own);
  const ofText = functions.filter(({ textHash }) => textHash === own.textHash);
  // Of several functions with one text the first has the first recording, and so on.
  const alike = text.functions.filter(({ textHash }) => textHash === own.textHash);
  const sameName = ofText.filter((one) => one.name === name);
  const recorded =
    sameName.length === 1
      ? sameName[0]
      : alike.length === ofText.length
        ? ofText[alike.indexOf(own)]
        : nearest(ofText, own);
  if (recorded !== undefined) return { recorded, isChanged: false };
  const present = new Set(text.functions.map(({ textHash }) => textHash));
  const ofName = functions.filter((one) => one.name === name && !present.has(one.textHash));
  const changed = nearest(ofName, own);
  return changed === undefined ? null : { recorded: changed, isChanged: true };
}

function nearest(list: readonly RecordedFunction[], to: TextFunction): RecordedFunction | undefined {
  return [...list].sort((one, other) => Math.abs(one.line - to.line) - Math.abs(other.line - to.line))[0];
}
