/**
 * Loads ES modules on a Node that has no hooks for that in the thread of the modules themselves. What it takes is in the recorder's
 * bundle, which lies beside this one and does not begin to record in this thread.
 */
import "./no-recording-here.ts";

export { load } from "./recorder.cjs";
