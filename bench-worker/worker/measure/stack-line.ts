import type { TargetSource } from "../../protocol.ts";
import { framesOf } from "../io/call-site.ts";
import type { LoadedTarget } from "../load/load-target.ts";
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
 * @param calls The I/O calls of the function, as its source shows them: they tell callbacks of one text apart.
 * @param compiled What ran in place of the source, line for line: types and imports are gone from callbacks, too.
 */
export function reportedLine(
  sighting: Sighting,
  operation: Pick<RecordedOperation, "line" | "callbackText">,
  source: Pick<TargetSource, "file" | "text">,
  calls: readonly Lines[],
  compiled?: string,
): number | null {
  const frames = [sighting.errorStack, sighting.deliveryStack]
    .flatMap(framesOf)
    .filter(({ file }) => file === source.file);
  const [call, ...others] = calls.filter(({ line }) => line === operation.line);
  const { callbackText } = operation;
  const isAsWritten = compiled === undefined || source.text.includes(callbackText ?? "");
  const text = isAsWritten ? source.text : compiled;
  const callback = linesOf(callbackText, text, others.length === 0 ? call : undefined);
  const names = (line: number): boolean =>
    line === operation.line || (callback !== null && callback.first <= line && line <= callback.last);
  return frames.some(({ line }) => names(line)) ? operation.line : (frames[0]?.line ?? null);
}

/** Lines of a text, both ends included. */
interface Extent {
  readonly first: number;
  readonly last: number;
}

/** The lines of an I/O call with all that it is given, and the one that engines name. */
export interface Lines extends Extent {
  readonly line: number;
}

/** Those of a target's I/O calls. */
export function callsOf({
  asyncFunction,
  analyzedText: text,
}: Pick<LoadedTarget, "asyncFunction" | "analyzedText">): Lines[] {
  return asyncFunction.ioCalls.map(({ range, position }) => ({
    line: position.line,
    ...extentOf(text, range.start, range.end),
  }));
}

/**
 * The lines of a function's text in the source. Where it stands there more than once it is the one that the call was given; a
 * bound function does not tell its text: there it is what the call was given. Null where that cannot be told.
 */
function linesOf(functionText: string | null, text: string, call: Lines | undefined): Extent | null {
  // The target may have replaced what tells it.
  if (functionText === null || functionText === "") return null;
  const at = text.indexOf(functionText);
  if (at === -1) return call !== undefined && NATIVE.test(functionText) ? call : null;
  if (!text.includes(functionText, at + 1)) return extentOf(text, at, at + functionText.length);
  if (call === undefined) return null;
  const within = text.split("\n").slice(call.first - 1, call.last + functionText.split("\n").length);
  const ofCall = within.join("\n");
  const own = ofCall.indexOf(functionText);
  if (own === -1) return null;
  const found = extentOf(ofCall, own, own + functionText.length);
  const first = found.first + call.first - 1;
  return first > call.last ? null : { first, last: found.last + call.first - 1 };
}

const NATIVE = /\{\s*\[native code\]\s*\}$/;

function extentOf(text: string, from: number, to: number): Extent {
  const first = countLines(text, 0, from) + 1;
  return { first, last: first + countLines(text, from, to) };
}

function countLines(text: string, from: number, to: number): number {
  let count = 0;
  for (let i = text.indexOf("\n", from); i !== -1 && i < to; i = text.indexOf("\n", i + 1)) count++;
  return count;
}
