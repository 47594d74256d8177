import { Session, type Profiler } from "node:inspector/promises";
import { looksDuring, runningBetween, type Look } from "./running-time.ts";

/** Often enough for a stretch of some milliseconds, seldom enough not to make one. */
const SAMPLING_MICROSECONDS = 500;

/** The longest of some stretches, in milliseconds. */
export interface Longest {
  /** Of what the thread was running for. */
  readonly running: number;
  /** Of what passed: on a machine that is busy, with what the thread waited for a processor. */
  readonly passed: number;
}

/**
 * Samples this thread while `work` goes on, and tells how long at a stretch code of one folder was on its stack: in a
 * row of samples that all have it, or are of the garbage's collection between such.
 */
export async function longestStretch(folder: string, work: () => Promise<void>): Promise<Longest> {
  const session = new Session();
  session.connect();
  try {
    await session.post("Profiler.enable");
    await session.post("Profiler.setSamplingInterval", { interval: SAMPLING_MICROSECONDS });
    await session.post("Profiler.start");
    const looks = await looksDuring(work);
    const { profile } = await session.post("Profiler.stop");
    return longestIn(profile, folder, looks);
  } finally {
    session.disconnect();
  }
}

/** {@link longestStretch} of a profile that was taken; without looks, the thread is taken to have run all the time. */
export function longestIn(profile: Profiler.Profile, folder: string, looks: readonly Look[] = []): Longest {
  const isOurs = nodesWithin(profile, folder);
  const collectors = new Set(
    profile.nodes
      .filter(({ callFrame }) => callFrame.functionName === "(garbage collector)")
      .map(({ id }) => id),
  );
  let running = 0;
  let passed = 0;
  /** Where the present stretch began and the last sample of ours ended; the same where there is none. */
  let start = profile.startTime;
  let end = start;
  let now = start;
  const close = (): void => {
    passed = Math.max(passed, end - start);
    // No stretch runs longer than it lasts.
    if (end - start > running) running = Math.max(running, runningBetween(looks, start, end));
  };
  // The time before a sample belongs to what was going on when it was taken.
  (profile.samples ?? []).forEach((node, index) => {
    const before = now;
    now += profile.timeDeltas?.[index] ?? 0;
    if (isOurs.has(node)) {
      if (start === end) start = before;
      end = now;
    } else if (!collectors.has(node) || start === end) {
      close();
      start = end = now;
    }
  });
  close();
  return { running: running / 1000, passed: passed / 1000 };
}

/** The nodes that stand for code of a folder, or for what such code calls. */
function nodesWithin({ nodes }: Profiler.Profile, folder: string): Set<number> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const within = new Set<number>();
  const add = (id: number): void => {
    // A deep stack of calls need not fit ours.
    const open = [id];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (within.has(next)) continue;
      within.add(next);
      open.push(...(byId.get(next)?.children ?? []));
    }
  };
  for (const { id, callFrame } of nodes) if (callFrame.url.includes(folder)) add(id);
  return within;
}
