import path from "node:path";
import * as v from "valibot";
import type { AsyncFunction } from "../../../analysis/model.ts";
import { lineOfEntry } from "../../fakes-file/edit.ts";
import { entriesFor, entryName } from "../../fakes-file/entry-name.ts";
import { EVERY_FUNCTION } from "../../fakes-file/name.ts";
import type { Scenario } from "../../contract/scenario.ts";
import type { TargetSource } from "../../protocol.ts";
import { explainLoading } from "../load/explain.ts";
import type { EntryModule } from "../load/module-loader.ts";
import { FakesFileError } from "./fakes-file-error.ts";
import { GivenFakes } from "./given-fakes.ts";
import { givenByTags } from "./given-tags.ts";
import { functionFakesSchema, type GivenFunction } from "./schema.ts";

type FakesFile = NonNullable<Scenario["fakesFile"]>;

/** Evaluates a module and gives its exports. */
interface Loads {
  loadEntry(entry: EntryModule): Promise<unknown>;
}

/** What a fakes file says. */
export interface ReadFakesFile {
  /** For the target: its own entry over the one for every function; null where it has neither. */
  readonly given: GivenFakes | null;
  /** Entries for functions that the target's file does not have, each one sentence. */
  readonly warnings: readonly string[];
}

/** What it gives, before it is put together with the function's tags. */
interface OwnEntry {
  readonly given: GivenFunction;
  readonly line: number;
  readonly lineOf: (expression: string) => number;
}

/**
 * Reads what a target's tags and its fakes file give for it; the file over the tags. The file is evaluated among the
 * fakes that the target sees.
 *
 * @throws {FakesFileError} where the file cannot be evaluated, or either is not as it should be.
 */
export async function loadFakesFile(
  source: Pick<TargetSource, "file" | "text" | "scenario">,
  asyncFunction: AsyncFunction,
  functions: readonly AsyncFunction[],
  loader: Loads,
): Promise<ReadFakesFile> {
  const fakesFile = source.scenario?.fakesFile;
  const tags = givenByTags(source, asyncFunction.range.start);
  const { entry, warnings } =
    fakesFile === undefined
      ? { entry: null, warnings: [] }
      : await entryFor(fakesFile, asyncFunction, functions, loader);
  if (entry === null && tags.given.arguments === undefined && tags.lines.size === 0) {
    return { given: null, warnings };
  }
  const placeOf = (expression: string): string => {
    const isOfFile = entry?.given.fakes !== undefined && Object.hasOwn(entry.given.fakes, expression);
    return isOfFile
      ? `${path.basename(fakesFile!.file)}, line ${entry.lineOf(expression)}`
      : `${path.basename(source.file)}, line ${tags.lines.get(expression) ?? 1}`;
  };
  const merged: GivenFunction = {
    ...tags.given,
    ...entry?.given,
    fakes: { ...tags.given.fakes, ...entry?.given.fakes },
  };
  const file = entry === null ? source.file : fakesFile!.file;
  return { given: new GivenFakes(file, merged, placeOf, entry?.line ?? null), warnings };
}

async function entryFor(
  file: FakesFile,
  asyncFunction: AsyncFunction,
  functions: readonly AsyncFunction[],
  loader: Loads,
): Promise<{ entry: OwnEntry | null; warnings: readonly string[] }> {
  const wrong = (what: string, ...keys: string[]): FakesFileError =>
    new FakesFileError(`${path.basename(file.file)}, line ${lineOfEntry(file.text, keys)}: ${what}`);
  let exports: unknown;
  try {
    exports = await loader.loadEntry({
      file: file.file,
      text: file.text,
      language: "js",
      appended: "",
      parameters: {},
    });
  } catch (error) {
    throw new FakesFileError(explainLoading(error, file.file).message);
  }
  const given = isObject(exports) && "default" in exports ? exports.default : exports;
  if (!isObject(given)) throw wrong("it must export an object, with an entry for each function.");
  const entryOf = (key: string): GivenFunction => {
    if (!Object.hasOwn(given, key)) return {};
    const parsed = v.safeParse(functionFakesSchema, Reflect.get(given, key), { abortEarly: true });
    if (parsed.success) return parsed.output;
    const [issue] = parsed.issues;
    const at = (issue.path ?? []).map((item) => String(item.key));
    throw wrong(`${[key, ...at].join(" → ")}: ${inWords(issue)}.`, key, ...at);
  };
  const warnings = entriesOfNobody(file, Object.keys(given), functions);
  const candidates = entriesFor(entryName(asyncFunction, functions));
  const name = candidates.find((one) => Object.hasOwn(given, one)) ?? asyncFunction.name;
  const own = entryOf(name);
  const every = entryOf(EVERY_FUNCTION);
  const holder = Object.hasOwn(given, name) ? name : EVERY_FUNCTION;
  if (!Object.hasOwn(given, holder)) return { entry: null, warnings };
  const merged: GivenFunction = {
    ...every,
    ...own,
    fakes: { ...every.fakes, ...own.fakes },
    environment: { ...every.environment, ...own.environment },
  };
  const lineOf = (expression: string): number => {
    const isOwn = own.fakes !== undefined && Object.hasOwn(own.fakes, expression);
    return lineOfEntry(file.text, [isOwn ? name : EVERY_FUNCTION, "fakes", expression]);
  };
  return { entry: { given: merged, line: lineOfEntry(file.text, [holder]), lineOf }, warnings };
}

function entriesOfNobody(
  file: FakesFile,
  names: readonly string[],
  functions: readonly AsyncFunction[],
): string[] {
  const known = new Set([
    EVERY_FUNCTION,
    ...functions.flatMap((one) => [one.name, entryName(one, functions)]),
  ]);
  return names
    .filter((name) => !known.has(name))
    .map(
      (name) =>
        `${path.basename(file.file)}, line ${lineOfEntry(file.text, [name])}: there is no asynchronous function named ${name}.`,
    );
}

function inWords(issue: v.BaseIssue<unknown>): string {
  if (issue.type === "strict_object") {
    return issue.expected === "never"
      ? `there is no such setting; there are ${settingsAt(issue)}`
      : "must be an object";
  }
  return issue.message;
}

function settingsAt({ path: at }: v.BaseIssue<unknown>): string {
  return (at?.length ?? 0) > 1
    ? "kind, returns, throws, latency and value"
    : "arguments, this, fakes and environment";
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
