import { remark, type Remark } from "../remark.ts";
import type { CallRunner } from "./call/run-calls.ts";
import { VirtualClock } from "./clock/virtual-clock.ts";
import { harness } from "./harness/intrinsics.ts";
import type { IoCore } from "./io/io-core.ts";
import { isSlow, succeeded, type Contestant } from "./measure/contestant.ts";

/** Calls of one round, rounds until they are warm, and milliseconds of CPU time after which no more are made. */
const CALLS = 50;
const ROUNDS = 20;
const ENOUGH = 30;
/** Stand-ins by which it is told what one takes. */
const SAMPLES = 2_000;
/** A smaller share is not worth a word. */
const SHARE_AT_LEAST = 0.05;
const WHOLE = 100;

/**
 * The remark on stand-ins that answer anything in the calls of a contestant that are timed, where no plain values could take their
 * places: how much of the time is theirs, by how many are made and read and what that takes. Null where that is little, or cannot be told.
 */
export async function standInsTimed(
  contestant: Contestant,
  core: IoCore,
  runner: CallRunner,
): Promise<Remark | null> {
  const { target, start } = contestant;
  const { fakes } = target;
  if (!fakes.areAny || target.isReplayed === true || isSlow(contestant)) return null;
  fakes.enter();
  const { clock } = core;
  try {
    const virtual = new VirtualClock();
    virtual.lockstep = true;
    core.clock = virtual;
    const begun = harness.cpuMilliseconds();
    let [nanoseconds, made, read] = [Infinity, 0, 0];
    for (let round = 0; round < ROUNDS && harness.cpuMilliseconds() - begun < ENOUGH; round++) {
      const before = { ...fakes.counts };
      const { busyMilliseconds } = succeeded(await runner.run(start, CALLS));
      nanoseconds = Math.min(nanoseconds, (busyMilliseconds * 1e6) / CALLS);
      [made, read] = [(fakes.counts.made - before.made) / CALLS, (fakes.counts.read - before.read) / CALLS];
    }
    if (made + read === 0) return null;
    const each = costs((name) => fakes.make(name));
    const share = Math.min(1, (made * each.made + read * each.read) / nanoseconds);
    if (share < SHARE_AT_LEAST) return null;
    return remark("stand-ins-timed", sentence(share), { share });
  } catch {
    // Whoever measures it tells why.
    return null;
  } finally {
    core.clock = clock;
  }
}

function sentence(share: number): string {
  return `Stand-ins that answer anything take part in each call, as it would go another way with plain values: about ${Math.round(WHOLE * share)} % of its time is theirs, which real values would not take. Give the values in a fakes file, or record a call (async-cost record).`;
}

/** Nanoseconds that making a stand-in takes, and reading a member of it. */
function costs(make: (name: string) => unknown): { readonly made: number; readonly read: number } {
  const name = "asyncCostCalibration";
  const all: unknown[] = [];
  const time = (run: () => void): number => {
    const before = harness.now();
    for (let at = 0; at < SAMPLES; at++) run();
    return ((harness.now() - before) * 1e6) / SAMPLES;
  };
  const making = (): void => void (all[all.length % CALLS] = make(name));
  const reading = (): void => void (all[all.length % CALLS] = (make(name) as { member: unknown }).member);
  time(reading);
  const made = time(making);
  // What is read is made, too.
  return { made, read: Math.max(0, time(reading) - 2 * made) };
}
