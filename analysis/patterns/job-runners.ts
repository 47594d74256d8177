import { isCallbackName } from "./callback-names.ts";

/** Operations that run the function they are given again when it has failed, and give its promise back. */
const RETRIES =
  /^(?:attempt|(?:with|p|async|promise)?[rR]etry|retry(?:Async|Operation)|\w+With(?:Retry|Backoff)|back[oO]ff)$/;
/** Those that run it when its turn has come. */
const LIMITS = /^(?:limit|runExclusive)$/;
/** What does so, by its last name, and by which operations: those of other things do I/O. */
const RUNNER = /(?:[qQ]ueue|[lL]imit(?:er)?|[sS]em(?:aphore)?|[mM]utex|[sS]cheduler)_?$/;
const TAKES_JOB = /^(?:add|push|enqueue|defer|schedule|run|submit|acquire|take|lock)$/;
/** What a function is told that is run so: how to say that it is done, or which attempt it is. */
const TOLD_TO_JOB = /^_?(?:n|i|release|leave|unlock|attempt\w*|\w+Attempt|retry|again|bail)$/;

/** Whether a function of that name runs the one that it is given, and does nothing else. */
export function isRunnerName(name: string): boolean {
  return RETRIES.test(name) || LIMITS.test(name);
}

/**
 * Whether a call does nothing but to run the function that it is given first, or a retrier behind options: `operation.attempt((n) => …)`,
 * `this.queue.push((done) => …)`.
 *
 * @param receiver The last name of what it is called on; may be empty.
 * @param names Those of the function's parameters.
 */
export function onlyRuns(
  operation: string,
  receiver: string,
  isFirst: boolean,
  names: readonly string[],
): boolean {
  const isRunner =
    RETRIES.test(operation) ||
    (isFirst && (LIMITS.test(operation) || (RUNNER.test(receiver) && TAKES_JOB.test(operation))));
  return isRunner && names.every((name) => isCallbackName(name) || TOLD_TO_JOB.test(name));
}
