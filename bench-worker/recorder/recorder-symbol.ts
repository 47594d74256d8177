/** By this name the code of a file finds what it calls, in whatever realm it runs. */
export const RECORDER_SYMBOL = "async-cost.recorder";
