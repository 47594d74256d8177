import { usualFirst } from "./usual-first.ts";
import type { RecordedFunction, Recording } from "../../contract/recording.ts";
import { presentPaths } from "./stale.ts";
import type { PresentText, TextFunctions } from "./text-functions.ts";

type Path = RecordedFunction["paths"][number];

/** What a merge has to know. */
export interface MergeOptions {
  /** What was run: its earlier run is the one that is replaced. */
  readonly command: string;
  /** Calls of each path that are kept whole. */
  readonly callsOfPath: number;
  readonly present: PresentText;
}

/**
 * The recording of a file after another run, function by function:
 *
 * - One that the run did not call stays as it was, unless the text has it no more.
 * - Of one that it called, what an earlier run of the same command showed is replaced. What other commands showed stays, and is
 *   brought to where the text stands now, unless it is stale: then it is of another function.
 * - A path that both know has the count of the newest run that took it, and the newest of its calls.
 */
export function mergeRecordings(earlier: Recording, run: Recording, options: MergeOptions): Recording {
  const text = options.present(run.file);
  const before = new Set(earlier.functions);
  const merged = run.functions.map((now) => {
    const was = sameFunction(now, [...before]);
    if (was === undefined) return now;
    before.delete(was);
    if (was.textHash !== now.textHash) return now;
    return { ...now, paths: mergePaths(presentPaths(was, options.present).paths, now.paths, options) };
  });
  const left = [...before].flatMap((one) => placed(one, text));
  return {
    ...run,
    functions: [...merged, ...left].sort((one, other) => one.line - other.line || one.column - other.column),
  };
}

function mergePaths(
  earlier: readonly Path[],
  run: readonly Path[],
  { command, callsOfPath }: MergeOptions,
): Path[] {
  const others = new Map(
    earlier.flatMap((path): [string, Path][] => {
      const kept = path.kept.filter((call) => call.command !== command);
      return kept.length === 0 ? [] : [[path.sites.join("\n"), { ...path, kept }]];
    }),
  );
  const merged = run.map((path) => {
    const key = path.sites.join("\n");
    const other = others.get(key);
    others.delete(key);
    return other === undefined
      ? path
      : { ...path, kept: [...path.kept, ...other.kept].slice(0, callsOfPath) };
  });
  return [...merged, ...others.values()].sort(usualFirst);
}

/** The one of that text, else of that name; of several the nearest. */
function sameFunction(
  now: RecordedFunction,
  candidates: readonly RecordedFunction[],
): RecordedFunction | undefined {
  const nearest = (list: readonly RecordedFunction[]): RecordedFunction | undefined =>
    [...list].sort((one, other) => Math.abs(one.line - now.line) - Math.abs(other.line - now.line))[0];
  const ofText = candidates.filter(({ textHash }) => textHash === now.textHash);
  return (
    nearest(ofText.filter(({ name }) => name === now.name)) ??
    nearest(ofText) ??
    nearest(candidates.filter(({ name }) => name === now.name))
  );
}

/** A function that the run did not call, where the text has it now; nothing where it has neither its text nor its name. */
function placed(one: RecordedFunction, text: TextFunctions | null): RecordedFunction[] {
  if (text === null) return [one];
  const same = text.functions
    .filter(({ textHash }) => textHash === one.textHash)
    .sort((left, right) => Math.abs(left.line - one.line) - Math.abs(right.line - one.line))[0];
  if (same !== undefined) return [{ ...one, line: same.line, column: same.column }];
  return text.functions.some((own) => text.nameOf(own) === one.name) ? [one] : [];
}
