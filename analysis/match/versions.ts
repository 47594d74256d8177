import type { AsyncFunction, FileAnalysis, Language } from "../model.ts";

/** One version of a file, read. */
export interface FileVersion {
  /** Tells files apart; a file that was renamed has the same one in both versions. */
  readonly path: string;
  readonly text: string;
  readonly language: Language;
  readonly analysis: FileAnalysis;
}

/** One function in one version of its file. */
export interface FunctionVersion {
  readonly file: FileVersion;
  readonly found: AsyncFunction;
}

/** Whether the text of a function tells that it is asynchronous; else the other version's does. */
export function isToldAsynchronous({ file, found }: FunctionVersion): boolean {
  return file.analysis.functions.includes(found);
}
