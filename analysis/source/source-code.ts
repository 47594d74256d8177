import type { Language, Problem } from "../model.ts";

/** What is to be read as a program, with the offsets and lines of the file that it is in. */
export interface SourceCode {
  readonly text: string;
  readonly language: Language;
  /** What of the file is left out and might be looked for. */
  readonly problems: readonly Problem[];
}
