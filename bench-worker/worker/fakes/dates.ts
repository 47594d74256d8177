import { VirtualClock } from "../clock/virtual-clock.ts";
import type { IoCore } from "../io/io-core.ts";

const { Date: RealDate } = globalThis;
const realNow = performance.now.bind(performance);
const realHrtime = process.hrtime.bigint.bind(process.hrtime);
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
  for (const [holder, name, value] of now.tellers)
    Object.defineProperty(holder, name, { value, writable: true, enumerable: false, configurable: true });
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
  const bigint = (): bigint => realHrtime() + BigInt(Math.round(skipped() * 1e6));
  const hrtime = (since?: readonly [number, number]): [number, number] => {
    const nanoseconds = bigint();
    const before = since === undefined ? 0n : BigInt(since[0]) * SECOND + BigInt(since[1]);
    const passed = nanoseconds - before;
    return [Number(passed / SECOND), Number(passed % SECOND)];
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
