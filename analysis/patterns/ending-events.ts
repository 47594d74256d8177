/** Events by which streams and emitters tell that they have come to an end: who calls their maker waits for the first. */
export const ENDING_EVENTS: readonly string[] = [
  "end",
  "finish",
  "close",
  "done",
  "complete",
  "completed",
  "success",
  "exit",
  "ready",
  "load",
  "result",
  "response",
];
