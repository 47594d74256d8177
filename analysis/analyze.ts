import { criticalPathOf } from "./critical-path/critical-path.ts";
import { exportedNames, exportOf } from "./entries/exports.ts";
import { displayName } from "./entries/names.ts";
import { parametersOf } from "./entries/parameters.ts";
import { reachOf } from "./entries/reach.ts";
import { findFunctions } from "./functions/find.ts";
import type { Target } from "./functions/found.ts";
import { ioCallsOf } from "./io-calls/find.ts";
import { callBackAsBefore } from "./io-calls/calls-back-at-once.ts";
import { arePlainAsBefore } from "./io-calls/plain-calls.ts";
import { IoOfFile } from "./io-calls/within.ts";
import { lex } from "./lexer/lex.ts";
import type { Answers, AsyncFunction, FileAnalysis, ImportedFunction, Language, Position } from "./model.ts";
import { classify, type Classified } from "./patterns/classify.ts";
import { viewOf, type FileView } from "./patterns/file-view.ts";
import { importedBy, importKey, NO_ANSWERS } from "./imports/imported-functions.ts";
import { LineCounter } from "./source/line-counter.ts";
import { movedIoCalls, sameBefore, surroundingsOf, type Reading } from "./reuse.ts";
import { problemsOf } from "./source/problems.ts";
import { textHashes } from "./source/text-hash.ts";

/**
 * Reads a file: its tokens, its asynchronous functions, and where it is not well-formed. Runs nothing, keeps nothing,
 * never throws; takes time about linear in the text. Half-typed code gives the best answer there is.
 *
 * @param answers How functions of other files answer, where somebody has read what the analysis says that it imports.
 */
export function analyze(text: string, language: Language, answers: Answers = NO_ANSWERS): FileAnalysis {
  return read(text, language, answers, null).analysis;
}

/**
 * As {@link analyze}, with an entry for the function that begins at `functionStart`, whether or not the text tells that it is
 * asynchronous: somebody knows it for one, as it is one in another version of the text. No entry is made for what cannot be
 * called, or gives an iterator.
 */
export function analyzeFor(
  text: string,
  language: Language,
  functionStart: number,
  answers: Answers = NO_ANSWERS,
): FileAnalysis {
  const analysis = analyze(text, language, answers);
  return analysis.functions.some(({ range }) => range.start === functionStart)
    ? analysis
    : read(text, language, answers, null, functionStart).analysis;
}

/**
 * As {@link analyze}, for a text that is read again and again while it is edited: what the reading before the edit found
 * inside functions is used again where neither they nor what they depend on in the file have changed. The result is that
 * of `analyze`, but that it may go on to tell of an import that an edit has taken out; with it comes what the next reading
 * needs.
 */
export function analyzeAgain(
  text: string,
  language: Language,
  earlier: Reading | null,
  answers: Answers = NO_ANSWERS,
): Reading {
  return read(text, language, answers, { earlier });
}

/**
 * @param again What is read again and again; null: a text is read once.
 * @param asked Where a function begins that has an entry in any case.
 */
function read(
  text: string,
  language: Language,
  answers: Answers,
  again: { readonly earlier: Reading | null } | null,
  asked?: number,
): Reading {
  const tokens = lex(text, language);
  const skeleton = findFunctions(tokens, language);
  let lines: LineCounter | undefined;
  const positionOf = (offset: number): Position =>
    (lines ??= new LineCounter(text, tokens.bytes)).positionAt(offset);
  const view = viewOf(skeleton, answers);
  const classified = classify(view, undefined, asked === undefined ? -1 : startingAt(view, asked));
  const surroundings = again === null ? null : surroundingsOf(view, classified);
  const earlier = again?.earlier;
  const isComparable = earlier?.language === language && surroundings !== null && earlier.answers === answers;
  const entries = new Set(classified.map(({ index }) => index));
  const isSame =
    isComparable &&
    earlier.surroundings === surroundings &&
    arePlainAsBefore(view, entries, earlier.plain) &&
    callBackAsBefore(view, earlier.atOnce);
  const same = isSame ? earlier : null;
  const functions = entriesOf(view, classified, entries, positionOf, same);
  // What was read before has asked before.
  const imports = [...importedBy(view).asked, ...(same?.analysis.imports ?? [])];
  const analysis: FileAnalysis = {
    tokens: tokens.count,
    functions,
    problems: problemsOf(skeleton, positionOf),
    ...(imports.length === 0 ? {} : { imports: onceEach(imports) }),
  };
  return {
    text,
    language,
    analysis,
    answers,
    surroundings,
    plain: view.knownPlain,
    atOnce: view.knownAtOnce,
  };
}

/** The index of the function that begins at an offset of the text; -1 where none does. */
function startingAt({ functions, tokens }: FileView, offset: number): number {
  return functions.findIndex(({ start }) => tokens.starts[start] === offset);
}

/** In one order, so that a text that was read again has those of one that was read anew. */
function onceEach(imports: readonly ImportedFunction[]): ImportedFunction[] {
  const byKey = new Map(imports.map((one) => [importKey(one), one]));
  return [...byKey].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, one]) => one);
}

function entriesOf(
  view: FileView,
  classified: readonly Classified[],
  entries: ReadonlySet<number>,
  positionOf: (offset: number) => Position,
  earlier: Reading | null,
): AsyncFunction[] {
  const entryOf = new Map(classified.map(({ index }, entry) => [index, entry]));
  let known: ReadonlyMap<string, string> | undefined;
  const exports = (): ReadonlyMap<string, string> => (known ??= exportedNames(view));
  const parents = classified.map(({ index }) => parentOf(view, index, entryOf));
  const hashes = textHashes(
    view.tokens,
    classified.map(({ index }) => view.functions[index]!),
    Int32Array.from(parents, (parent) => parent ?? -1),
  );
  const io = new IoOfFile(view, classified, entries);
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
    const hash = hashes[entry]!;
    const position = positionOf(start);
    const now = { ...one, range: { start, end }, textHash: hash };
    const before = earlier === null ? undefined : sameBefore(earlier, entry, view.tokens.text, now);
    return {
      name: displayName(view, found, given),
      pattern: one.pattern,
      ...(one.runner === undefined ? {} : { runner: one.runner }),
      range: { start, end },
      position,
      endLine: positionOf(end - 1).line,
      tokens: found.end - found.start,
      ownTokens: found.end - found.start - nestedTokens[entry]!,
      ...(before === undefined ? inside(view, one, io, positionOf) : insideBefore(before, start, position)),
      parameters: parametersOf(view, one),
      completion: one.completion,
      parent: parents[entry]!,
      exported: exportOf(view, found, given, exports),
      ...reachOf(view, one),
      textHash: hash,
    };
  });
}

type Inside = Pick<AsyncFunction, "ioCalls" | "criticalPath" | "helpers">;

/** What is read off the tokens of a function and of functions in it that run as part of it. */
function inside(
  view: FileView,
  { index }: Classified,
  io: IoOfFile,
  positionOf: (offset: number) => Position,
): Inside {
  const { calls, helpers, region } = io.of(index);
  return {
    ioCalls: ioCallsOf(view, calls, positionOf),
    ...(helpers.size === 0 ? {} : { helpers: ioCallsOf(view, helpers, positionOf) }),
    criticalPath: criticalPathOf(view, region, calls),
  };
}

/** The same of a function as it was read before, at the place where it stands now. */
function insideBefore(before: AsyncFunction, start: number, position: Position): Inside {
  const { helpers, criticalPath } = before;
  return {
    ioCalls: movedIoCalls(before, before.ioCalls, start, position),
    ...(helpers === undefined ? {} : { helpers: movedIoCalls(before, helpers, start, position) }),
    criticalPath,
  };
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
