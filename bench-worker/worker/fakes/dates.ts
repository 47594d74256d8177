import { VirtualClock } from "../clock/virtual-clock.ts";
import type { IoCore } from "../io/io-core.ts";

/**
 * Has `Date.now` and `performance.now` tell the time that passes for calls: of the virtual clock too what it skips, so that who
 * waits until a moment gets there. `new Date()` tells the machine's.
 */
export function fakeDates(core: Pick<IoCore, "clock">): void {
  const dateNow = Date.now;
  const skipped = (): number => (core.clock instanceof VirtualClock ? core.clock.skipped : 0);
  const performanceNow = performance.now.bind(performance);
  const now = { value: () => dateNow() + Math.floor(skipped()), writable: true, configurable: true };
  Object.defineProperty(Date, "now", now);
  Object.defineProperty(performance, "now", { ...now, value: () => performanceNow() + skipped() });
}
