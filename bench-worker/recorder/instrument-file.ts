import { createHash } from "node:crypto";
import fs from "node:fs";
import { SourceMap, type SourceMapPayload } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import {
  forRecording,
  type FileTable,
  type FunctionEntry,
  type OfCompiler,
  type SiteEntry,
} from "../instrument/for-recording.ts";
import { alignTables } from "./align-tables.ts";
import { globalNames } from "./global-names.ts";
import { RECORDER_SYMBOL } from "./recorder-symbol.ts";
import type { Role } from "./roles.ts";

/** The program may have its own in their places by the time that they are called. */
const { readFileSync } = fs;

/**
 * The text of a file with the recorder's hooks in it; the text itself, where it cannot be read. Places are those of the source that it
 * was compiled from, where it tells.
 *
 * @param note Hears why a file of the project is not recorded.
 * @param ofEngine What was global before the program began.
 */
export function instrumentFile(
  text: string,
  file: string,
  role: Role,
  note: (text: string) => void,
  isModule?: boolean,
  ofEngine: ReadonlySet<string> = new Set(globalNames()),
): string {
  // Programs may load a module many times: only the first needs what it tells of itself.
  const id = createHash("sha256").update(text).digest("base64url");
  const hooks = (table: string): string =>
    `globalThis[Symbol.for(${JSON.stringify(RECORDER_SYMBOL)})](${JSON.stringify(file)},${JSON.stringify(id)},()=>(${table}),${role === "test"})`;
  const reading = isModule === undefined ? { file } : { file, isModule };
  try {
    const isTest = role === "test";
    const mark = markOf(file, text);
    const isGlobal = (name: string): boolean => !ofEngine.has(name);
    let places = isTest ? null : sourcePlaces(text, file);
    let ofCompiler: OfCompiler | undefined;
    if (!isTest && places === null && !hasSource(text, file)) {
      const tableOf = (one: string): FileTable =>
        forRecording(one, { ...reading, mark, isTest, isGlobal, hooks: () => "" }).table;
      const found = inSourceByNames(text, file, tableOf);
      if (found === null)
        note(
          `${file} is compiled as it is loaded, without a source map, so that its calls cannot be found in its text: have the compiler put source maps into what it makes`,
        );
      else ({ places, ofCompiler } = found);
    }
    const made = forRecording(text, {
      ...reading,
      mark,
      isTest,
      isCompiled: places !== null,
      ...(ofCompiler === undefined ? {} : { ofCompiler }),
      isGlobal,
      hooks: (table) =>
        hooks(
          places === null
            ? isTest
              ? EMPTY
              : table
            : JSON.stringify(inSource(JSON.parse(table) as FileTable, places)),
        ),
    });
    return made.text;
  } catch (error) {
    note(`${file}: ${error instanceof Error ? error.message : String(error)}`);
    return text;
  }
}

const EMPTY = '{"mark":"","functions":[],"sites":[],"classes":[]}';

/** Differs from file to file, as the scripts of a realm share their names. */
function markOf(file: string, text: string): string {
  let hash = text.length;
  for (let index = 0; index < file.length; index++)
    hash = (Math.imul(hash, 31) + file.charCodeAt(index)) >>> 0;
  return hash.toString(36);
}

/** Whether a text has all that its file has, if that is there, on as many lines or with what runners put around it. */
function hasSource(text: string, file: string): boolean {
  try {
    const source = readFileSync(file, "utf8").replace(/^\uFEFF?(?:#!.*)?/, "");
    return text.includes(source.trim()) || text.split("\n").length === source.split("\n").length;
  } catch {
    return true;
  }
}

/** The places of a text in its file, by the names of functions and calls in both; null where they are not found. */
function inSourceByNames(
  text: string,
  file: string,
  tableOf: (text: string) => FileTable,
): { readonly places: Places; readonly ofCompiler: OfCompiler } | null {
  try {
    const source = readFileSync(file, "utf8");
    const alignment = alignTables(tableOf(text), tableOf(source));
    if (alignment === null) return null;
    const { placeOf, isGenerator } = alignment;
    const lines = source.split("\n");
    return {
      places: (line, column) => {
        const place = placeOf("function", line, column) ?? placeOf("call", line, column);
        return place === null ? null : { ...place, isExact: true, file, text: lines[place.line - 1] };
      },
      ofCompiler: {
        isAdded: (what, line, column) => placeOf(what, line, column) === null,
        isGenerator,
      },
    };
  } catch {
    // Its language is one that only its compiler reads.
    return null;
  }
}

/** Where something stands in the source that a text was made of; both count from 1. */
type Places = (line: number, column: number) => Place | null;

interface Place {
  readonly line: number;
  readonly column: number;
  /** Whether the map has this very place, not only one before it. */
  readonly isExact: boolean;
  readonly file: string;
  /** The line of the source, where that is known. */
  readonly text: string | undefined;
}

/** What runners put around a module may come behind it. */
const MAP = /^\/\/[#@]\s*sourceMappingURL=([^\s'"]+)[^]{0,500}$/;

/** Reads the source map that a compiler has put into a text, or beside it. */
function sourcePlaces(text: string, file: string): Places | null {
  const start = Math.max(
    text.lastIndexOf("//# sourceMappingURL="),
    text.lastIndexOf("//@ sourceMappingURL="),
  );
  const url = start < 0 ? undefined : MAP.exec(text.slice(start))?.[1];
  if (url === undefined) return null;
  const payload = readMap(url, file);
  if (payload === null) return null;
  const map = new SourceMap(payload as SourceMapPayload);
  const sources = new Map<string, readonly string[]>();
  const linesOf = (source: string): readonly string[] => {
    let lines = sources.get(source);
    if (lines === undefined) {
      const { sources: names = [], sourcesContent = [] } = payload;
      lines = (sourcesContent.at(names.indexOf(source)) ?? "").split("\n");
      sources.set(source, lines);
    }
    return lines;
  };
  return (line, column) => {
    const entry = map.findEntry(line - 1, column - 1);
    if (!("originalLine" in entry)) return null;
    const { originalLine, originalColumn, originalSource, generatedLine, generatedColumn } = entry;
    return {
      line: originalLine + 1,
      column: originalColumn + 1,
      isExact: generatedLine === line - 1 && generatedColumn === column - 1,
      file: sourceFile(originalSource, payload, file),
      text: linesOf(originalSource)[originalLine],
    };
  };
}

/** What compilers write, of which much may be missing (https://tc39.es/ecma426/). */
interface SourceMapJson {
  readonly sources?: readonly string[];
  readonly sourcesContent?: readonly (string | null)[];
  readonly sourceRoot?: string;
}

function readMap(url: string, file: string): SourceMapJson | null {
  try {
    const inline = /^data:application\/json[^,]*?(;base64)?,(.*)$/s.exec(url);
    const json =
      inline === null
        ? readFileSync(path.resolve(path.dirname(file), decodeURIComponent(url)), "utf8")
        : inline[1] === undefined
          ? decodeURIComponent(inline[2]!)
          : Buffer.from(inline[2]!, "base64").toString("utf8");
    return JSON.parse(json) as SourceMapJson;
  } catch {
    return null;
  }
}

function sourceFile(source: string, { sourceRoot = "" }: SourceMapJson, file: string): string {
  if (source.startsWith("file:")) return fileURLToPath(source);
  const named = path.resolve(path.dirname(file), sourceRoot, source);
  // Compilers that have one file at a time often tell only its name.
  return path.basename(named) === path.basename(file) ? file : named;
}

/** A table with the places of the source; what has none there keeps its own. */
function inSource(table: FileTable, places: Places): FileTable {
  const place = <T extends { readonly line: number; readonly column: number }>(one: T): T => {
    const found = places(one.line, one.column);
    if (found === null) return one;
    const { line, column, file } = found;
    return { ...one, line, column, file };
  };
  const named = (site: SiteEntry): SiteEntry => {
    const found = places(site.line, site.column);
    const expression = found?.text === undefined ? "" : expressionAt(found.text, found.column);
    return {
      ...place(site),
      ...(expression === "" || site.expression.startsWith("for await") ? {} : { expression }),
    };
  };
  const functionPlace = ({ names = [], ...one }: FunctionEntry): FunctionEntry => {
    // Generators are what compilers make of the text of other functions.
    if (one.kind === "generator" || places(one.line, one.column)?.isExact === true) return place(one);
    for (const [line, column] of names)
      if (places(line, column)?.isExact === true)
        return { ...place({ ...one, line, column }), isInside: true };
    return place(one);
  };
  return {
    mark: table.mark,
    functions: table.functions.map(functionPlace),
    sites: table.sites.map(named),
    classes: table.classes.map((one) => ({ ...one, line: places(one.line, 1)?.line ?? one.line })),
  };
}

/** What a line of the source calls at a column: compilers have names of their own for what is imported. */
function expressionAt(text: string, column: number): string {
  const name = /^[\p{ID_Continue}$#]+/u.exec(text.slice(column - 1))?.[0];
  if (name === undefined) return "";
  const before =
    /$(?<=((?:[)\]]\s*[?!]?\.\s*)?(?:[\p{ID_Continue}$#]+\s*[?!]?\.\s*)*))/u.exec(
      text.slice(0, column - 1),
    )?.[1] ?? "";
  return `${before.replace(/\s+/g, "").replace(/^[)\]]/, "(…)")}${name}`;
}
