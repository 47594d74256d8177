import type { Runtime } from "../api.ts";
import { capture, type Capture } from "../capture.ts";
import { readProcessTimes } from "../process-times.ts";

/** Node's spellings of the flag, the newer one first: 20 knows only the second, 24 only the first. */
const SPELLINGS = ["--permission", "--experimental-permission"] as const;

/** What a process says that runs behind the flag: it may not write. */
const DENIED = "false";
const PROBE = "process.permission.has('fs.write')";
const PROBE_MILLISECONDS = 10_000;

/**
 * The flag by which a runtime refuses what it was not allowed; null for a runtime that has no such model (Node before
 * 20, Bun, an editor's runtime that was built without). The runtime is asked by being started with it.
 */
export async function permissionFlag(runtime: Runtime, run: Capture = capture): Promise<string | null> {
  if (runtime.name !== "node") return null;
  for (const flag of SPELLINGS) {
    const { stdout } = await run(runtime.path, [flag, "--no-warnings", "-p", PROBE], {
      environment: { ...process.env, NODE_OPTIONS: undefined, ...runtime.environment },
      timeLimitMilliseconds: PROBE_MILLISECONDS,
      processTimes: readProcessTimes,
    });
    if (stdout.trim() === DENIED) return flag;
  }
  return null;
}
