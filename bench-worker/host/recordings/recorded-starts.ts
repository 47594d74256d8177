import type { SourceCode } from "../../../analysis/source/source-code.ts";
import { recordedFunction, recordingOf } from "./find.ts";
import { textFunctionsOf } from "./text-functions.ts";
import { recordedCallsOf } from "./with-recordings.ts";

/** A function of a text of which there are recorded calls that can be played. */
export interface RecordedStart {
  /** Offset of its text. */
  readonly start: number;
  /** As the recording names it. */
  readonly name: string;
}

/**
 * The functions of a file with recorded calls of their present text, in its order: also those whose text tells nothing of being asynchronous,
 * as they are over once their response has ended.
 *
 * @param file Absolute.
 */
export async function recordedStarts(file: string, code: SourceCode): Promise<RecordedStart[]> {
  const found = await recordingOf(file);
  const text = textFunctionsOf(file, code.text);
  if (found?.read.state !== "read" || text === null) return [];
  const starts: RecordedStart[] = [];
  for (const { start } of text.functions) {
    const known = recordedFunction(found.read.recording, text, start);
    if (known === null || known.isChanged) continue;
    const target = { id: known.recorded.name, file, ...code, functionStart: start };
    if ((await recordedCallsOf(target)).length > 0) starts.push({ start, name: known.recorded.name });
  }
  return starts;
}
