import type { TargetSource } from "../../protocol.ts";
import { framesOf } from "../io/call-site.ts";
import type { RecordedOperation } from "./record.ts";

/** Where the error was seen, and by which stacks. */
export interface Sighting {
  /** The stack of the error that was delivered, or that escaped. */
  readonly errorStack: string;
  /** The stack at the moment when it reached the caller's callback; empty where it came by a promise. */
  readonly deliveryStack: string;
}

/**
 * The line of the target's file that the stacks name for a failing operation: the call's own line where a frame of
 * either names it, else the first that either names, else null.
 *
 * A frame inside of the very callback that was given to the operation names the operation as well as its line does,
 * so it counts as the call's line: this is how the seeds count the stack at the final callback.
 */
export function reportedLine(
  sighting: Sighting,
  operation: Pick<RecordedOperation, "line" | "callbackText">,
  source: Pick<TargetSource, "file" | "text">,
): number | null {
  const frames = [sighting.errorStack, sighting.deliveryStack]
    .flatMap(framesOf)
    .filter(({ file }) => file === source.file);
  const callback = linesOf(operation.callbackText, source.text);
  const names = (line: number): boolean =>
    line === operation.line || (callback !== null && callback.first <= line && line <= callback.last);
  return frames.some(({ line }) => names(line)) ? operation.line : (frames[0]?.line ?? null);
}

/** The lines of a function's text in the source; null where it is not there, or not exactly once. */
function linesOf(functionText: string | null, text: string): { first: number; last: number } | null {
  if (functionText === null) return null;
  const at = text.indexOf(functionText);
  if (at === -1 || text.includes(functionText, at + 1)) return null;
  const first = countLines(text, 0, at) + 1;
  return { first, last: first + countLines(functionText, 0, functionText.length) };
}

function countLines(text: string, from: number, to: number): number {
  let count = 0;
  for (let i = text.indexOf("\n", from); i !== -1 && i < to; i = text.indexOf("\n", i + 1)) count++;
  return count;
}
