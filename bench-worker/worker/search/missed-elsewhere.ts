import path from "node:path";
import type { AsyncFunction, IoCall } from "../../../analysis/model.ts";
import { codeOfFile } from "../../../analysis/components/code-of.ts";
import { ENDS_ELSEWHERE, leftOutSentence } from "../../part-measured.ts";
import { remark, type Remark } from "../../remark.ts";
import { reachWatch } from "../load/reach-watch.ts";
import type { Contestant } from "../measure/contestant.ts";
import { namedCalls, watchedCall } from "../missed-calls.ts";
import { callsOfSuccess } from "./calls-of-success.ts";
import type { Trials } from "./trials.ts";

/** Files that are looked into: each takes an attempt of its own. */
const FILES_AT_MOST = 2;

/** A function of another file of the project that ran, and the I/O calls on its path of success. */
interface Ran {
  readonly name: string;
  readonly calls: readonly IoCall[];
}

/**
 * What is said of other functions of the project in which a call made I/O calls, and that it left before others of theirs: the call
 * is made again with each file watched.
 */
export async function missedElsewhere(contestant: Contestant, trials: Trials): Promise<Remark[]> {
  const remarks: Remark[] = [];
  const { last } = trials;
  if (last === undefined) return remarks;
  for (const [file, ran] of [...ranElsewhere(contestant, trials)].slice(0, FILES_AT_MOST)) {
    const calls = ran.flatMap((one) => one.calls);
    const text = contestant.target.projectTexts.get(file)!;
    const watched = {
      calls: calls.map((call) => watchedCall(call, text)),
      returns: new Set<number>(),
    };
    const heard = await trials.orNothing(() => reachWatch.during(file, watched, () => trials.make(last)));
    const missed = new Set((heard?.missed ?? []).map((index) => calls[index]!));
    for (const one of ran) {
      const left = one.calls.filter((call) => missed.has(call));
      const isOwn = file === contestant.target.source.file;
      const where = `In ${one.name}${isOwn ? "" : ` (${path.basename(file)})`}, of`;
      if (left.length === 0) continue;
      const calls = left.map(({ expression, position }) => ({ expression, line: position.line }));
      const text = leftOutSentence(where, namedCalls(left), left.length, ENDS_ELSEWHERE);
      remarks.push(remark("left-out-elsewhere", text, { calls }));
    }
  }
  return remarks;
}

/** By file: functions that were on the stack of an I/O call, where not all of their I/O calls are among those that were made. */
function ranElsewhere({ recording, target }: Contestant, trials: Trials): Map<string, Ran[]> {
  const { source, projectTexts } = target;
  const lines = new Map<string, Set<number>>();
  for (const { frames } of recording.operations)
    for (const { file, line } of frames) {
      if (!projectTexts.has(file)) continue;
      lines.set(file, (lines.get(file) ?? new Set()).add(line));
    }
  const found = new Map<string, Ran[]>();
  for (const [file, own] of lines) {
    const code = codeOfFile(file, projectTexts.get(file)!);
    if (code === undefined) continue;
    const { functions } = trials.services.analyze(code.text, code.language);
    const others = file === source.file ? functions.filter((one) => !isAround(one, target)) : functions;
    const ran = functionsAt(others, own).flatMap((one): Ran[] => {
      const calls = callsOfSuccess({ functions, target: one }, { ...code, file });
      const isMissed = calls.some(({ position }) => !own.has(position.line));
      return isMissed ? [{ name: one.name, calls }] : [];
    });
    if (ran.length > 0) found.set(file, ran);
  }
  return found;
}

/** Whether a function is the target, stands in it, or around it: what these miss is said of the target itself. */
function isAround({ range }: AsyncFunction, { asyncFunction }: Contestant["target"]): boolean {
  const own = asyncFunction.range;
  return (
    (own.start <= range.start && range.end <= own.end) || (range.start <= own.start && own.end <= range.end)
  );
}

/** The innermost function around each of some lines. */
function functionsAt(functions: readonly AsyncFunction[], lines: ReadonlySet<number>): AsyncFunction[] {
  const around = [...lines].flatMap(
    (line) => functions.findLast(({ position, endLine }) => position.line <= line && line <= endLine) ?? [],
  );
  return [...new Set(around)];
}
