import { criticalPathOf } from "./critical-path/critical-path.ts";
import { exportedNames, exportOf } from "./entries/exports.ts";
import { displayName } from "./entries/names.ts";
import { parametersOf } from "./entries/parameters.ts";
import { reachOf } from "./entries/reach.ts";
import { findFunctions } from "./functions/find.ts";
import type { Target } from "./functions/found.ts";
import { findIoCalls, ioCallsOf } from "./io-calls/find.ts";
import { regionOf } from "./io-calls/region.ts";
import { lex } from "./lexer/lex.ts";
import type { AsyncFunction, FileAnalysis, Language, Position } from "./model.ts";
import { classify, type Classified } from "./patterns/classify.ts";
import { viewOf, type FileView } from "./patterns/file-view.ts";
import { LineCounter } from "./source/line-counter.ts";
import { problemsOf } from "./source/problems.ts";
import { textHash } from "./source/text-hash.ts";

/**
 * Reads a file: its tokens, its asynchronous functions, and where it is not well-formed. Runs nothing, keeps nothing,
 * never throws; takes time about linear in the text. Half-typed code gives the best answer there is.
 */
export function analyze(text: string, language: Language): FileAnalysis {
  const tokens = lex(text, language);
  const skeleton = findFunctions(tokens, language);
  let lines: LineCounter | undefined;
  const positionOf = (offset: number): Position =>
    (lines ??= new LineCounter(text, tokens.bytes)).positionAt(offset);
  return {
    tokens: tokens.count,
    functions: entriesOf(viewOf(skeleton), positionOf),
    problems: problemsOf(skeleton, positionOf),
  };
}

function entriesOf(view: FileView, positionOf: (offset: number) => Position): AsyncFunction[] {
  const classified = classify(view);
  const entryOf = new Map(classified.map(({ index }, entry) => [index, entry]));
  const indices = new Set(entryOf.keys());
  let known: ReadonlyMap<string, string> | undefined;
  const exports = (): ReadonlyMap<string, string> => (known ??= exportedNames(view));
  const parents = classified.map(({ index }) => parentOf(view, index, entryOf));
  const nestedTokens = classified.map(() => 0);
  parents.forEach((parent, entry) => {
    if (parent === null) return;
    const { start, end } = view.functions[classified[entry]!.index]!;
    nestedTokens[parent]! += end - start;
  });
  return classified.map((one, entry): AsyncFunction => {
    const found = view.functions[one.index]!;
    const start = view.tokens.starts[found.start]!;
    const end = view.tokens.ends[found.end - 1]!;
    const given = givenTo(one);
    const region = regionOf(view, one, indices);
    const ioCalls = findIoCalls(view, region);
    return {
      name: displayName(view, found, given),
      pattern: one.pattern,
      ...(one.runner === undefined ? {} : { runner: one.runner }),
      range: { start, end },
      position: positionOf(start),
      endLine: positionOf(end - 1).line,
      tokens: found.end - found.start,
      ownTokens: found.end - found.start - nestedTokens[entry]!,
      ioCalls: ioCallsOf(view, ioCalls, positionOf),
      criticalPath: criticalPathOf(view, region, ioCalls),
      parameters: parametersOf(view, one),
      completion: one.completion,
      parent: parents[entry]!,
      exported: exportOf(view, found, given, exports),
      ...reachOf(view, one),
      textHash: textHash(view.tokens, found),
    };
  });
}

/** What the function's callable goes into, where a runner or a library of fibers makes it. */
function givenTo(one: Classified): Target | null {
  return one.madeBy?.runsNow === false ? one.madeBy.result : null;
}

function parentOf(view: FileView, index: number, entryOf: ReadonlyMap<number, number>): number | null {
  let around = view.functions[index]!.parent;
  while (around >= 0 && !entryOf.has(around)) around = view.functions[around]!.parent;
  return entryOf.get(around) ?? null;
}
