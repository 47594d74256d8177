/**
 * Loads ES modules on a Node that has no hooks for that in the thread of the modules themselves. What it takes is in the recorder's
 * bundle, which that thread has loaded before anything else: what a program preloads may have changed by then how files are read.
 */
export { load } from "./recorder.cjs";
