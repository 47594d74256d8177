import type { StandIns } from "./load/stand-ins.ts";

/** How much is made up, from rung to rung more. */
export type Rung = Pick<StandIns, "isolation" | "isGenerous" | "takesMade"> & {
  /** Files of the project are made up that failed within the module; without any there is no such attempt. */
  readonly replacesFailing?: true;
};

/** Rungs of a ladder: with each more is made up. */
export const LADDER: readonly Rung[] = [
  { isolation: null, isGenerous: false, takesMade: false },
  { isolation: null, isGenerous: true, takesMade: false },
  { isolation: null, isGenerous: true, takesMade: false, replacesFailing: true },
  { isolation: null, isGenerous: true, takesMade: true },
  { isolation: "closure", isGenerous: true, takesMade: false },
  { isolation: "alone", isGenerous: true, takesMade: false },
];

/** What the rungs are for. */
const WITHIN_MODULE = 0;
export const LAST_WITHIN_MODULE = 1;
/** As it was made. */
const AS_MADE = 3;
export const CLOSURE = 4;
const ALONE = 5;

/** One way to try a function. */
export interface Attempt {
  readonly rung: number;
}

/** How an attempt ended that is not the last. */
export type AttemptEnd =
  /** Nothing names the function in its module. */
  | "unreachable"
  /** Its module, or what was made of it, did not load. */
  | "not-loaded"
  /** Nothing came to making it, not even a call of what is around it. */
  | "not-made"
  /** It goes on without end, in code of others. */
  | "endless-elsewhere"
  /** A call failed. */
  | "failed"
  /** All went well, but it came to no I/O call although its source has some. */
  | "without-io"
  /** All went well, but by its path of failure: it caught an error of made-up values. */
  | "caught";

/** Whether an attempt takes a function out of what is around it, and makes that up. */
export function isApart({ rung }: Attempt): boolean {
  return LADDER[rung]!.isolation !== null;
}

/** The next thing to try after one that came to no good end; undefined when there is nothing left. */
export function nextAttempt({ rung }: Attempt, end: AttemptEnd): Attempt | undefined {
  const plain = (next: number): Attempt | undefined => (next < LADDER.length ? { rung: next } : undefined);
  switch (end) {
    case "unreachable":
      return plain(Math.max(rung + 1, AS_MADE));
    case "not-made":
      return plain(Math.max(rung + 1, CLOSURE));
    case "not-loaded":
      // A closure takes its module's values from the module, which does not load.
      return plain(rung === WITHIN_MODULE || rung >= AS_MADE ? rung + 1 : ALONE);
    case "endless-elsewhere":
      return plain(Math.max(rung + 1, ALONE));
    case "failed":
      return plain(rung + 1);
    case "caught":
      // What is real around it is worth more than the other path.
      return rung === LAST_WITHIN_MODULE || rung >= CLOSURE ? undefined : plain(rung + 1);
    case "without-io":
      // What is around it was real and came to no I/O: only what it calls is left to be made up.
      return rung === LAST_WITHIN_MODULE || rung >= CLOSURE
        ? plain(Math.max(rung + 1, ALONE))
        : plain(rung + 1);
  }
}

/** The attempt that makes up most: what is left when there is no time for all. */
export const LAST_ATTEMPT: Attempt = { rung: ALONE };
