import { VirtualClock } from "../clock/virtual-clock.ts";
import type { IoCore } from "../io/io-core.ts";

const { Date: RealDate } = globalThis;
const realNow = performance.now.bind(performance);
const realHrtime = process.hrtime.bind(process);
const realNanoseconds = process.hrtime.bigint.bind(process.hrtime);
const realUptime = process.uptime.bind(process);

/** What tells the time that has passed: on what it stands, by which name. */
type Teller = readonly [holder: object, name: string, value: unknown];

/** What tells the time of one core, and what stood in its place. */
interface Moving {
  readonly tellers: readonly Teller[];
  readonly date: unknown;
  asItIs: readonly (PropertyDescriptor | undefined)[];
}

/** By core. */
const moving = new WeakMap<object, Moving>();

/**
 * Has `Date`, `performance.now`, `process.hrtime` and `process.uptime` tell the time that passes on the virtual clock too, for a
 * target that waits until a moment, or has them tell the machine's again, as they do for all others. What they tell never goes
 * back, whichever clock the core has.
 */
export function moveDates(core: Pick<IoCore, "clock">, moves: boolean): void {
  const known = moving.get(core);
  if (!moves) {
    if (known === undefined || globalThis.Date !== known.date) return;
    for (const [at, [holder, name]] of known.tellers.entries()) {
      const before = known.asItIs[at];
      if (before === undefined) Reflect.deleteProperty(holder, name);
      else Object.defineProperty(holder, name, before);
    }
    return;
  }
  const now = known ?? movingDates(core);
  moving.set(core, now);
  if (globalThis.Date === now.date) return;
  now.asItIs = now.tellers.map(([holder, name]) => Object.getOwnPropertyDescriptor(holder, name));
  for (const [at, [holder, name, value]] of now.tellers.entries()) {
    const { enumerable = false } = now.asItIs[at] ?? {};
    Object.defineProperty(holder, name, { value, writable: true, enumerable, configurable: true });
  }
}

function movingDates(core: Pick<IoCore, "clock">): Moving {
  const skipped = skippedBy(core);
  const dateNow = { now: (): number => RealDate.now() + Math.floor(skipped()) }.now;
  const date = new Proxy(RealDate, {
    apply: () => new RealDate(dateNow()).toString(),
    construct: (_, given: unknown[], newTarget) =>
      Reflect.construct(RealDate, given.length === 0 ? [dateNow()] : given, newTarget) as object,
    get: (real, key, receiver): unknown => (key === "now" ? dateNow : Reflect.get(real, key, receiver)),
  });
  const now = { now: (): number => realNow() + skipped() }.now;
  const bigint = (): bigint => realNanoseconds() + BigInt(Math.round(skipped() * 1e6));
  const hrtime = (since?: readonly [number, number]): [number, number] => {
    // Node itself says what is wrong with what is no such pair.
    if (since !== undefined) realHrtime(since as [number, number]);
    const now = bigint();
    const seconds = Number(now / SECOND) - (since?.[0] ?? 0);
    const nanoseconds = Number(now % SECOND) - (since?.[1] ?? 0);
    return nanoseconds < 0 ? [seconds - 1, nanoseconds + Number(SECOND)] : [seconds, nanoseconds];
  };
  return {
    tellers: [
      [globalThis, "Date", date],
      [performance, "now", now],
      [process, "hrtime", Object.assign(hrtime, { bigint })],
      [process, "uptime", (): number => realUptime() + skipped() / 1000],
    ],
    date,
    asItIs: [],
  };
}

/** Nanoseconds. */
const SECOND = 1_000_000_000n;

/** Milliseconds that the clocks of a core have skipped: it only grows, while each measurement has clocks of its own. */
function skippedBy(core: Pick<IoCore, "clock">): () => number {
  let seen: WeakRef<object> | undefined;
  let [before, told] = [0, 0];
  return () => {
    const { clock } = core;
    const skipped = clock instanceof VirtualClock ? clock.skipped : 0;
    if (seen?.deref() !== clock) {
      seen = new WeakRef(clock);
      before = told - skipped;
    }
    told = Math.max(told, before + skipped);
    return told;
  };
}
