import type { BenchmarkDocument } from "../bench-worker/document.ts";
import { environmentsOf, UNKNOWN, type Environment } from "../bench-worker/environment.ts";
import type { Pair } from "../bench-worker/pair.ts";
import { functionsOf, missingInWords, type DocumentShard } from "../bench-worker/shard.ts";
import type { TargetIdentity, TargetResult } from "../bench-worker/target-result.ts";
import { mustBelongTogether, type NamedDocument } from "./merge-refusals.ts";
import { UsageError } from "./terminal.ts";

/** One document of several, and what is not in any of them: a sentence each. */
export interface Merged {
  readonly document: BenchmarkDocument;
  readonly missing: readonly string[];
}

/** What stays together in a document: a result, or those that were compared with one another. */
interface Unit {
  /** The document it is from. */
  readonly name: string;
  /** Each with what it was measured on. */
  readonly results: readonly (TargetResult & { readonly environment: Environment })[];
  /** With the places of their results among those of the unit. */
  readonly pairs: readonly Pair[];
}

/**
 * Puts documents of shards, or of several calls with the same options, into one document: in the order of files and lines, and
 * of several engines engine by engine. Where not all was measured on the same machine and engine, each result says on what.
 * What `--store` kept of a whole run may stand beside that run's own document, which has all of it.
 *
 * @throws {UsageError} when they do not belong together, or tell different things of one function.
 */
export function mergeDocuments(given: readonly NamedDocument[]): Merged {
  const { all, kept } = besideWholeRuns(distinct(given));
  mustBelongTogether(all);
  const documents = all.map(({ document }) => document);
  const units = inOrder(withoutRepeats(all.flatMap(unitsOf)));
  const other = units.find(({ name }) => kept.has(name));
  if (other !== undefined) {
    const { file, name } = targetOf(other);
    throw new UsageError(
      `${all[0]!.name} is of a whole run, and ${other.name} has ${name} of ${file} of another; merge those of one run`,
    );
  }
  const shard = mergedShard(documents, new Set(units.map(functionOf)).size);
  const missing = shard === undefined ? [] : missingInWords(shard);
  const document: BenchmarkDocument = {
    ...documents[0]!,
    ...flattened(units, documents),
    shard: missing.length === 0 ? undefined : shard,
    repeats: repeatsOf(documents),
    added: joined(documents.map(({ added }) => added)),
    removed: joined(documents.map(({ removed }) => removed)),
    renamed: joined(documents.map(({ renamed }) => renamed)),
    problems: joined(documents.map(({ problems }) => problems)),
    testsLeftOut: testsLeftOut(documents),
  };
  return { document, missing };
}

/** A file that is named twice, or was copied, counts once. */
function distinct(all: readonly NamedDocument[]): readonly NamedDocument[] {
  const texts = new Set<string>();
  return all.filter(({ document }) => {
    const text = JSON.stringify(document);
    return !texts.has(text) && texts.add(text);
  });
}

/** Whole runs first, with the names of what was kept of them, or of others, function by function. */
function besideWholeRuns(given: readonly NamedDocument[]): {
  readonly all: readonly NamedDocument[];
  readonly kept: ReadonlySet<string>;
} {
  const wholes = given.filter(({ document }) => document.shard === undefined);
  const parts = given.filter(({ document }) => document.shard?.of === 1);
  if (wholes.length === 0 || wholes.length + parts.length < given.length)
    return { all: given, kept: new Set() };
  const asWhole = parts.map(({ name, document }) => ({ name, document: { ...document, shard: undefined } }));
  return { all: [...wholes, ...asWhole], kept: new Set(parts.map(({ name }) => name)) };
}

function unitsOf({ name, document }: NamedDocument): Unit[] {
  const environments = environmentsOf(document);
  // Always last, so that two of the same are the same text.
  const result = (index: number): Unit["results"][number] => {
    const { environment: _, ...rest } = document.results[index]!;
    return { ...rest, environment: environments[index]! };
  };
  if (document.pairs === undefined)
    return document.results.map((_, index) => ({ name, results: [result(index)], pairs: [] }));
  const byBase = new Map<number, Pair[]>();
  for (const pair of document.pairs) {
    byBase.set(pair.baseResult, [...(byBase.get(pair.baseResult) ?? []), pair]);
  }
  return [...byBase].map(([base, pairs]) => ({
    name,
    results: [base, ...pairs.map(({ headResult }) => headResult)].map(result),
    pairs: pairs.map((pair, index) => ({ ...pair, baseResult: 0, headResult: index + 1 })),
  }));
}

/** The function that a unit is of: of a comparison the first that is compared with the base. */
function targetOf({ results, pairs }: Unit): TargetIdentity {
  return pairs[0]?.head ?? results[0]!.target;
}

function functionOf(unit: Unit): string {
  const { file, name, line, column } = targetOf(unit);
  return JSON.stringify([file, name, line, column]);
}

/**
 * Each unit once: a run's own document has the results that `--store` has, too.
 *
 * @throws {UsageError} when two documents tell different things of one function.
 */
function withoutRepeats(units: readonly Unit[]): Unit[] {
  const seen = new Map<string, Unit>();
  const known = new Map(units.filter((unit) => !isUnknown(unit)).map((unit) => [contentOf(unit), unit.name]));
  const keys = (unit: Unit): string[] =>
    unit.pairs.length === 0
      ? unit.results.map(measurementOf)
      : unit.results.slice(1).map((head) => `${measurementOf(unit.results[0]!)} ${measurementOf(head)}`);
  return units.filter((unit) => {
    if (isUnknown(unit) && (known.get(contentOf(unit)) ?? unit.name) !== unit.name) return false;
    const own = keys(unit);
    const other = own.flatMap((key) => seen.get(key) ?? []).find(({ name }) => name !== unit.name);
    for (const key of own) seen.set(key, seen.get(key) ?? unit);
    if (other === undefined) return true;
    if (JSON.stringify([other.results, other.pairs]) === JSON.stringify([unit.results, unit.pairs]))
      return false;
    const { file, name } = targetOf(unit);
    throw new UsageError(
      `${other.name} and ${unit.name} both have ${name} of ${file}, and not the same of it; leave one of them out`,
    );
  });
}

/** No process came to say what it runs on; the document of the whole run has that of its other functions. */
function isUnknown({ results }: Unit): boolean {
  return results.every(({ environment }) => environment.version === UNKNOWN);
}

/** All that it tells but the version and machine. */
function contentOf({ results, pairs }: Unit): string {
  return JSON.stringify([
    results.map((result) => ({ ...result, environment: result.environment.runtime })),
    pairs,
  ]);
}

/** What was measured of what, on which engine. */
function measurementOf({ target, scenario, environment }: Unit["results"][number]): string {
  const { file, name, line, column, revision } = target;
  const { runtime, version } = environment;
  return JSON.stringify([file, name, line, column, revision, scenario?.path, runtime, version]);
}

/** Engine by engine, as a run on several has them; in each by file and line. */
function inOrder(units: readonly Unit[]): Unit[] {
  const engineOf = ({ results }: Unit): string =>
    `${results[0]!.environment.runtime} ${results[0]!.environment.version}`;
  const engines = [...new Set(units.map(engineOf))];
  return units.toSorted((a, b) => {
    const [one, other] = [targetOf(a), targetOf(b)];
    return (
      engines.indexOf(engineOf(a)) - engines.indexOf(engineOf(b)) ||
      (one.file < other.file ? -1 : one.file > other.file ? 1 : 0) ||
      one.line - other.line ||
      one.column - other.column ||
      (a.results[0]!.scenario?.path ?? 0) - (b.results[0]!.scenario?.path ?? 0)
    );
  });
}

/** What the first was measured on, and whether all others were, too; what is stored may be of elsewhere. */
function placeOfAll(
  units: readonly Unit[],
  { environment: otherwise }: BenchmarkDocument,
): { readonly environment: Environment; readonly isOne: boolean } {
  const all = units
    .map(({ results }) => results.at(-1)!.environment)
    .filter(({ version }) => version !== UNKNOWN);
  const [environment = otherwise] = all;
  return { environment, isOne: new Set(all.map((one) => JSON.stringify(one))).size < 2 };
}

/** Results and pairs in a row. */
function flattened(
  units: readonly Unit[],
  documents: readonly BenchmarkDocument[],
): Pick<BenchmarkDocument, "environment" | "results" | "pairs"> {
  const { environment, isOne } = placeOfAll(units, documents[0]!);
  const isHere = (own: Environment): boolean =>
    isOne && (own.version === UNKNOWN || JSON.stringify(own) === JSON.stringify(environment));
  const results = units
    .flatMap((unit) => unit.results)
    .map(({ environment: own, ...result }) => (isHere(own) ? result : { ...result, environment: own }));
  let first = 0;
  const pairs = units.flatMap((unit) => {
    const own = unit.pairs.map((pair) => ({
      ...pair,
      baseResult: first + pair.baseResult,
      headResult: first + pair.headResult,
    }));
    first += unit.results.length;
    return own;
  });
  return {
    environment,
    results,
    ...(documents[0]!.pairs === undefined ? {} : { pairs }),
  };
}

/** @throws {UsageError} when there are more functions than the run had. */
function mergedShard(documents: readonly BenchmarkDocument[], functions: number): DocumentShard | undefined {
  const shards = documents.flatMap(({ shard }) => shard ?? []);
  const [first] = shards;
  if (first === undefined) return undefined;
  const numbers = [...new Set(shards.flatMap((shard) => shard.numbers))].sort((a, b) => a - b);
  const shard = { ...first, numbers, functions };
  const most = functionsOf(shard.numbers, shard.of, shard.allFunctions);
  if (functions > most) {
    throw new UsageError(
      `there are ${functions} functions in these documents, and the run had ${most} of them; some are of another version of the code: leave these out`,
    );
  }
  return shard;
}

function repeatsOf(documents: readonly BenchmarkDocument[]): BenchmarkDocument["repeats"] {
  const all = documents.flatMap(({ repeats }) => repeats ?? []);
  if (all.length === 0) return undefined;
  return {
    document: [...new Set(all.map(({ document }) => document))].join(", "),
    differences: [...new Set(all.flatMap(({ differences }) => differences))],
  };
}

/** Each entry once; undefined where no document has such a list. */
function joined<T>(lists: readonly (readonly T[] | undefined)[]): T[] | undefined {
  const there = lists.filter((list) => list !== undefined);
  if (there.length === 0) return undefined;
  return [...new Map(there.flat().map((entry) => [JSON.stringify(entry), entry])).values()];
}

/** Of shards one has it, and what was merged with that one. */
function testsLeftOut(documents: readonly BenchmarkDocument[]): number | undefined {
  const counts = documents.flatMap((document) => document.testsLeftOut ?? []);
  if (counts.length === 0) return undefined;
  return documents[0]!.shard === undefined
    ? counts.reduce((sum, count) => sum + count, 0)
    : Math.max(...counts);
}
