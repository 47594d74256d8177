/** How long a process is waited for, told apart by what it does meanwhile. */

/** What the system says of a process, in milliseconds since it was started. */
export interface ProcessTimes {
  /** For which it ran on a processor, all threads together. */
  readonly computed: number;
  /** For which it was ready to run and others had the processors; null where the system does not tell. */
  readonly kept: number | null;
}

/** What to make of a process that has not answered. */
export type Waited =
  /** It may still answer: it is worth so many further milliseconds until the next look. */
  | { readonly what: "wait"; readonly milliseconds: number }
  /** It had its time, and computed. */
  | { readonly what: "endless" }
  /** It had its time, and did next to nothing. */
  | { readonly what: "silent" }
  /** It hardly got a processor, for so long that nobody waits longer. */
  | { readonly what: "starved" };

/** How long a process is waited for, in milliseconds. */
export interface Limits {
  /** Which it may take on a machine that has nothing else to do. */
  readonly own: number;
  /** For which others may keep it from running. */
  readonly kept: number;
}

/** So many times its limit a process is waited for while others keep the machine busy. */
const STARVED_AFTER = 10;
/** The same where the system does not tell whether it was kept waiting. */
const UNTOLD_AFTER = 4;
/** The share of its time that a process has to compute for to count as endless. */
const COMPUTES = 0.5;
/** Where it does not, a process that computes for less than this share is taken to wait of its own will: others leave it more. */
const IDLES = 0.05;
/** Milliseconds to the next look, at least; where the system does not tell, long enough to see whether it computes. */
const LOOK_AT_LEAST = 100;
const UNTOLD_LOOK_AT_LEAST = 1_000;

/**
 * Judges a process that has not answered by the time that it had: that in which others kept it from running does not
 * count, up to ten times the limit, or to what others may take of it.
 *
 * @param passed Milliseconds since it was asked.
 * @param meanwhile What it did since then; null where the system does not tell at all.
 * @param lately The same since the last look.
 */
export function judgeWaiting(
  { own: limit, kept: keptAtMost }: Limits,
  passed: number,
  meanwhile: ProcessTimes | null,
  lately: { readonly passed: number; readonly meanwhile: ProcessTimes | null } = { passed, meanwhile },
): Waited {
  if (meanwhile === null) {
    return passed < limit ? { what: "wait", milliseconds: limit - passed } : { what: "silent" };
  }
  const { computed, kept } = meanwhile;
  // Where nobody tells what it was kept waiting, only computing is sure to be its own time.
  const own = kept === null ? computed : passed - kept;
  if (own >= limit) return { what: computed >= COMPUTES * limit ? "endless" : "silent" };
  if (kept === null && passed >= limit && idled(lately)) return { what: "silent" };
  if (passed >= limit * (kept === null ? UNTOLD_AFTER : STARVED_AFTER)) return { what: "starved" };
  if (kept !== null && kept >= keptAtMost) return { what: "starved" };
  const atLeast = kept === null ? UNTOLD_LOOK_AT_LEAST : LOOK_AT_LEAST;
  const left = Math.min(limit - own, kept === null ? Infinity : keptAtMost - kept);
  return { what: "wait", milliseconds: Math.max(left, atLeast) };
}

function idled(lately: { readonly passed: number; readonly meanwhile: ProcessTimes | null }): boolean {
  return lately.meanwhile !== null && lately.meanwhile.computed < IDLES * lately.passed;
}

/** What a process did between two looks. */
export function between(before: ProcessTimes | null, now: ProcessTimes | null): ProcessTimes | null {
  if (before === null || now === null) return null;
  const kept = before.kept === null || now.kept === null ? null : now.kept - before.kept;
  return { computed: now.computed - before.computed, kept };
}
