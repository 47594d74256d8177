import type { BenchmarkDocument, DescribedField } from "../bench-worker/document.ts";
import type { Environment } from "../bench-worker/environment.ts";
import { documentShard, type Shard } from "../bench-worker/shard.ts";
import type { TargetResult } from "../bench-worker/target-result.ts";
import type { ComparisonGroup } from "../bench-worker/host/api.ts";
import type { TargetSource } from "../bench-worker/protocol.ts";

/**
 * What the document of a shard says besides its pairs: what is not measured stands in the first one, so that it is told once.
 *
 * @param described The same of a comparison that is not shared out.
 */
export function describedInShard(
  described: Prepared["described"],
  shard: Shard | null,
  functions: number,
  allFunctions: number,
): Prepared["described"] {
  if (shard === null) return described;
  const { comparedWith } = described;
  const part = documentShard(shard, functions, allFunctions);
  return shard.number === 1 ? { ...described, ...part } : { comparedWith, ...part };
}

/** A function to measure alone and to compare with a stored result. */
export interface StoredBase {
  readonly source: TargetSource;
  readonly result: TargetResult;
  readonly environment: Environment;
}

/** What is to be compared, ready to be measured. */
export interface Prepared {
  readonly groups: readonly ComparisonGroup[];
  readonly alone: readonly StoredBase[];
  /** What the document says besides the measured pairs. */
  readonly described: Pick<BenchmarkDocument, DescribedField>;
  /** The folder that files are named relative to. */
  readonly workspaceFolder: string;
  /** Makes the document that is printed of the one that was measured. */
  readonly finish: (document: BenchmarkDocument) => Promise<BenchmarkDocument>;
  /** Takes away what was made for the measurement. */
  readonly dispose: () => Promise<void>;
}
