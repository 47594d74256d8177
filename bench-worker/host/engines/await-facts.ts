import * as v from "valibot";
import type { Runtime } from "../api.ts";
import type { Capture } from "../capture.ts";

const ticks = v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1)));

/** What an engine's own `await` does, as `variants/engines/await-facts.js` prints it. */
const awaitFactsSchema = v.object({
  /** In which order what waits for one fulfilled promise goes on. */
  order: v.array(v.picklist(["after:await", "tick:a", "tick:b"])),
  /** From a fulfilled promise to the code behind its `await`; a callback of `then` takes one. */
  microticksPerAwait: ticks,
  /** From the call of an async function that returns a fulfilled promise to the callback of its `then`. */
  microticksPerReturnedPromise: ticks,
  /** Promises made for one more `await` of a promise; null where the engine has nothing to count them with. */
  promisesPerAwait: v.nullable(v.pipe(v.number(), v.minValue(0))),
  /** Whether the stack of an error names the async functions that await the one that threw. */
  namesAwaiter: v.boolean(),
});

/** {@link awaitFactsSchema} */
export type AwaitFacts = v.InferOutput<typeof awaitFactsSchema>;

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
