/** The end of a fakes file's name. */
export const FAKES_FILE_ENDING = ".async-cost.js";

/** The fakes file beside a source file: `upload.async-cost.js` for `upload.ts`. */
export function fakesFileBeside(sourceFile: string): string {
  return `${sourceFile.replace(/\.[^./\\]+$/, "")}${FAKES_FILE_ENDING}`;
}

/** The entry of a fakes file that is for every function. */
export const EVERY_FUNCTION = "*";
