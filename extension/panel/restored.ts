import path from "node:path";
import { fileURLToPath } from "node:url";
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

/** The absolute paths that a document's `file` may mean, which is given relative to a workspace folder. */
export function candidatePaths(file: string, folders: readonly string[]): string[] {
  const local = file.startsWith("file://") ? fromFileUrl(file) : file;
  if (local === undefined) return [];
  return path.isAbsolute(local) ? [local] : folders.map((folder) => path.join(folder, local));
}

function fromFileUrl(url: string): string | undefined {
  try {
    return fileURLToPath(url);
  } catch {
    return undefined;
  }
}
