import satisfies from "semver/functions/satisfies.js";
import type { Runtime } from "../api.ts";
import { OLDEST_NODE } from "../engines/full-worker.ts";
import type { CatalogueEntry } from "./catalogue.ts";

/** What a range must have no end for to be one of Bun and Deno, which follow the newest Node. */
const ANY_NEWER = "9999.0.0";

type Engine = Pick<Runtime, "name" | "version">;

/** Whether a variant works on an engine; one whose version nobody has asked for is one that every worker runs on. */
export function runsOn({ runtime }: Pick<CatalogueEntry, "runtime">, { name, version }: Engine): boolean {
  const asNode = name === "node" ? (version ?? `${OLDEST_NODE}.0.0`) : ANY_NEWER;
  // A nightly build or a release candidate runs what its release will run.
  return satisfies(asNode, runtime.node, { includePrerelease: true });
}

/** `Node 12 or 14`, `Node 7.6 or newer`. */
export function enginesInWords({ runtime: { node } }: Pick<CatalogueEntry, "runtime">): string {
  const range = node.replaceAll("||", "or").replace(/^>=(\S+)$/, "$1 or newer");
  return `Node ${range.replaceAll(/\s+/g, " ")}`;
}

/** The engine to measure a variant on where it needs another: `node@14`. */
export function engineToInstall({ runtime: { node } }: Pick<CatalogueEntry, "runtime">): string {
  return `node@${/(?<![\d.])[\d.]+$/.exec(node)?.[0] ?? ""}`;
}

/** Why a variant is not measured on an engine, and what to do, each one sentence. */
export function whyNotOn(
  entry: Pick<CatalogueEntry, "runtime" | "system">,
  { name, version = "" }: Engine,
): { readonly reason: string; readonly hint: string } {
  const engine = engineToInstall(entry);
  const title = `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
  return {
    reason: `${entry.system} runs on ${enginesInWords(entry)}, not on ${`${title} ${version}`.trim()}.`,
    hint: `Measure it there: async-cost runtimes install ${engine}, then --runtime ${engine}`,
  };
}
