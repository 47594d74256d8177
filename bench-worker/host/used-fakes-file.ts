import { analyzeFor } from "../../analysis/analyze.ts";
import { entryHash } from "../fakes-file/entry-hash.ts";
import { entryName } from "../fakes-file/entry-name.ts";
import type { TargetRun, TargetSource } from "../protocol.ts";
import { shortFile } from "./identity.ts";
import type { Tally } from "./tally.ts";

/** Which entry of a fakes file a process used for a target, as its result tells it; undefined where it used none. */
export function fakesFileOf(
  target: TargetSource,
  { fakesFileLine: line }: TargetRun,
  { identity: { name }, fakesFile: before }: Tally,
  workspaceFolder: string | null,
): Tally["fakesFile"] {
  const fakesFile = target.scenario?.fakesFile;
  if (fakesFile === undefined || line === undefined) return undefined;
  const file = shortFile(fakesFile.file, workspaceFolder);
  const entry = before === undefined ? ownEntry(target) : (before.entry ?? name);
  const textHash = entryHash(fakesFile.text, entry);
  return { file, line, ...(entry === name ? {} : { entry }), textHash };
}

function ownEntry({ text, language, functionStart }: TargetSource): string {
  const { functions } = analyzeFor(text, language, functionStart);
  return entryName(
    functions.find(({ range }) => range.start === functionStart)!,
    functions,
  );
}
