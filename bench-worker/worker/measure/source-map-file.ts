import { readFileSync } from "node:fs";
import nodeModule from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import * as v from "valibot";

/** A source map as the specification has it, version 3; one made of parts is none here. */
const mapSchema = v.object({
  version: v.literal(3),
  sources: v.array(v.nullable(v.string())),
  sourcesContent: v.optional(v.array(v.nullable(v.string()))),
  sourceRoot: v.optional(v.nullable(v.string())),
  mappings: v.string(),
});

/** {@link mapSchema} */
export type SourceMapContent = v.InferOutput<typeof mapSchema>;

/** A place in a source; both count from 1. */
export interface SourcePlace {
  /** As the map names it. */
  readonly source: string;
  readonly line: number;
  readonly column: number;
}

/** Finds the places that generated ones come from. */
export interface SourceMapReader {
  /** Null where the map leads nowhere. Both count from 1. */
  find(line: number, column: number): SourcePlace | null;
  /** The text of a source of the map; null where it is neither in it nor on the disk. */
  textOf(source: string): string | null;
}

/** A map, and where it lies. */
export interface FoundMap {
  readonly kind: "found";
  readonly content: SourceMapContent;
  readonly folder: string;
}

/** A map that nobody can use, and why. */
interface UnreadableMap {
  readonly kind: "unreadable";
  readonly why: string;
}

/** What a file says of its source map. */
export type NamedMap = { readonly kind: "none" } | UnreadableMap | FoundMap;

const COMMENT = /^[ \t]*\/\/[#@] ?sourceMappingURL=(\S+)[ \t]*$/gm;
const DATA = /^data:application\/json[^,]*?(;base64)?,(.*)$/s;

/** The map that the last comment of `text` names, as Node and browsers look for it: a file, or the comment itself. */
export function namedMap(file: string, text: string): NamedMap {
  const address = [...text.matchAll(COMMENT)].at(-1)?.[1];
  if (address === undefined) return { kind: "none" };
  const folder = path.dirname(file);
  try {
    const data = DATA.exec(address);
    if (data !== null) {
      const [, base64, content] = data;
      const json =
        base64 === undefined ? decodeURIComponent(content!) : Buffer.from(content!, "base64").toString();
      return parseMap(json, folder);
    }
    const mapFile = address.startsWith("file:")
      ? fileURLToPath(address)
      : path.resolve(folder, decodeURIComponent(address));
    return parseMap(readFileSync(mapFile, "utf8"), path.dirname(mapFile));
  } catch (error) {
    const name = address.startsWith("data:") ? "the map within it" : address;
    return { kind: "unreadable", why: `${name} cannot be read (${codeOf(error)})` };
  }
}

/**
 * Reads a source map that lies in `folder`.
 *
 * @throws {SyntaxError} when it is no JSON.
 */
export function parseMap(json: string, folder: string): UnreadableMap | FoundMap {
  // Some servers put this before JSON, against being included as a script.
  const parsed = v.safeParse(mapSchema, JSON.parse(json.replace(/^\)\]\}'?[^\n]*\n/, "")));
  if (parsed.success) return { kind: "found", content: parsed.output, folder };
  return { kind: "unreadable", why: "what it names is no source map of version 3 in one part" };
}

interface NodeSourceMap {
  findEntry(lineOffset: number, columnOffset: number): unknown;
}

const entrySchema = v.object({
  originalSource: v.string(),
  originalLine: v.number(),
  originalColumn: v.number(),
});

/**
 * Reads a map as the runtime does with `--enable-source-maps`: by Node's own class (13.7 on). Null where the runtime
 * has none.
 */
export function sourceMapReader({ content, folder }: FoundMap): SourceMapReader | null {
  const { SourceMap } = nodeModule as { SourceMap?: new (payload: unknown) => NodeSourceMap };
  if (SourceMap === undefined) return null;
  const map = new SourceMap(content);
  return {
    find: (line, column) => {
      const entry = v.safeParse(entrySchema, map.findEntry(line - 1, column - 1));
      if (!entry.success) return null;
      const { originalSource, originalLine, originalColumn } = entry.output;
      return { source: originalSource, line: originalLine + 1, column: originalColumn + 1 };
    },
    textOf: (source) => {
      const index = content.sources.indexOf(source);
      const text = content.sourcesContent?.[index] ?? null;
      return text ?? read(path.resolve(folder, content.sourceRoot ?? "", source));
    },
  };
}

/** The text of a file; null where it cannot be read. */
export function read(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}

function codeOf(error: unknown): string {
  if (error instanceof SyntaxError) return "it is no JSON";
  return error instanceof Error && "code" in error ? String(error.code) : "it is malformed";
}
