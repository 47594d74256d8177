import { VirtualClock } from "../clock/virtual-clock.ts";
import type { IoCore } from "../io/io-core.ts";

const { Date: RealDate } = globalThis;
const realNow = performance.now.bind(performance);
const asItIs = {
  date: Object.getOwnPropertyDescriptor(globalThis, "Date")!,
  now: Object.getOwnPropertyDescriptor(performance, "now"),
};

/** By core. */
const moving = new WeakMap<object, ReturnType<typeof movingDates>>();

/**
 * Has `Date` and `performance.now` tell the time that passes on the virtual clock too, for a target that waits until a moment,
 * or has them tell the machine's again, as they do for all others. What they tell never goes back, whichever clock the core has.
 */
export function moveDates(core: Pick<IoCore, "clock">, moves: boolean): void {
  const known = moving.get(core);
  if (!moves) {
    if (known === undefined || globalThis.Date !== known.date) return;
    Object.defineProperty(globalThis, "Date", asItIs.date);
    if (asItIs.now === undefined) Reflect.deleteProperty(performance, "now");
    else Object.defineProperty(performance, "now", asItIs.now);
    return;
  }
  const { date, now } = known ?? movingDates(core);
  moving.set(core, { date, now });
  if (globalThis.Date === date) return;
  Object.defineProperty(globalThis, "Date", { ...asItIs.date, value: date });
  Object.defineProperty(performance, "now", { value: now, writable: true, configurable: true });
}

function movingDates(core: Pick<IoCore, "clock">): {
  readonly date: DateConstructor;
  readonly now: () => number;
} {
  const skipped = skippedBy(core);
  const dateNow = { now: (): number => RealDate.now() + Math.floor(skipped()) }.now;
  const date = new Proxy(RealDate, {
    apply: () => new RealDate(dateNow()).toString(),
    construct: (_, given: unknown[], newTarget) =>
      Reflect.construct(RealDate, given.length === 0 ? [dateNow()] : given, newTarget) as object,
    get: (real, key, receiver): unknown => (key === "now" ? dateNow : Reflect.get(real, key, receiver)),
  });
  return { date, now: { now: (): number => realNow() + skipped() }.now };
}

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
