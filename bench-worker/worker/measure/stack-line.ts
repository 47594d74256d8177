import type { IoCall } from "../../../analysis/model.ts";
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
 *
 * @param ioCalls Those of the function, as its source shows them: they tell callbacks of one text apart.
 */
export function reportedLine(
  sighting: Sighting,
  operation: Pick<RecordedOperation, "line" | "column" | "callbackText">,
  source: Pick<TargetSource, "file" | "text">,
  ioCalls: readonly IoCall[],
): number | null {
  const frames = [sighting.errorStack, sighting.deliveryStack]
    .flatMap(framesOf)
    .filter(({ file }) => file === source.file);
  const call = ioCalls.find(
    ({ position }) => position.line === operation.line && position.column === operation.column,
  );
  const callback = linesOf(operation.callbackText, source.text, call);
  const names = (line: number): boolean =>
    line === operation.line || (callback !== null && callback.first <= line && line <= callback.last);
  return frames.some(({ line }) => names(line)) ? operation.line : (frames[0]?.line ?? null);
}

/**
 * The lines of a function's text in the source. Where it stands there more than once it is the one that the call was given; a
 * bound function does not tell its text: there it is what the call was given. Null where that cannot be told.
 */
function linesOf(
  functionText: string | null,
  text: string,
  call: IoCall | undefined,
): { first: number; last: number } | null {
  if (functionText === null) return null;
  const lines = (from: number, to: number): { first: number; last: number } => {
    const first = countLines(text, 0, from) + 1;
    return { first, last: first + countLines(text, from, to) };
  };
  const at = text.indexOf(functionText);
  if (at !== -1 && !text.includes(functionText, at + 1)) return lines(at, at + functionText.length);
  if (call === undefined) return null;
  const { start, end } = call.range;
  if (at === -1) return NATIVE.test(functionText) ? lines(start, end) : null;
  const own = text.slice(start, end).indexOf(functionText);
  return own === -1 ? null : lines(start + own, start + own + functionText.length);
}

const NATIVE = /\{\s*\[native code\]\s*\}$/;

function countLines(text: string, from: number, to: number): number {
  let count = 0;
  for (let i = text.indexOf("\n", from); i !== -1 && i < to; i = text.indexOf("\n", i + 1)) count++;
  return count;
}
