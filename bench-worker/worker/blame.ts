import { isGuardedThrow } from "./program/guarded-throw.ts";
import type { TargetSource } from "../protocol.ts";
import { Unsettled } from "./call/run-calls.ts";
import { framesOf, sayThrown, stackOf } from "./io/call-site.ts";
import { Unmeasurable } from "./harness/unmeasurable.ts";
import { LoadingFailed } from "./load/load-target.ts";
import { CallFailed } from "./measure/contestant.ts";

/** What brought an end about, where that is known. */
export function causeOf(error: unknown): unknown {
  return error instanceof Unmeasurable ? error.cause : error;
}

/** What the target, or something that it left behind, threw. */
export function thrownBy(error: unknown): unknown {
  if (error instanceof CallFailed) return error.error;
  return error instanceof Unsettled && error.escaped.length > 0 ? error.escaped[0]!.error : error;
}

/** Errors at a module's top that what it imports is to blame for. */
const COMES_FROM_ELSEWHERE =
  /is not defined|Class extends value|Cannot destructure|is not a constructor|is not a function/;

/** Whether another attempt may come to a better end: not where the module itself says that it will not be used. */
export function mayBeOtherwise(error: unknown, { file, text }: TargetSource): boolean {
  if (!(error instanceof LoadingFailed)) return true;
  if (error.state === "timed-out") return false;
  const { cause } = error;
  const [frame] = framesOf(stackOf(cause));
  if (frame?.file !== file || COMES_FROM_ELSEWHERE.test(sayThrown(cause))) return true;
  // What is there and what it has, differs from one process to another.
  const isOfProcess = OF_THE_PROCESS.test(text.split("\n")[frame.line - 1] ?? "");
  return isOfProcess || isGuardedThrow(text, file, frame.line);
}

const OF_THE_PROCESS = /\b(?:process|parentPort|window|document|navigator|globalThis)\b/;
