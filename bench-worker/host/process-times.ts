import { readdir, readFile } from "node:fs/promises";
import { capture } from "./capture.ts";
import type { ProcessTimes } from "./patience.ts";

/** Asks the system what a process has done so far; null where it does not tell. Never rejects. */
export type ReadProcessTimes = (pid: number) => Promise<ProcessTimes | null>;

/** {@link ReadProcessTimes} on this machine: Linux tells all, macOS what a process computed, Windows nothing that is at hand. */
export const readProcessTimes: ReadProcessTimes = (pid) => {
  switch (process.platform) {
    case "linux":
      return fromProc(pid);
    case "win32":
      return Promise.resolve(null);
    default:
      return fromPs(pid);
  }
};

/** Whether it tells here for how long a process was kept from running. */
export const TELLS_KEPT = process.platform === "linux";

const NANOSECONDS = 1e6;

/**
 * `/proc/PID/task/TID/schedstat`: nanoseconds on a processor, and on the list of what waits for one. All threads compute, as those of the
 * engine that collect garbage do where the memory is full; kept is what the first one is.
 */
async function fromProc(pid: number): Promise<ProcessTimes | null> {
  const tasks = `/proc/${pid}/task`;
  const threads = await readdir(tasks).catch((): string[] => []);
  const times = await Promise.all(
    threads.map(async (thread) =>
      parseSchedstat(await readFile(`${tasks}/${thread}/schedstat`, "utf8").catch(() => "")),
    ),
  );
  const first = times[threads.indexOf(String(pid))];
  if (first === undefined || first === null) return null;
  const { kept } = first;
  return { computed: times.reduce((sum, one) => sum + (one?.computed ?? 0), 0), kept };
}

/** Null where the text is not two numbers and more, as on kernels without these statistics. */
export function parseSchedstat(text: string): ProcessTimes | null {
  const found = /^(\d+) (\d+) \d+\s*$/.exec(text);
  if (found === null) return null;
  const [computed, kept] = [Number(found[1]) / NANOSECONDS, Number(found[2]) / NANOSECONDS];
  // A kernel that keeps no such accounts says 0 of a process that does run.
  return computed === 0 ? null : { computed, kept };
}

async function fromPs(pid: number): Promise<ProcessTimes | null> {
  const answer = await capture("ps", ["-o", "time=", "-p", String(pid)], {
    environment: process.env,
    timeLimitMilliseconds: 5_000,
  });
  return parsePsTime(answer.stdout);
}

/** `[[dd-]hh:]mm:ss[.cc]`, as POSIX and macOS write it. */
export function parsePsTime(text: string): ProcessTimes | null {
  const found = /^(?:(\d+)-)?(?:(\d+):)?(\d+):(\d+(?:\.\d+)?)$/.exec(text.trim());
  if (found === null) return null;
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = found
    .slice(1)
    .map((part: string | undefined) => Number(part ?? 0));
  return { computed: (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000, kept: null };
}
