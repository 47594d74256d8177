import { changedLines } from "../../../analysis/source/changed-lines.ts";
import { CHANGED_LINES_AT_MOST, type ChangedLinesRun } from "../../target-result.ts";
import type { TargetSource } from "../../protocol.ts";
import { reachWatch } from "../load/reach-watch.ts";
import type { Analyze, LoadServices } from "../load/load-services.ts";

/**
 * Which lines of a function run in a call, of those that the other version with which it is compared has not. Undefined where it is
 * compared with none or with several, or that cannot be heard.
 *
 * @param call Loads it anew, and makes the call.
 */
export async function changedLinesRun(
  source: TargetSource,
  { analyze, counterparts = [] }: Pick<LoadServices, "analyze" | "counterparts">,
  call: () => Promise<unknown>,
): Promise<ChangedLinesRun | undefined> {
  const [other, ...others] = counterparts;
  if (other === undefined || others.length > 0 || source.written !== undefined) return undefined;
  const [own, its] = [functionIn(source, analyze), functionIn(other, analyze)];
  const lines = own && its && changedLines(its.text, own.text)?.added.map((line) => line + own.line - 1);
  if (lines === undefined || lines.length > CHANGED_LINES_AT_MOST) return undefined;
  if (lines.length === 0) return { run: [], notRun: [] };
  const watched = {
    ...{ calls: [], returns: new Set<number>() },
    lines: { first: own!.line, last: own!.endLine, lines },
  };
  try {
    const { run, notRun } = await reachWatch.during(source.file, watched, call);
    // The head of the function tells nothing.
    return run.length + notRun.length === 0 ? undefined : { run: [...run], notRun: [...notRun] };
  } catch {
    return undefined;
  }
}

function functionIn(
  { text, language, functionStart }: TargetSource,
  analyze: Analyze,
): { readonly text: string; readonly line: number; readonly endLine: number } | undefined {
  const found = analyze(text, language).functions.find(({ range }) => range.start === functionStart);
  if (found === undefined) return undefined;
  const { range, endLine } = found;
  const line = text.slice(0, range.start).split("\n").length;
  return { text: text.slice(range.start, range.end), line, endLine };
}
