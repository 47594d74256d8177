import type { Measure } from "../benchmark-options.ts";
import type { RunRequest, RunResult } from "../protocol.ts";

/** What the next process is to do. */
export interface Step {
  readonly measure: Measure;
  readonly processBudgetMilliseconds: number;
  /** A short first process, whose time counts only until there are better ones. */
  readonly quick: boolean;
  /** Processes that run at the same time; 1 where it is left out. What is told as taking time must not be taken side by side. */
  readonly atOnce?: number;
  /**
   * Gives what runs meanwhile, where what is told by this step is no time: processes of another measure, one after the other
   * for as long as it takes; null where none is wanted. Only beside processes that all targets share.
   */
  readonly beside?: () => Step | null;
}

/** A process that has come to its end, and what it was asked. */
export interface Ended {
  readonly request: RunRequest;
  readonly result: RunResult;
}
