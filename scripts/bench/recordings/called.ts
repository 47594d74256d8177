import { readdir, readFile } from "node:fs/promises";
import { SourceMap, type SourceMapPayload } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { analyze } from "../../../analysis/analyze.ts";
import { codeOfFile } from "../../../analysis/components/code-of.ts";
import { isTestCallback, isTestFile } from "../../../analysis/source/test-code.ts";
import type { Language } from "../../../analysis/model.ts";
import { lineStartsOf, positionAt } from "../../../analysis/source/lines.ts";
import { TextFunctions } from "../../../bench-worker/host/recordings/text-functions.ts";
import type { CountedScript } from "./count-calls.ts";

/** An asynchronous function of a project that its tests called. */
export interface CalledFunction {
  /** Absolute. */
  readonly file: string;
  readonly name: string;
  readonly line: number;
  /** Offset of its text. */
  readonly start: number;
}

/** A file of the project: all its functions, and what the analysis calls asynchronous of them. */
interface Source {
  readonly text: string;
  readonly functions: TextFunctions["functions"];
  readonly asynchronous: Asynchronous;
}

type Asynchronous = readonly (CalledFunction & { readonly end: number })[];

/**
 * The functions that the engine counted calls of and the analysis calls asynchronous; those of tests are left out.
 *
 * @param folder Where `count-calls.ts` wrote to.
 */
export async function calledFunctions(root: string, folder: string): Promise<CalledFunction[]> {
  const found = new Map<string, CalledFunction>();
  const sources = new Map<string, Source | null>();
  const sourceAt = async (file: string): Promise<Source | null> => {
    const known = sources.get(file);
    if (known !== undefined) return known;
    const source = await readSource(root, file);
    sources.set(file, source);
    return source;
  };
  const compiled = new Map<string, Asynchronous>();
  /** What ran of a file, where that tells of no source map: the same functions, where it is not the file's own text. */
  const compiledAs = ({ file, script }: CountedScript, { text, asynchronous }: Source): Asynchronous => {
    const ran = texts.get(script) ?? text;
    if (ran === text) return asynchronous;
    const known = compiled.get(ran) ?? asynchronousOf(file, ran, "js");
    compiled.set(ran, known);
    return known;
  };
  let texts = new Map<string, string>();
  for (const name of await readdir(folder)) {
    texts = new Map();
    const scripts = new Map<string, Placed>();
    for (const line of (await readFile(path.join(folder, name), "utf8")).split("\n")) {
      if (line === "") continue;
      const counted = JSON.parse(line) as CountedScript;
      if (counted.text !== undefined) {
        texts.set(counted.script, counted.text);
        scripts.set(counted.script, placedText(counted.file, counted.text));
      }
      const placed = scripts.get(counted.script)!;
      for (const [start, end, functionName] of counted.called) {
        const place = placed(start);
        const source = place === null ? null : await sourceAt(place.file);
        if (source === null) continue;
        const called =
          place!.mapped === null
            ? functionOfText(source, compiledAs(counted, source), start, end)
            : functionAt(source, place!.mapped, functionName);
        if (called !== undefined) found.set(`${called.file}:${called.start}`, called);
      }
    }
  }
  return [...found.values()].sort((a, b) => a.file.localeCompare(b.file) || a.start - b.start);
}

async function readSource(root: string, file: string): Promise<Source | null> {
  const relative = path.relative(root, file).split(path.sep).join("/");
  if (relative.startsWith("..") || relative.includes("node_modules/") || isTestFile(relative)) return null;
  const text = await readFile(file, "utf8").catch(() => null);
  const code = text === null ? undefined : codeOfFile(file, text.replace(/^\uFEFF/, ""));
  if (code === undefined) return null;
  return {
    text: text!,
    functions: new TextFunctions(code.text, code.language).functions,
    asynchronous: asynchronousOf(file, code.text, code.language),
  };
}

function asynchronousOf(file: string, text: string, language: Language): Asynchronous {
  return analyze(text, language)
    .functions.filter((one) => !isTestCallback(one, text, language))
    .map(({ name, position, range }) => ({ file, name, line: position.line, ...range }));
}

interface Place {
  readonly file: string;
  /** Both from 1 on. Null: what ran has no source map. */
  readonly mapped: { readonly line: number; readonly column: number } | null;
}

/** Where in the sources an offset of a text is that ran; null where the text's source map has no place for it. */
type Placed = (offset: number) => Place | null;

const MAP = /\/\/[#@]\s*sourceMappingURL=data:application\/json[^,]*?(;base64)?,(\S*)/g;

function placedText(file: string, text: string): Placed {
  const last = [...text.matchAll(MAP)].at(-1);
  if (last === undefined) return () => ({ file, mapped: null });
  const json =
    last[1] === undefined ? decodeURIComponent(last[2]!) : Buffer.from(last[2]!, "base64").toString();
  const map = new SourceMap(JSON.parse(json) as SourceMapPayload);
  const lines = lineStartsOf(text);
  return (offset) => {
    const { line, column } = positionAt(lines, offset);
    const entry = map.findEntry(line - 1, column - 1);
    if (!("originalLine" in entry)) return null;
    const { originalSource, originalLine, originalColumn } = entry;
    const named = originalSource.startsWith("file:")
      ? fileURLToPath(originalSource)
      : path.resolve(path.dirname(file), originalSource);
    return {
      // Compilers that have one file at a time often tell only its name.
      file: path.basename(named) === path.basename(file) ? file : named,
      mapped: { line: originalLine + 1, column: originalColumn + 1 },
    };
  };
}

/** The asynchronous function that the engine means by its place in what ran, which may be compiled: then by its name there. */
function functionOfText(
  { asynchronous }: Source,
  ran: Asynchronous,
  start: number,
  end: number,
): CalledFunction | undefined {
  // Where a function with modifiers starts is told in different ways.
  const [own] = ran
    .filter((one) => one.end === end)
    .sort((one, other) => Math.abs(one.start - start) - Math.abs(other.start - start));
  if (own === undefined || ran === asynchronous) return own;
  const isNamed = ({ name }: CalledFunction): boolean => name === own.name;
  return asynchronous.filter(isNamed)[ran.filter(isNamed).indexOf(own)];
}

/** The asynchronous function that the engine means: of a text with a source map the nearest on the line. */
function functionAt(
  { functions, asynchronous }: Source,
  mapped: NonNullable<Place["mapped"]>,
  name: string,
): CalledFunction | undefined {
  const onLine = functions.filter(({ line }) => line === mapped.line);
  const [own] = onLine.sort(
    (one, other) => Math.abs(one.column - mapped.column) - Math.abs(other.column - mapped.column),
  );
  const called = asynchronous.find((one) => one.start === own?.start);
  // What a compiler has added is given the place of its neighbour.
  return called !== undefined && called.name.includes(name) ? called : undefined;
}
