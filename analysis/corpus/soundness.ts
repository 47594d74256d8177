import { analyze } from "../analyze.ts";
import { assertAddsUp } from "../breakdown/adds-up.ts";
import { breakdownOfEntry } from "../breakdown/breakdown.ts";
import { findFunctions, type Skeleton } from "../functions/find.ts";
import { lex } from "../lexer/lex.ts";
import type { AsyncFunction, FileAnalysis, Language } from "../model.ts";
import { classify } from "../patterns/classify.ts";
import { viewOf } from "../patterns/file-view.ts";
import { brokenInvariant } from "./invariants.ts";

/**
 * What is wrong with the answers for a text, whatever the text is: an error thrown, tokens out of order, ranges that
 * are not nested, sums that are wrong. Undefined where nothing is.
 */
export function unsoundness(text: string, language: Language): string | undefined {
  try {
    return (
      brokenInvariant(lex(text, language)) ??
      unsoundSkeleton(findFunctions(lex(text, language), language)) ??
      unsoundAnalysis(analyze(text, language), text) ??
      unsoundBreakdowns(text, language)
    );
  } catch (error) {
    return error instanceof Error ? `throws ${firstLines(error)}` : "throws something that is no error";
  }
}

/** Types are the one thing that is looked at ahead and then, perhaps, again; whole files take less than one step a token. */
const MOST_TYPE_STEPS_PER_TOKEN = 40;

function unsoundSkeleton({ tokens, typeSteps, functions, functionList }: Skeleton): string | undefined {
  if (typeSteps > MOST_TYPE_STEPS_PER_TOKEN * (tokens.count + 1))
    return `takes ${typeSteps} steps in types for ${tokens.count} tokens`;
  const { starts, ends } = functionList;
  const other = functions.findIndex(
    ({ start, end }, index) => starts[index] !== start || ends[index] !== end,
  );
  return other < 0 ? undefined : `of function ${other} another's tokens are told`;
}

function firstLines(error: Error): string {
  return (error.stack ?? error.message).split("\n", 3).join(" ").replaceAll(/\s+/g, " ");
}

/** What is wrong with an analysis of a text; undefined where nothing is. */
export function unsoundAnalysis(analysis: FileAnalysis, text: string): string | undefined {
  const { functions, problems, tokens } = analysis;
  let start = 0;
  for (const entry of functions) {
    const wrong = unsoundEntry(entry, analysis, start, text.length);
    if (wrong !== undefined) return `${entry.name} at ${entry.range.start}: ${wrong}`;
    ({ start } = entry.range);
  }
  const nested = functions.map(() => 0);
  for (const { parent, tokens: own } of functions) if (parent !== null) nested[parent]! += own;
  const uneven = functions.find((entry, index) => entry.tokens - entry.ownTokens !== nested[index]);
  if (uneven !== undefined) return `${uneven.name}: own and nested tokens do not add up`;
  const top = functions.reduce((sum, entry) => sum + (entry.parent === null ? entry.tokens : 0), 0);
  if (top > tokens) return `the functions have ${top} tokens, the file ${tokens}`;
  const lines = text.split(/\r\n|[\r\n]/).length;
  const outside = problems.find(({ line }) => line < 1 || line > lines);
  return outside === undefined ? undefined : `a problem is in line ${outside.line} of ${lines}`;
}

function unsoundEntry(
  entry: AsyncFunction,
  { functions, tokens }: FileAnalysis,
  behind: number,
  length: number,
): string | undefined {
  const { range, parent, ioCalls, criticalPath } = entry;
  if (range.start < behind) return "it starts before the function before it";
  if (range.end <= range.start || range.end > length) return "its range is empty or outside the text";
  if (entry.ownTokens <= 0 || entry.ownTokens > entry.tokens || entry.tokens > tokens)
    return "its tokens cannot be";
  if ((entry.reach === null) !== (entry.unreachable !== undefined)) return "it is reached and not";
  if (parent !== null) {
    const around = functions[parent];
    if (around === undefined || around.range.start > range.start || around.range.end < range.end)
      return "it is not within its parent";
  }
  for (const call of ioCalls)
    if (call.range.start < range.start || call.range.end > range.end || call.range.end <= call.range.start)
      return `its I/O call ${call.expression} is outside of it`;
  if (criticalPath.ioCalls > ioCalls.length || criticalPath.ioCalls > 0 !== ioCalls.length > 0)
    return `${criticalPath.ioCalls} of ${ioCalls.length} I/O calls are in sequence`;
  return undefined;
}

function unsoundBreakdowns(text: string, language: Language): string | undefined {
  const view = viewOf(findFunctions(lex(text, language), language));
  const classified = classify(view);
  const entries = new Set(classified.map(({ index }) => index));
  for (const entry of classified) {
    try {
      assertAddsUp(breakdownOfEntry(view, entry, entries), text, "the breakdown");
    } catch (error) {
      if (error instanceof Error) return `at ${view.functions[entry.index]!.start}: ${firstLines(error)}`;
      throw error;
    }
  }
  return undefined;
}
