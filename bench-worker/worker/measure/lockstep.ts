import type { Clock } from "../clock/clock.ts";
import { VirtualClock } from "../clock/virtual-clock.ts";
import type { IoCore } from "../io/io-core.ts";

/** Milliseconds that every operation takes. */
const LATENCY_MILLISECONDS = 1;

/** A clock on which no time passes but by jumps, so that a call takes the same course every time it is made. */
export function lockstepClock(): VirtualClock {
  const clock = new VirtualClock();
  clock.lockstep = true;
  return clock;
}

/**
 * Has fake I/O wait on a new one, each operation as long as any other.
 *
 * @param onClock What waits on it in the clock's place.
 */
export function enterLockstep(
  core: IoCore,
  onClock: (clock: VirtualClock) => Clock = (clock) => clock,
): VirtualClock {
  const clock = lockstepClock();
  core.clock = onClock(clock);
  core.latencyMilliseconds = LATENCY_MILLISECONDS;
  return clock;
}
