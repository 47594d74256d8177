import type { Runtime } from "../../bench-worker/host/api.ts";
import { findRuntime, NoRuntimeError } from "../../bench-worker/host/runtime.ts";

/** Why there is no Node to measure on, and what to do about it. */
export interface NoRuntime {
  readonly kind: "no-runtime";
  readonly reason: string;
  readonly hint: string;
}

/** The Node of the setting `asyncCost.nodePath`, or one that is found where the setting is empty. */
export async function nodeOfSetting(
  nodePath: string,
): Promise<{ readonly kind: "found"; readonly runtime: Runtime } | NoRuntime> {
  try {
    const runtime = await findRuntime({ path: nodePath, givenBy: "the setting asyncCost.nodePath" });
    return { kind: "found", runtime };
  } catch (error) {
    if (!(error instanceof NoRuntimeError)) throw error;
    return { kind: "no-runtime", reason: error.message, hint: error.hint };
  }
}
