import * as v from "valibot";
import { benchmarkDocumentSchema, type BenchmarkDocument } from "../../bench-worker/document.ts";
import { cutOff } from "../benchmark/benchmark-state.ts";

/** As much as is of use here of what the page stores: the last message that showed something. */
const stateSchema = v.object({
  message: v.object({ type: v.literal("show"), document: benchmarkDocumentSchema }),
});

/** The benchmark in what a panel kept of an earlier session; undefined where there is none that can be read. */
export function restoredDocument(state: unknown): BenchmarkDocument | undefined {
  const parsed = v.safeParse(stateSchema, state);
  if (!parsed.success) return undefined;
  return cutOff(
    parsed.output.message.document,
    "The window was closed or loaded again while this was measured.",
  );
}
