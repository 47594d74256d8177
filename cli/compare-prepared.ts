import type { BenchmarkDocument, DescribedField } from "../bench-worker/document.ts";
import type { Environment } from "../bench-worker/environment.ts";
import type { TargetResult } from "../bench-worker/target-result.ts";
import type { ComparisonGroup } from "../bench-worker/host/api.ts";
import type { TargetSource } from "../bench-worker/protocol.ts";

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
