import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import * as v from "valibot";
import type { Runtime } from "../../bench-worker/host/api.ts";
import { anyEngineFlags } from "../../bench-worker/host/engines/engine-flags.ts";
import type { CatalogueEntry } from "../../bench-worker/host/gallery/catalogue.ts";
import type { LaidOut } from "./laid-out.ts";

/** Some calls of a variant together, and how its I/O behaves. */
export interface Scenario {
  /** What each call is given as `idOrPath`. */
  readonly calls: readonly string[];
  /** The operation with this index fails: by its callback, or by throwing. */
  readonly failure?: { readonly atCall: number; readonly mode: "error" | "throw" };
  /** Operations end in another order than they begin. */
  readonly overtakes?: boolean;
  /** Nobody has put a clock in place. */
  readonly onTimers?: boolean;
}

const runSchema = v.object({
  outcomes: v.array(
    v.object({
      /** 1 unless the variant answers twice. */
      answers: v.number(),
      /** `the operation's` where it is that which was made to fail, else what it says. */
      error: v.nullable(v.string()),
      hasValue: v.boolean(),
    }),
  ),
  /** Operations, in the order in which they were asked for. */
  calls: v.array(v.object({ expression: v.string(), value: v.optional(v.unknown()) })),
  begun: v.array(v.object({ state: v.string(), statements: v.number() })),
});

/** What became of a scenario. */
export type ScenarioRun = v.InferOutput<typeof runSchema>;

/** Their functions take a node-style callback after the arguments. */
const TAKES_CALLBACK: ReadonlySet<string> = new Set([
  "callbacks",
  "streamline",
  "suspend",
  "genny",
  "gens",
  "galaxy",
]);

/** Runs scenarios on an engine, one after the other in one process. @throws what the process said when it failed. */
export async function drive(
  { folder, file }: LaidOut,
  entry: CatalogueEntry,
  runtime: Runtime,
  scenarios: readonly Scenario[],
): Promise<readonly ScenarioRun[]> {
  const { dataLayer } = entry;
  const requestFile = path.join(folder, `request-${randomUUID()}.json`);
  const request = { folder, file, dataLayer, completion: completionOf(entry), scenarios };
  await writeFile(requestFile, JSON.stringify(request));
  const program = path.join(import.meta.dirname, "drive.js");
  // The flags that make an old engine read what a benchmark has it read.
  const flags = anyEngineFlags("stack", runtime);
  await promisify(execFile)(runtime.path, [...flags, program, requestFile], { timeout: 60_000 });
  return v.parse(v.object({ runs: v.array(runSchema) }), JSON.parse(await readFile(requestFile, "utf8")))
    .runs;
}

function completionOf({ pattern, runner, library }: CatalogueEntry): string {
  if (TAKES_CALLBACK.has(runner ?? pattern)) return "callback";
  if (pattern === "observable") return pattern;
  if (pattern === "fiber") return library?.name === "fibers" ? "future" : "callback";
  return "promise";
}
