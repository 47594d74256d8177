import path from "node:path";
import type { RecordedFunction, Recording } from "../../contract/recording.ts";
import { recordedProject, type RecordedProject } from "./project-folder.ts";
import { recordedAmong, type Found } from "./recorded-among.ts";
import { readRecording, type ReadRecording } from "./store.ts";
import type { TextFunctions } from "./text-functions.ts";

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

/** The calls of the function that begins at an offset of the present text: see {@link recordedAmong}. */
export function recordedFunction(
  { functions }: Recording,
  text: TextFunctions,
  functionStart: number,
): Found<RecordedFunction> | null {
  const own = text.functions.find(({ start }) => start === functionStart);
  return own === undefined ? null : recordedAmong(functions, text.functions)(own, text.nameOf(own));
}
