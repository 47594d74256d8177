import type { BenchmarkDocument } from "../../bench-worker/document.ts";

/** A file name for a benchmark: `async-cost-upload.json`. */
export function exportName({ results }: BenchmarkDocument, extension = "json"): string {
  const names = [...new Set(results.map(({ target }) => target.name))];
  const name = names.length === 1 ? names[0]! : "benchmark";
  const safe = name.replace(/[^\w.-]+/g, "-").replace(/^[-.]+|[-.]+$/g, "");
  return `async-cost-${safe === "" ? "benchmark" : safe}.${extension}`;
}
