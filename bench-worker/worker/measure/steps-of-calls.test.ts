import assert from "node:assert/strict";
import { VirtualClock } from "../clock/virtual-clock.ts";
import { IoCore } from "../io/io-core.ts";
import { stepsOfCalls } from "./steps-of-calls.ts";

describe("the steps of calls that are in flight together", () => {
  it("are the I/O calls of each on average, one step after the other", async () => {
    const clock = new VirtualClock();
    clock.lockstep = true;
    const core = new IoCore(clock, 1);
    let shared: Promise<unknown> | undefined;
    const call = async (): Promise<void> => {
      await Promise.all([core.promise("read", 1), core.promise("read", 2)]);
      await (shared ??= core.promise("login", 3));
    };
    const steps = await stepsOfCalls(core, 4, async () => {
      await Promise.all([call(), call(), call(), call()]);
    });
    assert.deepEqual(steps, { ioCallsEach: 2.25, steps: [2, 0.25] });
    assert.equal(core.tap, null);
  });
});
