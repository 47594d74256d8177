import assert from "node:assert/strict";
import { OwnTime } from "./own-time.ts";
import { VirtualClock } from "./virtual-clock.ts";

/** A machine on which a thread runs, and is kept from running, for as long as it is told. */
function machine() {
  let now = 1_000;
  let cpu = 300;
  return {
    now: () => now,
    cpuMilliseconds: () => cpu,
    runs: (milliseconds: number): void => {
      now += milliseconds;
      cpu += milliseconds;
    },
    isKept: (milliseconds: number): void => void (now += milliseconds),
  };
}

function isNear(actual: number, expected: number): void {
  assert.ok(Math.abs(actual - expected) < 1e-6, `${actual} instead of ${expected}`);
}

describe("a thread's own time", () => {
  it("passes while it runs, and stands still while others run", () => {
    const watches = machine();
    const own = new OwnTime(watches);
    const begun = own.now();
    watches.runs(3);
    isNear(own.now() - begun, 3);
    watches.isKept(20);
    isNear(own.now() - begun, 3);
    watches.runs(0.2);
    watches.isKept(7);
    isNear(own.now() - begun, 3.2);
  });

  it("is off by one step at most where the system counts in steps", () => {
    const watches = machine();
    const own = new OwnTime({
      ...watches,
      cpuMilliseconds: () => Math.floor(watches.cpuMilliseconds() / 16) * 16,
    });
    const begun = own.now();
    for (let i = 0; i < 100; i++) {
      watches.runs(1);
      own.now();
    }
    const passed = own.now() - begun;
    assert.ok(passed > 83 && passed <= 100, `${passed}`);
  });

  it("does not pass while others run for what other threads of the process have computed before", () => {
    const watches = machine();
    let byOthers = 0;
    const own = new OwnTime({ ...watches, cpuMilliseconds: () => watches.cpuMilliseconds() + byOthers });
    const begun = own.now();
    for (let i = 0; i < 50; i++) {
      watches.runs(2);
      byOthers += 6;
      own.now();
    }
    isNear(own.now() - begun, 100);
    for (let i = 0; i < 20; i++) {
      watches.isKept(10);
      own.now();
    }
    const passed = own.now() - begun;
    assert.ok(passed <= 116 + 1e-6, `${passed}`);
  });

  it("never goes back", () => {
    const watches = machine();
    const own = new OwnTime(watches);
    own.now();
    watches.isKept(0.4);
    const read = own.now();
    watches.isKept(0.4);
    assert.ok(own.now() >= read);
  });
});

describe("simulated time", () => {
  it("is what the waits take and the thread computes, however often others keep it from running", async () => {
    const watches = machine();
    const clock = new VirtualClock(watches);
    const begun = clock.time();
    await new Promise<void>((resolve) => {
      let left = 7;
      const next = (): void => {
        watches.isKept(8);
        watches.runs(0.1);
        if (left-- === 0) resolve();
        else clock.after(10, next, undefined, undefined);
      };
      next();
    });
    const simulated = clock.time() - begun;
    assert.ok(simulated >= 70 && simulated < 72, `${simulated}`);
  });
});
