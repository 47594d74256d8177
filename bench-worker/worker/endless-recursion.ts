import path from "node:path";
import { languageOfFile } from "../../analysis/language.ts";
import { endlessRecursion as recursionAt } from "../../analysis/steering/endless-recursion.ts";
import type { TargetSource } from "../protocol.ts";
import { causeOf, sourceTextOf } from "./blame.ts";
import { Unmeasurable } from "./harness/unmeasurable.ts";
import { framesOf, sayThrown, stackOf } from "./io/call-site.ts";

/**
 * Why a call overflowed the stack where a function on its way calls itself before it does anything else: nothing that is made up
 * could end that. Null where it did not, or where something might.
 */
export function endlessRecursion(error: unknown, source: TargetSource): Unmeasurable | null {
  const cause = causeOf(error);
  if (!/Maximum call stack/.test(sayThrown(cause))) return null;
  const textOf = sourceTextOf(source);
  for (const { file, line, column } of framesOf(stackOf(cause))) {
    const text = textOf(file);
    const language = file === source.file ? source.language : languageOfFile(file);
    const found = text === null || language === undefined ? null : recursionAt(text, language, line, column);
    if (found === null) continue;
    const place = file === source.file ? `at line ${found.line}` : `at ${path.basename(file)}:${found.line}`;
    return new Unmeasurable(
      "failed",
      `${found.name} calls itself ${place} before it does anything else, so a call of it has no end.`,
      "Give the recursion an end before that line.",
    );
  }
  return null;
}
