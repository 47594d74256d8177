import path from "node:path";
import { endlessRecursion as recursionAt } from "./program/endless-recursion.ts";
import type { TargetSource } from "../protocol.ts";
import { causeOf } from "./blame.ts";
import { sourceTextOf } from "./load/source-text.ts";
import { Unsettled } from "./call/run-calls.ts";
import { EndlessError } from "./fakes/universal/endless.ts";
import { Unmeasurable } from "./harness/unmeasurable.ts";
import { framesOf, sayThrown, stackOf, type Frame } from "./io/call-site.ts";

/**
 * Why a call overflowed the stack, or went on without end, where a function on its way calls itself before it does anything else,
 * or whatever else it calls: nothing that is made up could end that. Null where it did not, or where something might.
 */
export function endlessRecursion(error: unknown, source: TargetSource): Unmeasurable | null {
  const cause = causeOf(error);
  const overflows = /Maximum call stack/.test(sayThrown(cause));
  const goesOn = cause instanceof Unsettled && cause.ioCallsEach !== undefined;
  if (!overflows && !goesOn && !(cause instanceof EndlessError)) return null;
  const textOf = sourceTextOf(source);
  for (const { file, line, column } of [...framesOf(stackOf(cause)), startOf(source)]) {
    const text = textOf(file);
    const found = text === null ? null : recursionAt(text, file, line, column, !overflows);
    if (found === null) continue;
    const place = file === source.file ? `at line ${found.line}` : `at ${path.basename(file)}:${found.line}`;
    const how = overflows
      ? "before it does anything else, so a call of it has no end"
      : "whatever its other calls answer, so a call of it goes on without end unless one of them throws";
    return new Unmeasurable(
      "failed",
      `${found.name} calls itself ${place} ${how}.`,
      "Give the recursion an end before that line.",
    );
  }
  return null;
}

/** Where the target begins. */
function startOf({ file, text, functionStart }: TargetSource): Omit<Frame, "name"> {
  const before = text.slice(0, functionStart).split("\n");
  return { file, line: before.length, column: before.at(-1)!.length + 1 };
}
