type Callback = (...values: never[]) => unknown;

/** What led to what runs just now: handed on by I/O, timers and immediates. */
export const causality = {
  /** How many I/O calls, one after another. */
  depth: 0,
  /** Has what is called later run for the call that goes on now, where calls are told apart; null where they are not. */
  carry: null as (<T extends Callback>(callback: T) => T) | null,
};
