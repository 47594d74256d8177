import { readFile } from "node:fs/promises";
import { freemem, totalmem } from "node:os";

/** What a process has in memory, and what the machine has, in bytes. */
export interface MemoryUse {
  /** Of the process: what of it lies in memory, its heap and all else. */
  readonly resident: number;
  /** What processes may still get without others losing theirs. */
  readonly available: number;
  readonly total: number;
}

/** Asks the system; null where it does not tell. Never rejects. */
export type ReadMemory = (pid: number) => Promise<MemoryUse | null>;

/** {@link ReadMemory} on Linux, nothing elsewhere: what macOS calls free is little on any day. */
export const readMemory: ReadMemory = async (pid) => {
  if (process.platform !== "linux") return null;
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  if (kilobytes === undefined) return null;
  return { resident: Number(kilobytes) * 1024, available: freemem(), total: totalmem() };
};

/** Shares of the machine's memory: less left than this is next to none, and who has more than that has taken it. */
const NEXT_TO_NONE = 0.06;
const MUCH = 0.25;
/** Milliseconds between two looks: what takes a gigabyte a second is seen in time. */
const LOOK_EVERY = 200;

/** Whether a process has taken so much that the machine is about to run out: an engine may know no limit of its own. */
export function takesAll({ resident, available, total }: MemoryUse): boolean {
  return available < NEXT_TO_NONE * total && resident > MUCH * total;
}

/**
 * Looks again and again at what a process has in memory, and tells once when it takes all; the bytes that it has then.
 *
 * @returns what ends the watch.
 */
export function watchMemory(
  pid: number,
  onFull: (residentBytes: number) => void,
  read: ReadMemory = readMemory,
): () => void {
  let isOver = false;
  const timer = setInterval(() => {
    void read(pid).then((use) => {
      if (isOver || use === null || !takesAll(use)) return;
      stop();
      onFull(use.resident);
    });
  }, LOOK_EVERY);
  timer.unref();
  const stop = (): void => {
    isOver = true;
    clearInterval(timer);
  };
  return stop;
}
