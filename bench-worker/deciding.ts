import { ENDS_COLD } from "./cold.ts";
import { ENDS_CACHE, ENDS_LEFT, KEPT } from "./part-measured.ts";

/** How sentences on preparations say that what was measured is not the call as the program makes it. */
const OF_PREPARATIONS = [
  /^Measured apart from (?:its module|what is around it)\b/,
  /^It does nothing but fail\b/,
  /\bso the path of failure is what was measured\b/,
];

/** How the worker says that no I/O call was come to. */
const WITHOUT_IO = "So these are the numbers of a call without I/O.";

/**
 * Whether a warning decides what the numbers mean, or whether they mean anything: that they are of a path of failure, of a
 * part of what the function does, of the function apart from its module, or of code that was not warm.
 */
export function isDeciding(warning: string): boolean {
  return (
    [ENDS_CACHE, ENDS_LEFT, ENDS_COLD].some((end) => warning.endsWith(end)) ||
    warning.includes(KEPT) ||
    warning.startsWith(WITHOUT_IO) ||
    OF_PREPARATIONS.some((said) => said.test(warning))
  );
}
