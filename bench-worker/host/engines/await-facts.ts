import * as v from "valibot";
import { awaitFactsSchema, type AwaitFacts } from "../../gallery-table.ts";
import type { Runtime } from "../api.ts";
import type { Capture } from "../capture.ts";
import { readProcessTimes } from "../process-times.ts";

/**
 * Runs the program of the facts on an engine. Null where it says nothing that can be understood, as an engine that knows
 * no async functions, and where `signal` is aborted.
 */
export async function awaitFactsOf(
  { name, path, environment }: Runtime,
  program: string,
  capture: Capture,
  signal: AbortSignal,
): Promise<AwaitFacts | null> {
  if (signal.aborted) return null;
  const words = name === "deno" ? ["run", "--quiet", "--no-prompt", "--unstable-detect-cjs"] : [];
  const answer = await capture(path, [...words, program], {
    environment: { ...process.env, NODE_OPTIONS: undefined, ...environment },
    timeLimitMilliseconds: 30_000,
    processTimes: readProcessTimes,
    signal,
  });
  if (answer.error !== undefined) return null;
  try {
    return v.parse(awaitFactsSchema, JSON.parse(answer.stdout.trim()));
  } catch {
    // Warnings among what it printed, say: the times that were measured before are not lost for that.
    return null;
  }
}
