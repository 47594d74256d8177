import * as v from "valibot";
import { canRun } from "../../analysis/entries/can-run.ts";
import type { Explanation } from "../../analysis/explain/explain.ts";
import type { AsyncFunction } from "../../analysis/model.ts";
import type { CallChoice } from "../../bench-worker/call-choice.ts";
import type { TargetSource } from "../../bench-worker/protocol.ts";
import type { DocumentAnalysis } from "../analysis/analysis-cache.ts";
import type { AskedFor } from "../analysis/questions.ts";
import { ordinals } from "./result-store.ts";

/** A target as the editor knows it. */
export interface EditorTarget {
  /** Of the document, as a string. */
  readonly uri: string;
  readonly name: string;
  /** Which of the functions of its name it is, counted from 0. */
  readonly ordinal: number;
  /** Names the target among all that were ever measured. */
  readonly key: string;
  readonly source: TargetSource;
  /** The call of it that is measured. */
  readonly call?: CallChoice;
  /** The line of the function under the cursor, where that is a part of the target and no target of its own. */
  readonly partAtLine?: number | undefined;
}

/** The part of a document's URI that tells where it lies. */
export interface DocumentPlace {
  readonly uri: string;
  readonly scheme: string;
  readonly path: string;
  /** Where it is measured. */
  readonly fsPath: string;
}

/** An editor that runs in a browser has no Node, and cannot start one. */
const CAN_START_PROCESSES = typeof globalThis.process === "object" && "node" in globalThis.process.versions;

/** The documents of notebooks' cells have this scheme. */
export const NOTEBOOK_CELL_SCHEME = "vscode-notebook-cell";

const MEASURABLE = new Set(["file", "untitled", NOTEBOOK_CELL_SCHEME]);

/** Only what lies on the disk, or will, can be loaded: a benchmark needs the files that it imports. */
export function canBeMeasured(scheme: string): boolean {
  return CAN_START_PROCESSES && MEASURABLE.has(scheme);
}

/** Why documents of a scheme cannot be measured, for the user: what stands behind their name, or a colon. */
export function whyNotHere(scheme: string): string {
  return CAN_START_PROCESSES
    ? `it does not lie on this machine's disk (${scheme}:), and a benchmark has to load what it imports. Open a copy on the disk.`
    : "an editor that runs in the browser cannot start a process.";
}

/**
 * What to measure, with the text as it stands in the editor.
 *
 * @param found One of `analysis.analysis.functions`.
 * @param folder The workspace folder; an untitled document is measured as if it lay there, or at the root.
 */
export function editorTarget(
  place: DocumentPlace,
  analysis: DocumentAnalysis,
  found: AsyncFunction,
  folder: string | null,
): EditorTarget {
  const ordinal = ordinals(analysis.analysis.functions).get(found) ?? 0;
  return targetAt(place, analysis, { name: found.name, ordinal, start: found.range.start }, folder);
}

/** The same for a function of which no text tells that it is asynchronous. */
export function targetAt(
  place: DocumentPlace,
  { text, language }: Pick<DocumentAnalysis, "text" | "language">,
  { name, ordinal, start }: AskedFor,
  folder: string | null,
): EditorTarget {
  const key = targetKey(place.uri, name, ordinal);
  const file =
    place.scheme === "untitled" && !place.path.startsWith("/")
      ? `${folder ?? ""}/${place.path}.${language}`
      : place.fsPath;
  return {
    uri: place.uri,
    name,
    ordinal,
    key,
    source: { id: key, file, text, language, functionStart: start },
  };
}

/** Names a function among all of all documents. */
export function targetKey(uri: string, name: string, ordinal: number): string {
  return `${uri}#${name}@${ordinal}`;
}

/** Where the cursor is, in offsets of the text. */
export interface Cursor {
  readonly offset: number;
  /** Where the text of its line begins, after what indents it. */
  readonly textStart: number;
  readonly lineEnd: number;
}

/**
 * The function that the cursor means: before the text of a line the one that begins in that line, as its hint stands above
 * it; else the innermost around it; else one that begins in its line.
 */
export function functionAtCursor(
  functions: readonly AsyncFunction[],
  { offset, textStart, lineEnd }: Cursor,
): AsyncFunction | undefined {
  const inLine = functions.find(({ range }) => textStart <= range.start && range.start <= lineEnd);
  return (offset <= textStart ? inLine : undefined) ?? functionAt(functions, offset) ?? inLine;
}

/** What the cursor means, where that is not all of the innermost asynchronous function there. */
export interface NotAsked {
  /** It carries the asynchronous function on that is around it: that is measured, and this is the line where it begins. */
  readonly partAtLine?: number;
  /** It is no asynchronous function, which is why none is measured before the user has said so. */
  readonly why?: string;
}

/**
 * How the innermost function at the cursor, as it is explained, differs from the one that is found there; nothing where it
 * is that one.
 */
export function notAsked(text: string, found: AsyncFunction | undefined, innermost: Explanation): NotAsked {
  const { kind, range, why } = innermost;
  if (range === null || kind === "asynchronous") return {};
  const isWithin = found !== undefined && found.range.start < range.start && range.end <= found.range.end;
  if (found !== undefined && !isWithin) return {};
  if (found === undefined || kind !== "part-of-flow") return { why };
  return { partAtLine: text.slice(0, range.start).split("\n").length };
}

/** The innermost function around an offset; undefined where there is none. */
export function functionAt(functions: readonly AsyncFunction[], offset: number): AsyncFunction | undefined {
  return functions.findLast(({ range }) => range.start <= offset && offset <= range.end);
}

const referenceSchema = v.object({ uri: v.string(), name: v.string(), ordinal: v.number() });

/** The ordinal of a function that half-typed text keeps a hint of, but that is not to be found in it. */
export const NOT_IN_TEXT = -1;

/** Names a function in the arguments of a command. */
export type FunctionReference = v.InferOutput<typeof referenceSchema>;

/** Reads a command's argument; undefined when it is something else, as what a menu gives. */
export function parseReference(argument: unknown): FunctionReference | undefined {
  const parsed = v.safeParse(referenceSchema, argument);
  return parsed.success ? parsed.output : undefined;
}

/** The function that a reference names in the present text; undefined when it is gone. */
export function referred(
  functions: readonly AsyncFunction[],
  { name, ordinal }: Pick<FunctionReference, "name" | "ordinal">,
): AsyncFunction | undefined {
  return functions.filter((found) => found.name === name)[ordinal];
}

/** The closest function around `found` that can be run; undefined where there is none. */
export function runnableAround(
  functions: readonly AsyncFunction[],
  found: AsyncFunction,
): AsyncFunction | undefined {
  for (let parent = found.parent; parent !== null;) {
    const around: AsyncFunction | undefined = functions[parent];
    if (around === undefined || canRun(around)) return around;
    parent = around.parent;
  }
  return undefined;
}
