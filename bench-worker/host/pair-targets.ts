import path from "node:path";
import { analyze } from "../../analysis/analyze.ts";
import { mainFunctions } from "../../analysis/entries/main-functions.ts";
import { matchFunctions } from "../../analysis/match/match-functions.ts";
import { NotAsynchronous } from "../../analysis/match/not-asynchronous.ts";
import type { FileVersion, FunctionVersion } from "../../analysis/match/versions.ts";
import type { BenchmarkDocument } from "../document.ts";
import type { TargetIdentity } from "../target-result.ts";
import type { TargetSource } from "../protocol.ts";
import type { ComparisonGroup } from "./api.ts";
import { identityOf } from "./identity.ts";
import { withNotTold } from "./revisions/not-told.ts";
import { TargetError } from "./targets.ts";

/** What is compared with what, and what has no counterpart. */
export interface PairedTargets {
  readonly groups: readonly ComparisonGroup[];
  /** In a further target only. */
  readonly added: readonly TargetIdentity[];
  /** In the first target only. */
  readonly removed: readonly TargetIdentity[];
  /** Says at pairs of which the text of one version does not tell that it is asynchronous that it does not. */
  readonly finish: <D extends BenchmarkDocument>(document: D) => D;
}

/** One target as the user wrote it, with the functions it names. */
export interface NamedTarget {
  readonly specification: string;
  readonly functions: readonly TargetSource[];
}

/**
 * Pairs each further target with the first. Where each names one function, they are one group; else the functions of
 * the files are matched by what they are.
 *
 * @throws {TargetError} when a target has no function that matches one of the first.
 */
export function pairTargets(named: readonly NamedTarget[], workspaceFolder: string | null): PairedTargets {
  const targets = named.map(({ specification, functions }, order) => ({
    specification,
    // A function that is named twice is compared with itself.
    functions: functions.map((source) => ({ ...source, id: `${order}:${source.id}` })),
  }));
  if (targets.every(({ functions }) => functions.length === 1)) {
    const sources = targets.flatMap(({ functions }) => functions);
    const groups = [{ targets: sources.map((source) => ({ source })) }];
    return { groups, added: [], removed: [], finish: (document) => document };
  }
  return matchTargets(targets, workspaceFolder);
}

/** Two versions of a function, and the one of the further target as it is measured. */
interface Matched {
  readonly versions: { readonly base: FunctionVersion; readonly head: FunctionVersion };
  readonly source: TargetSource;
}

function matchTargets(
  [base, ...heads]: readonly NamedTarget[],
  workspaceFolder: string | null,
): PairedTargets {
  const found = new Map<number, Matched[]>(base!.functions.map(({ functionStart }) => [functionStart, []]));
  const added: TargetIdentity[] = [];
  const left = versionOf(base!.functions);
  for (const head of heads) {
    const right = versionOf(head.functions);
    const areWhole = isWhole(left) && isWhole(right);
    const { matches, added: more } = matchFunctions([left], [right], areWhole ? new NotAsynchronous() : null);
    if (matches.length === 0) {
      throw new TargetError(
        `no function of ${head.specification} matches one of ${base!.specification}; name the functions themselves`,
      );
    }
    for (const versions of matches) {
      const { start } = versions.base.found.range;
      const matched = found.get(start) ?? [];
      found.set(start, matched);
      matched.push({ versions, source: sourceAt(head.functions, versions.head.found.range.start) });
    }
    for (const { found: only } of more) {
      added.push(identityOf(sourceAt(head.functions, only.range.start), workspaceFolder));
    }
  }
  const all = [...found]
    .sort(([a], [b]) => a - b)
    .map(([start, matched]) => ({ source: sourceAt(base!.functions, start), matched }));
  const inBoth = all.filter(({ matched }) => matched.length > 0);
  const pairs = inBoth.flatMap(({ matched }) => matched);
  const where = `in ${path.basename(base!.functions[0]!.file)}`;
  return {
    groups: inBoth.map(({ source, matched }) => ({
      targets: [source, ...matched.map((one) => one.source)].map((one) => ({ source: one })),
    })),
    added,
    removed: all
      .filter(({ matched }) => matched.length === 0)
      .map(({ source }) => identityOf(source, workspaceFolder)),
    finish: (document) => ({
      ...document,
      pairs: document.pairs?.map((pair, index) =>
        withNotTold(pair, pairs[index]!.versions, document.results, where),
      ),
    }),
  };
}

/** A file with some of its functions, as if it had no others. All files are taken for versions of one. */
interface NamedVersion extends FileVersion {
  /** All that are asynchronous. */
  readonly all: FileVersion["analysis"]["functions"];
}

function versionOf(functions: readonly TargetSource[]): NamedVersion {
  const { text, language } = functions[0]!;
  const analysis = analyze(text, language);
  const starts = new Set(functions.map(({ functionStart }) => functionStart));
  return {
    path: "",
    text,
    language,
    all: analysis.functions,
    analysis: { ...analysis, functions: analysis.functions.filter(({ range }) => starts.has(range.start)) },
  };
}

/** Whether the whole file was named, and not one function of several. */
function isWhole({ all, analysis: { functions } }: NamedVersion): boolean {
  return functions.length === all.length || functions.length === mainFunctions(all).length;
}

/** The one that starts there, which the other version may have told: it is none of those that were named then. */
function sourceAt(functions: readonly TargetSource[], start: number): TargetSource {
  const [first] = functions;
  const named = functions.find(({ functionStart }) => functionStart === start);
  return named ?? { ...first!, id: `${first!.id}@${start}`, functionStart: start };
}
