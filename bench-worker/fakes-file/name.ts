/** The end of a fakes file's name. */
export const FAKES_FILE_ENDING = ".async-cost.js";

/** The fakes file beside a source file: `upload.async-cost.js` for `upload.ts`. */
export function fakesFileBeside(sourceFile: string): string {
  return `${sourceFile.replace(/\.[^./\\]+$/, "")}${FAKES_FILE_ENDING}`;
}

/** What the editor's command is called that writes a fakes file. */
export const WRITE_FAKES_TITLE = "Write Fakes for This Function";

/** Whether a result's hint says that writing fakes helps. */
export function advisesFakes(hint: string | undefined): boolean {
  return hint?.includes(WRITE_FAKES_TITLE) ?? false;
}

/** The entry of a fakes file that is for every function. */
export const EVERY_FUNCTION = "*";
