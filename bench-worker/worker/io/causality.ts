type Callback = (...values: never[]) => unknown;
type Later = (...values: unknown[]) => void;

/** What led to what runs just now: handed on by I/O, timers and immediates. */
export const causality = {
  /** How many I/O calls, one after another. */
  depth: 0,
  /** Has what is called later run for the call that goes on now, where calls are told apart; null where they are not. */
  carry: null as (<T extends Callback>(callback: T) => T) | null,
  /**
   * Hears of what is to be called later, by a timer, an immediate or a tick, in the passes that watch: gives what is called in its
   * place. `written` is the function as it was given.
   */
  completes: null as ((run: Later, written: object, by: string) => Later) | null,
};
