import type { BenchmarkDocument } from "../bench-worker/document.ts";
import type { ComparisonGroup } from "../bench-worker/host/api.ts";

/** What is to be compared, ready to be measured. */
export interface Prepared {
  readonly groups: readonly ComparisonGroup[];
  /** What the document says besides the measured pairs. */
  readonly described: Pick<BenchmarkDocument, "comparedWith" | "added" | "removed" | "problems">;
  /** The folder that files are named relative to. */
  readonly workspaceFolder: string;
  /** Takes away what was made for the measurement. */
  readonly dispose: () => Promise<void>;
}
