import { askedForAt, startsOfNamed } from "../../analysis/explain/asked-for.ts";
import { explain, whyNot } from "../../analysis/explain/explain.ts";
import { mainFunctions } from "../../analysis/entries/main-functions.ts";
import { analyze } from "../../analysis/analyze.ts";
import { codeOfFile } from "../../analysis/components/code-of.ts";
import { ANONYMOUS } from "../../analysis/entries/names.ts";
import type { AsyncFunction, FileAnalysis, TextRange } from "../../analysis/model.ts";
import { lineStartsOf } from "../../analysis/source/lines.ts";
import type { SourceCode } from "../../analysis/source/source-code.ts";
import { entryName } from "../fakes-file/entry-name.ts";
import type { TargetSource } from "../protocol.ts";
import { closest } from "./closest.ts";
import { reading } from "./reading.ts";
import { recordedStarts, type RecordedStart } from "./recordings/recorded-starts.ts";
import { SourceFileError, type ReadSource } from "./source-file.ts";

/** A target that cannot be found. The message is one line: what, and what would be right. */
export class TargetError extends Error {
  override readonly name = "TargetError";
}

/** A file that has no asynchronous function, where all of them were asked for: of several files others may have some. */
export class NothingThere extends TargetError {
  /** Whether there may be some that could not be read. */
  readonly isBroken: boolean;

  constructor(message: string, isBroken: boolean) {
    super(message);
    this.isBroken = isBroken;
  }
}

/** A file that is not there. */
export class NoSuchFile extends TargetError {
  /** As it was named. */
  readonly file: string;
  /** What stands behind it: `#name`, `:12`. */
  readonly behind: string;

  constructor(message: string, file: string, behind: string) {
    super(message);
    this.file = file;
    this.behind = behind;
  }
}

/**
 * The functions that a target names: `FILE` (its default export, else its only asynchronous function, else every
 * one that is not nested in another), `FILE#name`, `FILE#Class.method`, `FILE#name@2` (the second of that name) or `FILE:LINE`
 * (the innermost function there, if I/O calls are seen in it; else the one around it). What no text tells to be asynchronous, as it
 * is over with its response, is one all the same where there are recorded calls of it.
 *
 * @param specification What the user wrote.
 * @param read Reads a file by the name the user gave, and says its absolute path.
 * @param say Hears of a function that is not the innermost in its line, and why that is not measured.
 * @param recordedIn Tells of which functions of a file there are recorded calls.
 * @throws {TargetError} when the file cannot be read or has no such function.
 */
export async function resolveTarget(
  specification: string,
  read: ReadSource,
  say: (note: string) => void = () => undefined,
  recordedIn: typeof recordedStarts = recordedStarts,
): Promise<TargetSource[]> {
  const { file, wish } = await parse(specification, read);
  const source = await readOr(read, file, specification);
  const code = codeOfFile(file, source.text);
  if (code === undefined) {
    throw new TargetError(
      `${file} is not JavaScript or TypeScript; ` +
        "give a file in .js, .mjs, .cjs, .jsx, .ts, .mts, .cts, .tsx, .vue or .svelte",
    );
  }
  const { text, language } = code;
  const analysis = readingTarget(file, () => analyze(text, language));
  const recorded = await recordedAsWished(wish, file, code, analysis, () => recordedIn(source.path, code));
  const starts = recorded.length > 0 ? recorded : toldAsWished(wish, { file, code, say }, analysis);
  return starts.map((functionStart) => ({
    id: `${source.path}:${functionStart}`,
    file: source.path,
    text,
    language,
    functionStart,
  }));
}

/** Where the functions begin that are meant and whose text tells, or may tell, that they are asynchronous. */
function toldAsWished(wish: Wish, asked: Asked, analysis: FileAnalysis): number[] {
  const { file, code } = asked;
  const isNotTold = wish.by === "name" && !isNamed(wish.name, analysis);
  const one = isNotTold ? readingTarget(file, () => askedFor(wish.name, file, code)) : undefined;
  const chosen = one === undefined ? choose(analysis, wish, asked) : [one];
  return chosen.map(({ range }) => range.start);
}

/** Where those begin that are meant and of which only recorded calls tell it; nothing where the text tells of one that is meant. */
async function recordedAsWished(
  wish: Wish,
  file: string,
  { text, language }: SourceCode,
  analysis: FileAnalysis,
  recordedIn: () => Promise<readonly RecordedStart[]>,
): Promise<number[]> {
  if (wish.by === "name") {
    if (isNamed(wish.name, analysis)) return [];
    const recorded = await recordedIn();
    const named = recorded.length === 0 ? [] : startsOfNamed(text, language, wish.name);
    const meant = recorded.filter(({ start, name }) => name === wish.name || named.includes(start));
    if (meant.length > 1)
      throw severalNamed(
        file,
        wish.name,
        meant.map(({ start }) => lineOf(text, start)),
      );
    return meant.map(({ start }) => start);
  }
  const { functions } = analysis;
  if (wish.by === "default")
    return functions.length > 0 ? [] : (await recordedIn()).map(({ start }) => start);
  const [from, to] = offsetsOf(text, wish.line);
  const { range } = explain(text, language, from, to);
  if (range === null || functions.some((one) => one.range.start === range.start)) return [];
  return (await recordedIn()).some(({ start }) => start === range.start) ? [range.start] : [];
}

function isNamed(name: string, { functions }: FileAnalysis): boolean {
  return functions.some((one) => namesOf(one, functions).includes(name));
}

function severalNamed(file: string, name: string, lines: readonly number[]): TargetError {
  return new TargetError(
    `${file} has ${lines.length} functions named ${name}, at the lines ${lines.join(", ")}; write ${file}:${lines[0]!}`,
  );
}

function lineOf(text: string, offset: number): number {
  return lineStartsOf(text).findLastIndex((start) => start <= offset) + 1;
}

/** Where a line begins and ends. */
function offsetsOf(text: string, line: number): [from: number, to: number] {
  const starts = lineStartsOf(text);
  return [starts[line - 1] ?? text.length + 1, (starts[line] ?? text.length + 1) - 1];
}

/** @throws {TargetError} where it takes too long to read the text of a file; what `read` throws. */
function readingTarget<Result>(file: string, read: () => Result): Result {
  try {
    return reading(file, read);
  } catch (error) {
    throw error instanceof SourceFileError ? new TargetError(error.message) : error;
  }
}

type Wish = { by: "default" } | { by: "name"; name: string } | { by: "line"; line: number };

/**
 * Tells the file from the function; a file whose own name has a `#` or a `:1` at its end is taken as it is. Both parts may
 * have a `#` and a `/`, as in `a.js#Store.#flush` and `a.js#get /orders#1`: the file is the first that is there.
 */
async function parse(specification: string, read: ReadSource): Promise<{ file: string; wish: Wish }> {
  const byLine = /^(.+):(\d+)$/s.exec(specification);
  const splits = [...specification.matchAll(/(?<=.)#/gs)].map(({ index }) => ({
    file: specification.slice(0, index),
    name: specification.slice(index + 1),
  }));
  const whole = { file: specification, wish: { by: "default" } } as const;
  if (byLine === null && splits.length === 0) return whole;
  if (await isFile(specification, read)) return whole;
  let byName = splits.find(({ name }) => /^(?:[^/\\#]|(?<=\.)#)*$/s.test(name));
  for (const split of splits) {
    if (!(await isFile(split.file, read))) continue;
    byName = split;
    break;
  }
  if (byName !== undefined) {
    if (byName.name === "") throw new TargetError(`${specification} names no function; write FILE#name`);
    return { file: byName.file, wish: { by: "name", name: byName.name } };
  }
  if (byLine === null) return whole;
  return { file: byLine[1]!, wish: { by: "line", line: Number(byLine[2]) } };
}

async function isFile(name: string, read: ReadSource): Promise<boolean> {
  try {
    await read(name);
    return true;
  } catch {
    return false;
  }
}

async function readOr(
  read: ReadSource,
  file: string,
  specification: string,
): Promise<Awaited<ReturnType<ReadSource>>> {
  try {
    return await read(file);
  } catch (error) {
    if (!(error instanceof SourceFileError)) throw error;
    if (error.isMissing) throw new NoSuchFile(error.message, file, specification.slice(file.length));
    throw new TargetError(
      error.isDirectory
        ? `${specification} is a folder; give a file, as in ${file.replace(/(?<![/\\])[/\\]+$/, "")}/a.js`
        : error.message,
    );
  }
}

interface Asked {
  /** As the user named it. */
  readonly file: string;
  readonly code: SourceCode;
  readonly say: (note: string) => void;
}

function choose({ functions, problems }: FileAnalysis, wish: Wish, asked: Asked): readonly AsyncFunction[] {
  const { file } = asked;
  const there = wish.by === "line" ? atLine(functions, wish.line, asked) : undefined;
  if (there !== undefined) return [there];
  if (functions.length === 0) {
    const broken = problems[0];
    const why = broken === undefined ? "" : ` that can be read (line ${broken.line}: ${broken.reason})`;
    const message = `${file} has no asynchronous function${why}`;
    throw wish.by === "default" ? new NothingThere(message, broken !== undefined) : new TargetError(message);
  }
  if (wish.by === "line") {
    throw new TargetError(
      `${file} has no asynchronous function at line ${wish.line}; it has ${list(functions)}`,
    );
  }
  if (wish.by === "name") return [named(functions, wish.name, file)];
  return mainFunctions(functions);
}

/**
 * The function of a name of which no text tells that it is asynchronous, where it may be; undefined where there is none of the
 * name.
 *
 * @throws {TargetError} where there is one that is not, which says why, or where there are several.
 */
function askedFor(name: string, file: string, { text, language }: SourceCode): AsyncFunction | undefined {
  const candidates = startsOfNamed(text, language, name).flatMap(
    (start) => askedForAt(text, language, start) ?? [],
  );
  if (candidates.length > 1)
    throw severalNamed(
      file,
      name,
      candidates.map(({ position }) => position.line),
    );
  const [found] = candidates;
  const why = found === undefined ? whyNot(text, language, name) : undefined;
  if (why !== undefined) throw new TargetError(`${file}: ${why} ${MEASURED_BY_RECORDING}`);
  return found;
}

/** What leads to a number of a function whose text does not tell that it is asynchronous. */
export const MEASURED_BY_RECORDING =
  "If its calls wait for I/O all the same, record one, and that is measured: async-cost record -- COMMAND.";

/** All that one may call a function by. */
function namesOf(found: AsyncFunction, functions: readonly AsyncFunction[]): (string | null)[] {
  return [found.name, found.exported, entryName(found, functions)];
}

function named(functions: readonly AsyncFunction[], name: string, file: string): AsyncFunction {
  const exact = functions.filter((found) => found.name === name);
  const numbered = functions.filter((found) => entryName(found, functions) === name && found.name !== name);
  const exported = functions.filter((found) => found.exported === name);
  const candidates = [exact, numbered, exported].find(({ length }) => length > 0) ?? [];
  const [found, ...others] = candidates;
  if (found === undefined) {
    const close = closest(
      name,
      functions.map((other) => other.name),
    );
    const advice = close === undefined ? "it" : `did you mean ${close}? It`;
    throw new TargetError(
      `${file} has no asynchronous function named ${name}; ${advice} has ${list(functions)}`,
    );
  }
  if (others.length > 0) {
    const lines = candidates.map(({ position }) => position.line);
    throw new TargetError(
      `${file} has ${candidates.length} functions named ${name}, at the lines ${lines.join(", ")}; write ${file}:${lines[0]!}, or ${quoted(`${file}#${name}@2`)} for the second`,
    );
  }
  return found;
}

/** As one writes it in a terminal. */
function quoted(specification: string): string {
  return /^[\w./\\:@#$-]+$/.test(specification) ? specification : `'${specification}'`;
}

/** The function that a line means; undefined where no function is there. */
function atLine(
  functions: readonly AsyncFunction[],
  line: number,
  { file, code: { text, language }, say }: Asked,
): AsyncFunction | undefined {
  const [from, to] = offsetsOf(text, line);
  const isThere = ({ start, end }: TextRange): boolean => start <= to && from <= end;
  const entry = functions.findLast(({ range }) => isThere(range));
  const { range, kind, name, why } = explain(text, language, from, to);
  if (range === null) return undefined;
  if (entry?.range.start === range.start) return entry;
  const asked = askedForAt(text, language, range.start);
  if (asked !== undefined) return asked;
  if (entry === undefined) throw new TargetError(`${file}:${line}: ${why} ${MEASURED_BY_RECORDING}`);
  // A callback within the line is not what the line stands for.
  const isWithinLine = kind === "part-of-flow" && from <= range.start && range.end <= to;
  const isAround = entry.range.start < range.start && range.end <= entry.range.end;
  if (isAround && !isWithinLine) {
    const at = lineOf(text, range.start);
    const other = name === ANONYMOUS ? `the function at line ${at}` : `${name} (line ${at})`;
    say(`${file}:${line}: measured is ${entry.name} (line ${entry.position.line}), not ${other}. ${why}`);
  }
  return entry;
}

const LISTED_AT_MOST = 8;

function list(functions: readonly AsyncFunction[]): string {
  const shown = functions
    .slice(0, LISTED_AT_MOST)
    .map(({ name, position }) => `${name} (line ${position.line})`);
  const more = functions.length - shown.length;
  return shown.join(", ") + (more > 0 ? ` and ${more} more` : "");
}
