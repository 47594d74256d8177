import type { TargetResult } from "../../bench-worker/target-result.ts";
import type { FunctionReference } from "./targets.ts";

/** A result with the name that the user knows its function by. */
export interface EndedResult {
  readonly name: string;
  readonly result: TargetResult;
  /** Where it is in the editor; null where it is not. */
  readonly reference: FunctionReference | null;
}

/** Why a function could not be measured and what to do about it; of several, which, and that of the first. */
export function failuresInWords(failed: readonly EndedResult[]): string {
  const [first] = failed;
  if (first === undefined) return "";
  const { reason = "", hint = "" } = first.result;
  const why = `${first.name}: ${reason} ${hint}`.trimEnd();
  if (failed.length === 1) return why;
  return `${failed.length} functions could not be measured: ${failed.map(({ name }) => name).join(", ")}. ${why}`;
}
