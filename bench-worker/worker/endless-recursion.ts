import path from "node:path";
import { languageOfFile } from "../../analysis/language.ts";
import { endlessRecursion as recursionAt } from "../../analysis/steering/endless-recursion.ts";
import type { TargetSource } from "../protocol.ts";
import { causeOf, sourceTextOf } from "./blame.ts";
import { Unsettled } from "./call/run-calls.ts";
import { EndlessError } from "./fakes/universal/endless.ts";
import { Unmeasurable } from "./harness/unmeasurable.ts";
import { framesOf, sayThrown, stackOf } from "./io/call-site.ts";

/**
 * Why a call went on without end where a function on its way calls itself each time it is called: nothing that is made up
 * could end that. Null where it did not go on without end, or where something might.
 */
export function endlessRecursion(error: unknown, source: TargetSource): Unmeasurable | null {
  const cause = causeOf(error);
  const goesOn =
    cause instanceof EndlessError || (cause instanceof Unsettled && cause.ioCallsEach !== undefined);
  if (!goesOn && !/Maximum call stack/.test(sayThrown(cause))) return null;
  const textOf = sourceTextOf(source);
  // What was ended as it made more and more I/O calls has no frames: it may be the function itself.
  const start = { file: source.file, line: source.text.slice(0, source.functionStart).split("\n").length };
  for (const { file, line } of [...framesOf(stackOf(cause)), ...(goesOn ? [start] : [])]) {
    const text = textOf(file);
    const language = file === source.file ? source.language : languageOfFile(file);
    const found = text === null || language === undefined ? null : recursionAt(text, language, line);
    if (found === null) continue;
    const place = file === source.file ? `at line ${found.line}` : `at ${path.basename(file)}:${found.line}`;
    return new Unmeasurable(
      "failed",
      `${found.name} calls itself ${place} each time it is called, so a call of it has no end.`,
      "Give the recursion an end: no arguments and no answers of I/O calls could bring one about.",
    );
  }
  return null;
}
