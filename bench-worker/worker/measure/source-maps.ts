import { inPattern } from "../../../analysis/source/in-pattern.ts";
import path from "node:path";
import type { StackRun } from "../../protocol.ts";
import { harness } from "../harness/intrinsics.ts";
import type { LoadedTarget } from "../load/load-target.ts";
import type { Analyze } from "../load/load-services.ts";
import { compiledForm, type Compiled } from "./compiled.ts";
import type { RecordedOperation } from "./record.ts";
import { sourceMapReader, type SourceMapReader } from "./source-map-file.ts";

type SourceMaps = StackRun["sourceMaps"];
type Evidence = NonNullable<SourceMaps["evidence"]>;
type Operation = Pick<RecordedOperation, "line" | "column">;

/** A place that stacks of the target name, and the name of what is called there. */
interface KnownSite {
  readonly line: number;
  readonly column: number;
  readonly name: string;
}

/** The places to try, and what they are. */
interface Sites {
  readonly of: "I/O calls" | "beginning" | "nothing";
  readonly all: readonly KnownSite[];
}

/**
 * The seeds' source-map level of a target, by experiment: where stacks of it name its I/O calls, it is looked what
 * stands at that line of the source, and what at the line that the source map leads to.
 *
 * - 5: it runs as it is written.
 * - 4: it is compiled; the lines are right without a map, and there is one, for debuggers.
 * - 3: it is compiled; the lines are right with the map only.
 * - 2 and 1: as 4 and 3, without a map that leads to the source.
 *
 * @param operations What one call of the target does, each with the place that the stack names.
 */
export function sourceMapLevel(
  { source, asyncFunction }: Pick<LoadedTarget, "source" | "asyncFunction">,
  operations: readonly Operation[],
  analyze: Analyze,
): SourceMaps {
  const compiled = compiledForm(source, harness.runsTypeScript);
  if (compiled === null) return { level: 5, why: "The engine runs the source as it is written." };
  if (compiled.keepsPlaces) return { level: 5, why: compiled.how };
  const sites = sitesOf(operations, asyncFunction.name, compiled, analyze);
  const reader = compiled.map === null ? null : sourceMapReader(compiled.map);
  // Whoever imports a function by another name calls it by that.
  const ioLines = new Set(
    compiled.original === source.text ? asyncFunction.ioCalls.map(({ position }) => position.line) : [],
  );
  return verdict(compiled, sites, experiment(sites.all, compiled, reader, ioLines));
}

/** The I/O calls whose place the stack names; where nothing is called, the function's own first line. */
function sitesOf(
  operations: readonly Operation[],
  functionName: string,
  { text }: Compiled,
  analyze: Analyze,
): Sites {
  const lines = linesOf(text);
  const calls = new Map<string, KnownSite>();
  for (const { line, column } of operations) {
    if (line === null || column === null) continue;
    const name = calledAt(lines[line - 1] ?? "", column);
    if (name !== null) calls.set(`${line}:${column}`, { line, column, name });
  }
  if (calls.size > 0) return { of: "I/O calls", all: [...calls.values()] };
  const name = /(?<![\p{ID_Continue}$])[\p{ID_Continue}$]+$/u.exec(functionName)?.[0];
  const found = analyze(text, "js").functions.find((one) => one.name === functionName);
  if (name === undefined || found === undefined) return { of: "nothing", all: [] };
  return { of: "beginning", all: [{ ...found.position, name }] };
}

const CALLEE =
  /^[\s(]*(?:0\s*,\s*)?(?:(?:new|await|yield)\s+)?([\p{ID_Continue}$]+(?:\s*\.\s*[\p{ID_Continue}$]+)*)/u;

/**
 * The last name of the callee at a column, which counts from 1: `load` of `db.load(`, `stat` of `(0, fs_1.stat)(` and
 * of `fs_1.stat.call(`.
 */
function calledAt(line: string, column: number): string | null {
  const path =
    CALLEE.exec(line.slice(column - 1))?.[1]
      ?.split(".")
      .map((part) => part.trim()) ?? [];
  const name = path.at(-1) ?? null;
  if (name !== "call" && name !== "apply") return name;
  return (
    path.at(-2) ??
    /(?<![\p{ID_Continue}$])([\p{ID_Continue}$]+)\s*\.\s*$/u.exec(line.slice(0, column - 1))?.[1] ??
    name
  );
}

/** Looks for each site's name at its line of the source, and at the line that the map leads to. */
function experiment(
  sites: readonly KnownSite[],
  { source, original }: Compiled,
  reader: SourceMapReader | null,
  ioLines: ReadonlySet<number>,
): Evidence {
  const texts = new Map<string, readonly string[] | null>();
  const sourceLines = (name: string, text: () => string | null): readonly string[] | null => {
    if (!texts.has(name)) {
      const read = text();
      texts.set(name, read === null ? null : linesOf(read));
    }
    return texts.get(name)!;
  };
  let linesWithoutMap = 0;
  let linesWithMap = 0;
  for (const { line, column, name } of sites) {
    const place = reader?.find(line, column) ?? null;
    const lines =
      original === null && place !== null
        ? sourceLines(place.source, () => reader!.textOf(place.source))
        : sourceLines(source ?? "", () => original);
    // Where nobody has the source, what the map says is all there is.
    const isRight = (at: number): boolean =>
      lines === null ? at === place?.line : ioLines.has(at) || stands(name, lines[at - 1] ?? "");
    if (isRight(line)) linesWithoutMap++;
    if (place !== null && isRight(place.line)) linesWithMap++;
  }
  return {
    sites: sites.length,
    linesWithoutMap,
    linesWithMap: reader === null ? null : linesWithMap,
    ...(source === null ? {} : { source: path.basename(source) }),
  };
}

function stands(name: string, line: string): boolean {
  return new RegExp(`(?<![\\p{ID_Continue}$])${inPattern(name)}(?![\\p{ID_Continue}$])`, "u").test(line);
}

function linesOf(text: string): string[] {
  return text.split(/\r\n|[\n\r\u2028\u2029]/);
}

function verdict({ how, map, noMap }: Compiled, sites: Sites, evidence: Evidence): SourceMaps {
  const { linesWithoutMap, linesWithMap } = evidence;
  const count = sites.all.length;
  const isRight = count > 0 && linesWithoutMap === count;
  // A map that this runtime cannot read is taken at its word.
  const leads = map !== null && (linesWithMap === null || (count > 0 && linesWithMap === count));
  const level = isRight ? (leads ? 4 : 2) : leads ? 3 : 1;
  const mapped =
    map === null
      ? noMap
      : linesWithMap === null
        ? "what its map says was not tried, as this runtime reads none"
        : `with its map ${found(sites, linesWithMap)}`;
  const tried =
    sites.of === "nothing"
      ? "There is no place of which it is known what a stack says of it."
      : `Without a source map a stack names ${found(sites, linesWithoutMap)}; ${mapped}.`;
  return { level, why: `${how} ${tried}${REMARKS[level] ?? ""}`, evidence };
}

function found({ of, all }: Sites, right: number): string {
  if (of === "beginning")
    return right === 1 ? "the function's first line" : "another line than the function's";
  if (all.length === 1)
    return right === 1 ? "the source's line of the I/O call" : "another line than the source's";
  return `the source's line of ${right} of ${all.length} I/O calls`;
}

const REMARKS: Readonly<Record<number, string>> = {
  2: " Who debugs it sees the compiled code.",
  3: " Run it with --enable-source-maps.",
  4: " Debuggers, and compilers that move lines, need the map.",
};
