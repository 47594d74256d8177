import assert from "node:assert/strict";
import { VirtualClock } from "./virtual-clock.ts";

describe("the virtual clock", () => {
  it("completes in order of due times, whatever the order of the calls", async () => {
    const clock = new VirtualClock();
    // Otherwise the time that passes between two calls counts, as it does in real life.
    clock.lockstep = true;
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
    // What kept the thread from running in between is taken off.
    assert.ok(clock.time() - simulated > 3_590_000);
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
