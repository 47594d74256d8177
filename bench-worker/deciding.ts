import { ENDS_COLD } from "./cold.ts";
import { ENDS_CACHE, ENDS_LEFT, KEPT } from "./part-measured.ts";
import type { Remark } from "./remark.ts";

/** How it begins to be said that two do not get on in one process. */
export const APART_FROM_OTHERS = "Measured apart from the others";

/** How the worker says that no I/O call was come to. */
export const WITHOUT_IO = "So these are the numbers of a call without I/O.";

/** How the worker ends to say that the function ends the process. */
export const ENDS_PROCESS = "a call is taken to end there, and nothing was ended.";

/** What the worker says of calls that take longer the more there were. */
export const GROWS =
  "A call takes longer the more calls there were before it, as if it went through a list that grows with each: its time depends on how often it was called.";
/** The same of a preparation, where each call got an instance of its own, on which it does not. */
export const NEW_AS_IT_GROWS =
  "Each call got an instance of its own, which is part of the cost: on one that all share a call takes longer the more there were before it, as if it went through a list that grows with each.";

/** What the worker says of a call that streams a file that is not there. */
export const SMALL_FILES =
  "It streams a made-up file of a few bytes: what many pieces take, and the memory that is spared by never holding them all, is no part of the numbers.";

/** How the worker ends to say of what a package gives, as its paginators do, that its own code did not run. */
export const ENDS_MADE_UP = "was made up with its package, and is no part of the numbers.";

/** How it is said of packages that nobody has installed that they are no part of the numbers. */
export const MADE_UP_AS_MISSING = "not installed and";

/** How the worker ends to say that calls which are in flight together are not all alike. */
export const ENDS_GUARDED = "so time and memory are of both kinds of calls together.";

const STARTS = [APART_FROM_OTHERS, GROWS, NEW_AS_IT_GROWS, SMALL_FILES];
const ENDS = [ENDS_CACHE, ENDS_COLD, ENDS_PROCESS, ENDS_MADE_UP, ENDS_GUARDED];
const WITHIN = [MADE_UP_AS_MISSING, KEPT, ENDS_LEFT];

/**
 * Whether a warning decides what the numbers mean, or whether they mean anything: that they are of a path of failure, of a
 * part of what the function does, of the function apart from its module, of code that was not warm, or of a call that costs
 * more from time to time.
 *
 * @param remarks Of the result that has it: what has a code goes by that.
 */
export function isDeciding(warning: string, remarks: readonly Remark[] = []): boolean {
  return (
    remarks.some(({ text, severity }) => severity === "decisive" && text === warning) ||
    STARTS.some((start) => warning.startsWith(start)) ||
    ENDS.some((end) => warning.endsWith(end)) ||
    WITHIN.some((said) => warning.includes(said))
  );
}
