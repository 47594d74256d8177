import { readFile } from "node:fs/promises";
import path from "node:path";
import * as v from "valibot";
import { analyzeFor } from "../../analysis/analyze.ts";
import { DEFAULT_OPTIONS } from "../default-options.ts";
import type { TargetResult } from "../target-result.ts";
import { describedFunction, type DescribedFunction } from "../fakes-file/write.ts";
import type { BenchmarkRequest } from "./api.ts";
import type { BenchmarkServices } from "./benchmark.ts";
import { identityOf } from "./identity.ts";
import { Processes } from "./processes.ts";
import { newTally, toResult } from "./tally.ts";

/** A function, and what became of the one call in which its fakes were watched. */
export interface ObservedFunction {
  readonly described: DescribedFunction;
  readonly result: TargetResult;
}

/** Milliseconds: nothing is to be measured. */
const NO_BUDGET = 1;

/**
 * Calls each target once, in one process, to see what it uses. Of one that fails, what it had used until then.
 *
 * @throws {WorkerFailure} when it was cancelled.
 */
export async function describeFunctions(
  request: Omit<BenchmarkRequest, "options" | "purpose" | "withSamples">,
  services: Pick<BenchmarkServices, "runWorker">,
  signal: AbortSignal,
): Promise<ObservedFunction[]> {
  const { targets, workspaceFolder } = request;
  const options = { ...DEFAULT_OPTIONS, measures: ["time" as const], concurrency: [1] };
  const tallies = new Map(
    targets.map((target) => [target.id, newTally(identityOf(target, workspaceFolder))]),
  );
  const nobody = { onReady: () => undefined, onActivity: () => undefined };
  const processes = new Processes({ ...request, options }, tallies, services.runWorker, nobody, signal);
  await processes.runNext({ measure: "time", processBudgetMilliseconds: NO_BUDGET, quick: true });
  return targets.map((target) => {
    const tally = tallies.get(target.id)!;
    tally.ending ??= { state: "completed" };
    const result = toResult(tally);
    const { functions } = analyzeFor(target.text, target.language, target.functionStart);
    const found = functions.find(({ range }) => range.start === target.functionStart)!;
    return { described: describedFunction(found, functions, result), result };
  });
}

const packageSchema = v.object({ type: v.optional(v.string()) });

/** Whether Node takes `.js` files of a folder for ES modules: the nearest package.json says so. */
export async function takesModules(folder: string): Promise<boolean> {
  for (let at = folder; ; at = path.dirname(at)) {
    const text = await readFile(path.join(at, "package.json"), "utf8").catch(() => null);
    if (text !== null) {
      try {
        return v.parse(packageSchema, JSON.parse(text)).type === "module";
      } catch {
        return false;
      }
    }
    if (path.dirname(at) === at) return false;
  }
}
