import assert from "node:assert/strict";
import { harness } from "../harness/intrinsics.ts";
import type { Clock } from "./clock.ts";
import { VirtualClock } from "./virtual-clock.ts";

type Wait = (milliseconds: number, run: () => void) => void;

const onClock =
  (clock: Clock): Wait =>
  (milliseconds, run) =>
    clock.after(milliseconds, run, undefined, undefined);

/** Everything that can come between two completions, as one list of what ran when. */
function orderOfEvents(wait: Wait): Promise<string[]> {
  return new Promise((resolve) => {
    const log: string[] = [];
    const completion = (name: string, then?: () => void) => () => {
      log.push(name);
      process.nextTick(() => log.push(`${name} tick`));
      queueMicrotask(() => {
        log.push(`${name} microtask`);
        queueMicrotask(() => log.push(`${name} nested microtask`));
        process.nextTick(() => log.push(`${name} tick of microtask`));
      });
      setImmediate(() => log.push(`${name} immediate`));
      void Promise.resolve().then(async () => {
        await Promise.resolve();
        log.push(`${name} awaited`);
      });
      then?.();
    };
    wait(
      10,
      completion("first", () => wait(10, completion("follows first"))),
    );
    wait(
      10,
      completion("second", () => wait(5, completion("overtakes"))),
    );
    wait(10, completion("third"));
    wait(
      40,
      completion("last", () => setImmediate(() => setImmediate(() => resolve(log)))),
    );
  });
}

/** What most of several runs give: real timers straddle a millisecond now and then. */
async function usualOrder(attempts: number): Promise<string> {
  const counts = new Map<string, number>();
  for (let i = 0; i < attempts; i++) {
    const order = (await orderOfEvents((milliseconds, run) => void setTimeout(run, milliseconds))).join("\n");
    counts.set(order, (counts.get(order) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a)[0]![0];
}

describe("the virtual clock", () => {
  it("gives the order of events that real timers give", async () => {
    const clock = new VirtualClock();
    assert.equal((await orderOfEvents(onClock(clock))).join("\n"), await usualOrder(7));
  });

  it("would fail that comparison if microtasks waited for the end of the turn", async () => {
    const clock = new VirtualClock();
    const { drain } = harness;
    Reflect.set(harness, "drain", () => undefined);
    try {
      const order = await orderOfEvents(onClock(clock));
      assert.notEqual(order.join("\n"), await usualOrder(3));
    } finally {
      Reflect.set(harness, "drain", drain);
    }
  });

  it("completes in order of due times, whatever the order of the calls", async () => {
    const clock = new VirtualClock();
    const log: number[] = [];
    const delays = Array.from({ length: 40 }, (_, i) => ((i * 17) % 40) + 1);
    await new Promise<void>((resolve) => {
      for (const delay of delays) clock.after(delay, () => log.push(delay), undefined, undefined);
      clock.after(100, () => resolve(), undefined, undefined);
    });
    assert.deepEqual(
      log,
      [...delays].sort((a, b) => a - b),
    );
  });

  it("passes simulated time without waiting", async () => {
    const clock = new VirtualClock();
    const simulated = clock.time();
    const real = Date.now();
    await new Promise<void>((resolve) => clock.after(3_600_000, () => resolve(), undefined, undefined));
    assert.ok(clock.time() - simulated >= 3_600_000);
    assert.ok(Date.now() - real < 60_000);
  });

  it("passes no time at all in lockstep but by jumps", async () => {
    const clock = new VirtualClock();
    clock.lockstep = true;
    for (let i = 0; i < 3; i++) {
      await new Promise<void>((resolve) => clock.after(2, () => resolve(), undefined, undefined));
    }
    assert.equal(clock.time(), 6);
  });

  it("neither fires nor waits for a timer that was cancelled", () => {
    const clock = new VirtualClock();
    const timer = { cancelled: false };
    clock.timer(5, () => assert.fail("it fired"), timer, undefined);
    assert.equal(clock.idle, false);
    timer.cancelled = true;
    assert.equal(clock.idle, true);
  });

  it("steps by hand while it is frozen", async () => {
    const clock = new VirtualClock();
    clock.frozen = true;
    clock.lockstep = true;
    const log: string[] = [];
    clock.after(1, () => log.push("one"), undefined, undefined);
    clock.after(2, () => log.push("two"), undefined, undefined);
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(log, []);
    clock.step();
    assert.deepEqual(log, ["one"]);
  });

  it("keeps what waits when its room grows", async () => {
    const clock = new VirtualClock();
    const log: number[] = [];
    await new Promise<void>((resolve) => {
      for (let i = 0; i < 1000; i++) clock.after(1, (value) => log.push(value as number), i, undefined);
      clock.after(2, () => resolve(), undefined, undefined);
    });
    assert.deepEqual(
      log,
      Array.from({ length: 1000 }, (_, i) => i),
    );
  });
});
