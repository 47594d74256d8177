import type { Runtime } from "../api.ts";
import { capture, TIMED_OUT, type Capture } from "../capture.ts";
import { readProcessTimes } from "../process-times.ts";
import { WorkerFailure } from "../worker-failure.ts";

/** Node's spellings of the flag, the newer one first: 20 knows only the second, 24 only the first. */
const SPELLINGS = ["--permission", "--experimental-permission"] as const;

/** What a process says that runs behind the flag: it may not write. */
const DENIED = "false";
const PROBE = "process.permission.has('fs.write')";
const PROBE_MILLISECONDS = 10_000;

/**
 * The flag by which a runtime refuses what it was not allowed; null for a runtime that has no such model (Node before
 * 20, Bun, an editor's runtime that was built without). The runtime is asked by being started with it.
 *
 * @throws {WorkerFailure} where it does not answer: nothing is to run without the wall because a machine was busy.
 */
export async function permissionFlag(runtime: Runtime, run: Capture = capture): Promise<string | null> {
  if (runtime.name !== "node") return null;
  for (const flag of SPELLINGS) {
    const { stdout, error } = await run(runtime.path, [flag, "--no-warnings", "-p", PROBE], {
      environment: { ...process.env, NODE_OPTIONS: undefined, ...runtime.environment },
      timeLimitMilliseconds: PROBE_MILLISECONDS,
      processTimes: readProcessTimes,
    });
    if (stdout.trim() === DENIED) return flag;
    if (error === TIMED_OUT)
      throw new WorkerFailure(
        "starved",
        `The machine was too busy: ${runtime.path} did not say whether it can keep a function from files and programs.`,
        "Close what keeps the machine busy, and measure again.",
      );
  }
  return null;
}
