import assert from "node:assert/strict";
import { VirtualClock } from "../clock/virtual-clock.ts";
import { IoCore } from "../io/io-core.ts";
import { floorCall } from "./floor.ts";

describe("the floor", () => {
  it("makes as many operations as the steps say, step after step, and settles once", async () => {
    const clock = new VirtualClock();
    clock.lockstep = true;
    const core = new IoCore(clock, 1);
    let settlements = 0;
    await new Promise<void>((resolve) => {
      floorCall(
        core,
        [1, 3, 2],
      )(() => {
        settlements++;
        resolve();
      });
    });
    assert.deepEqual([core.calls, clock.time(), settlements], [6, 3, 1]);
  });

  it("spreads what is no whole number over its calls", async () => {
    const clock = new VirtualClock();
    clock.lockstep = true;
    const core = new IoCore(clock, 1);
    const call = floorCall(core, [0.29, 1.5]);
    await Promise.all(Array.from({ length: 100 }, () => new Promise((resolve) => call(resolve))));
    assert.equal(core.calls, 29 + 150);
  });

  it("settles at once where there is no I/O", () => {
    let settlements = 0;
    floorCall(new IoCore(new VirtualClock(), 1), [])(() => settlements++);
    assert.equal(settlements, 1);
  });
});
