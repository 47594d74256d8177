/**
 * The name of the file that the process was started with, as targets see it: none of theirs, so that a module which
 * asks whether it is the program itself, by its whole path or by its name, is not.
 */
export const PROGRAM = "async-cost-benchmark.js";
