import type { BenchmarkDocument } from "./document.ts";

/** The document once nothing goes on any more: what was under way counts as cancelled, with that cause and next step. */
export function endedDocument(document: BenchmarkDocument, reason: string, hint: string): BenchmarkDocument {
  return {
    ...document,
    results: document.results.map((result) =>
      result.state === "running" ? { ...result, state: "cancelled", reason, hint } : result,
    ),
  };
}
