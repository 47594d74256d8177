import { longestCommon } from "../../analysis/source/longest-common.ts";
import type { FileTable } from "../instrument/for-recording.ts";

/** Where something stands; both count from 1. */
interface Position {
  readonly line: number;
  readonly column: number;
}

/** Which functions and calls of a compiled text are those of its source, where no source map says so. */
export interface Alignment {
  /** The place in the source of what begins at one of the compiled text; null for what the compiler has added. */
  readonly placeOf: (what: "function" | "call", line: number, column: number) => Position | null;
  /** Whether the function that begins there is a generator in the source, whatever the compiler has made of it. */
  readonly isGenerator: (line: number, column: number) => boolean;
}

interface Part extends Position {
  readonly what: "function" | "call";
  readonly name: string;
  readonly isGenerator: boolean;
}

/** Pairs of parts that are compared at most: 4 MB of memory, some tens of milliseconds. */
const PAIRS_AT_MOST = 2_000_000;

/**
 * Finds the functions and calls of a compiled text in its source: compilers keep their names and their order. Null where less than half of
 * the source is found, or either is too large.
 */
export function alignTables(compiled: FileTable, source: FileTable): Alignment | null {
  const [ours, theirs] = [partsOf(compiled), partsOf(source)];
  if (ours.length * theirs.length > PAIRS_AT_MOST) return null;
  const pairs = longestCommon(ours, theirs, isSame);
  if (2 * pairs.length < theirs.length) return null;
  const found = new Map(pairs.map(([at, of]) => [keyOf(ours[at]!), theirs[of]!]));
  const at = (what: Part["what"], line: number, column: number): Part | undefined =>
    found.get(keyOf({ what, line, column }));
  return {
    placeOf: (what, line, column) => at(what, line, column) ?? null,
    isGenerator: (line, column) => at("function", line, column)?.isGenerator === true,
  };
}

function keyOf({ what, line, column }: Pick<Part, "what" | "line" | "column">): string {
  return `${what} ${line}:${column}`;
}

/** The functions and calls of a text, in its order. */
function partsOf({ functions, sites }: FileTable): Part[] {
  const parts = [
    ...functions.map(({ name, kind, line, column }): Part => ({
      ...{ what: "function", name: name.includes(" ") ? "" : lastName(name), line, column },
      isGenerator: kind === "generator",
    })),
    ...sites.map(({ expression, line, column }): Part => ({
      ...{ what: "call", name: lastName(expression), line, column, isGenerator: false },
    })),
  ];
  return parts.sort((one, other) => one.line - other.line || one.column - other.column);
}

function lastName(expression: string): string {
  return /(?<![\p{ID_Continue}$#])[\p{ID_Continue}$#]*$/u.exec(expression)![0];
}

function isSame(one: Part, other: Part): boolean {
  return one.what === other.what && one.name === other.name;
}
