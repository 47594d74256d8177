import path from "node:path";
import { PROGRAM } from "../load/program.ts";
import { framesOf, stackHere, stackOf, type Frame } from "./call-site.ts";

/** The first frame that is no harness's. */
export function firstOwnFrame(error: unknown): Frame | undefined {
  return framesOf(stackOf(error)).find(({ file }) => !isHarness(file));
}

/** The same of the call that goes on: who calls what is made up. */
export function ownFrameHere(): Frame | undefined {
  return framesOf(stackHere()).find(({ file }) => !isHarness(file));
}

/** The file that this code is in: the worker's bundle. */
const OWN_FILE = framesOf(stackHere())[0]?.file;

/** Whether a file is the worker itself, or what the process was started with. */
export function isHarness(file: string): boolean {
  return file === OWN_FILE || path.basename(file) === PROGRAM;
}
