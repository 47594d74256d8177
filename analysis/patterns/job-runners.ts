import { isCallbackName } from "./callback-names.ts";

/** Operations that run the function they are given when its turn has come, or again when it has failed: retriers, limiters. */
const RUNS_JOB = /^(?:attempt|\w*[rR]etr(?:y|ies|ying)\w*|\w*[bB]ack_?[oO]ff|throttle|limit|runExclusive)$/;
/** What does so, by its last name, and by which operations: those of other things do I/O. */
const RUNNER =
  /(?:[qQ]ueue|[lL]imit(?:er)?|[tT]hrottler?|[sS]em(?:aphore)?|[mM]utex|[sS]cheduler|[bB]ucket)_?$/;
const TAKES_JOB =
  /^(?:add|push|enqueue|defer|schedule|run|submit|acquire|take|lock|wait|limit|exec(?:ute)?|removeTokens)$/;
/** What a function is told that is run so: how to say that it is done, or which attempt it is. */
const TOLD_TO_JOB = /^_?(?:n|i|release|leave|unlock|free|attempt\w*|\w+Attempt|retry|again|bail|task|job)$/;

/** Whether a function of that name runs the one that it is given, and does nothing else. */
export function isRunnerName(name: string): boolean {
  return RUNS_JOB.test(name);
}

/**
 * Whether an operation does nothing but to run the function it is given, by its name, by the name of what it is called on, and by
 * the names of the function's parameters: `operation.attempt((n) => …)`, `this.queue.push((done) => …)`.
 */
export function onlyRuns(operation: string, receiver: string, parameters: readonly string[]): boolean {
  if (!RUNS_JOB.test(operation) && !(RUNNER.test(receiver) && TAKES_JOB.test(operation))) return false;
  return parameters.every((name) => isCallbackName(name) || TOLD_TO_JOB.test(name));
}
