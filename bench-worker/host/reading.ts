import vm from "node:vm";
import { SourceFileError } from "./source-file.ts";

/** Milliseconds of computing in which a text is read: what anybody has written takes a tenth of it at most. */
const READING_AT_MOST = 20_000;
/** The share of its time that it has to compute for; otherwise the machine was busy, and it is read anew with more time. */
const COMPUTES = 0.6;
const TRIES_AT_MOST = 4;

/** What the script calls; there only while it runs. */
const ENTRY = "__asyncCostReading";
const script = new vm.Script(`${ENTRY}()`);

/**
 * What is read off a text, which is ended where it does not come to its end in time.
 *
 * @param name The file, for the user.
 * @param milliseconds of computing that it may take.
 * @throws {SourceFileError} where that takes too long; what `read` throws.
 */
export function reading<Result>(name: string, read: () => Result, milliseconds = READING_AT_MOST): Result {
  for (let tries = 1, limit = milliseconds; ; tries++, limit *= 2) {
    const before = process.cpuUsage();
    const outcome = withinTime(read, limit);
    if (outcome !== undefined) return outcome.read;
    const { user, system } = process.cpuUsage(before);
    if (tries < TRIES_AT_MOST && (user + system) / 1000 < COMPUTES * milliseconds) continue;
    throw new SourceFileError(
      `${name} could not be read in time: that is a fault of Async Cost, and not of the file. Please report the file to its authors`,
    );
  }
}

/** What `read` gives; undefined where that takes longer. */
export function withinTime<Result>(
  read: () => Result,
  milliseconds: number,
): { readonly read: Result } | undefined {
  let outcome: { readonly read: Result } | undefined;
  const entry = (): void => {
    outcome = { read: read() };
  };
  Object.defineProperty(globalThis, ENTRY, { value: entry, configurable: true });
  try {
    script.runInThisContext({ timeout: milliseconds });
  } catch (error) {
    const isTimeout =
      error instanceof Error && "code" in error && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT";
    if (!isTimeout) throw error;
  } finally {
    Reflect.deleteProperty(globalThis, ENTRY);
  }
  return outcome;
}
