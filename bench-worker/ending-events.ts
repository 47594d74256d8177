/** Events by which streams and emitters tell that they have come to an end: who calls their maker waits for the first. */
export { ENDING_EVENTS } from "../analysis/patterns/ending-events.ts";
