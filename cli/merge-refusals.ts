import { baseInWords } from "../bench-worker/comparison-summary.ts";
import type { BenchmarkDocument } from "../bench-worker/document.ts";
import { enginesOf } from "../bench-worker/environment.ts";
import { UsageError } from "./terminal.ts";

/** A document, and how the user calls it. */
export interface NamedDocument {
  readonly name: string;
  readonly document: BenchmarkDocument;
}

/**
 * Refuses documents that would not be one run, had they been measured together.
 *
 * @throws {UsageError} one line that names both documents.
 */
export function mustBelongTogether(all: readonly NamedDocument[]): void {
  const ofGallery = all.find(({ document }) => document.amongGallery !== undefined);
  if (ofGallery !== undefined) {
    throw new UsageError(
      `${ofGallery.name} is of a comparison with the gallery; merge takes what bench and compare write`,
    );
  }
  const [first, ...others] = all;
  if (first === undefined) return;
  for (const other of others) {
    for (const { of, next } of TOGETHER) {
      const [own, its] = [of(first.document), of(other.document)];
      if (own !== its) throw new UsageError(`${first.name} ${own}, and ${other.name} ${its}; ${next}`);
    }
    const changed = changedOptions(first.document, other.document);
    if (changed.length > 0) {
      throw new UsageError(
        `${first.name} and ${other.name} were measured with different options (${changed.join(", ")}); measure them with the same`,
      );
    }
  }
  mustBeOfOneEngine(all);
}

/** A comparison judges on one engine. */
function mustBeOfOneEngine(all: readonly NamedDocument[]): void {
  const [first, ...others] = all.flatMap(({ name, document }) => {
    const { pairs = [], results } = document;
    const heads = pairs.flatMap(({ headResult }) => results[headResult] ?? []);
    return heads.length === 0
      ? []
      : enginesOf({ ...document, results: heads }).map((engine) => ({ name, engine }));
  });
  const other = others.find(({ engine }) => engine !== first!.engine);
  if (other === undefined) return;
  throw new UsageError(
    `${first!.name} was measured on ${first!.engine}, and ${other.name} on ${other.engine}; compare judges on one runtime`,
  );
}

/** What has to be the same of all, in words, and what would be right. */
const TOGETHER: readonly { readonly of: (document: BenchmarkDocument) => string; readonly next: string }[] = [
  {
    of: ({ pairs }) => (pairs === undefined ? "is of bench" : "is of compare"),
    next: "merge those of one command",
  },
  {
    of: ({ shard }) =>
      shard === undefined
        ? "is of a whole run"
        : shard.of === 1
          ? `is of a run of ${shard.allFunctions} functions`
          : `is of a run of ${shard.allFunctions} functions in ${shard.of} shards`,
    next: "merge those of one run",
  },
  {
    of: (document) =>
      `compares with ${document.comparedWith?.commit ?? (baseInWords(document) || "targets")}`,
    next: "merge those with one base",
  },
];

function changedOptions({ options }: BenchmarkDocument, other: BenchmarkDocument): string[] {
  const own: ReadonlyMap<string, unknown> = new Map(Object.entries(options));
  const its: ReadonlyMap<string, unknown> = new Map(Object.entries(other.options));
  return [...new Set([...own.keys(), ...its.keys()])].filter(
    (key) => JSON.stringify(own.get(key)) !== JSON.stringify(its.get(key)),
  );
}
