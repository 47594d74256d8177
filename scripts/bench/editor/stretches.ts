import { Session, type Profiler } from "node:inspector/promises";

/** Often enough for a stretch of some milliseconds, seldom enough not to make one. */
const SAMPLING_MICROSECONDS = 500;

/**
 * Samples this thread while `work` goes on, and tells how long at a stretch code of one folder was on its stack: in a
 * row of samples that all have it, or are of the garbage's collection between such. In milliseconds.
 */
export async function longestStretch(folder: string, work: () => Promise<void>): Promise<number> {
  const session = new Session();
  session.connect();
  try {
    await session.post("Profiler.enable");
    await session.post("Profiler.setSamplingInterval", { interval: SAMPLING_MICROSECONDS });
    await session.post("Profiler.start");
    await work();
    const { profile } = await session.post("Profiler.stop");
    return longestIn(profile, folder);
  } finally {
    session.disconnect();
  }
}

/** {@link longestStretch} of a profile that was taken. */
export function longestIn(profile: Profiler.Profile, folder: string): number {
  const isOurs = nodesWithin(profile, folder);
  const collectors = new Set(
    profile.nodes
      .filter(({ callFrame }) => callFrame.functionName === "(garbage collector)")
      .map(({ id }) => id),
  );
  let longest = 0;
  let stretch = 0;
  let collected = 0;
  // The time before a sample belongs to what was going on when it was taken.
  (profile.samples ?? []).forEach((node, index) => {
    const microseconds = profile.timeDeltas?.[index] ?? 0;
    if (isOurs.has(node)) {
      stretch += collected + microseconds;
      collected = 0;
      longest = Math.max(longest, stretch);
    } else if (collectors.has(node) && stretch > 0) collected += microseconds;
    else {
      stretch = 0;
      collected = 0;
    }
  });
  return longest / 1000;
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
