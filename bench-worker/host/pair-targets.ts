import { analyze } from "../../analysis/analyze.ts";
import { matchFunctions } from "../../analysis/match/match-functions.ts";
import type { FileVersion } from "../../analysis/match/versions.ts";
import type { TargetIdentity } from "../target-result.ts";
import type { TargetSource } from "../protocol.ts";
import type { ComparisonGroup } from "./api.ts";
import { identityOf } from "./identity.ts";
import { TargetError } from "./targets.ts";

/** What is compared with what, and what has no counterpart. */
export interface PairedTargets {
  readonly groups: readonly ComparisonGroup[];
  /** In a further target only. */
  readonly added: readonly TargetIdentity[];
  /** In the first target only. */
  readonly removed: readonly TargetIdentity[];
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
    return { groups: [{ targets: sources.map((source) => ({ source })) }], added: [], removed: [] };
  }
  return matchTargets(targets, workspaceFolder);
}

function matchTargets(
  [base, ...heads]: readonly NamedTarget[],
  workspaceFolder: string | null,
): PairedTargets {
  const found = new Map<TargetSource, TargetSource[]>(base!.functions.map((source) => [source, []]));
  const added: TargetIdentity[] = [];
  for (const head of heads) {
    const left = versionOf(base!.functions);
    const right = versionOf(head.functions);
    const { matches, added: more } = matchFunctions([left], [right]);
    if (matches.length === 0) {
      throw new TargetError(
        `no function of ${head.specification} matches one of ${base!.specification}; name the functions themselves`,
      );
    }
    for (const match of matches) {
      const source = sourceAt(base!.functions, match.base.found.range.start);
      found.get(source)!.push(sourceAt(head.functions, match.head.found.range.start));
    }
    for (const { found: only } of more) {
      added.push(identityOf(sourceAt(head.functions, only.range.start), workspaceFolder));
    }
  }
  const all = [...found];
  return {
    groups: all
      .filter(([, matched]) => matched.length > 0)
      .map(([source, matched]) => ({ targets: [source, ...matched].map((one) => ({ source: one })) })),
    added,
    removed: all
      .filter(([, matched]) => matched.length === 0)
      .map(([source]) => identityOf(source, workspaceFolder)),
  };
}

/** The file of some functions, as if it had no others. All files are taken for versions of one. */
function versionOf(functions: readonly TargetSource[]): FileVersion {
  const { text, language } = functions[0]!;
  const analysis = analyze(text, language);
  const starts = new Set(functions.map(({ functionStart }) => functionStart));
  return {
    path: "",
    text,
    language,
    analysis: { ...analysis, functions: analysis.functions.filter(({ range }) => starts.has(range.start)) },
  };
}

function sourceAt(functions: readonly TargetSource[], start: number): TargetSource {
  return functions.find(({ functionStart }) => functionStart === start)!;
}
