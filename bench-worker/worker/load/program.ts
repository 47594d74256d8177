import path from "node:path";
import { framesOf, stackHere } from "../io/call-site.ts";

/**
 * The name of the file that the process was started with, as targets see it: none of theirs, so that a module which
 * asks whether it is the program itself, by its whole path or by its name, is not.
 */
export const PROGRAM = "async-cost-benchmark.js";

/** The file that this code is in: the worker's bundle. */
const OWN_FILE = framesOf(stackHere())[0]?.file;

/** Whether code of a file is ours. */
export function isHarness(file: string): boolean {
  return file === OWN_FILE || path.basename(file) === PROGRAM;
}
