import assert from "node:assert/strict";
import { CallRunner, type StartCall } from "../call/run-calls.ts";
import { VirtualClock } from "../clock/virtual-clock.ts";
import { harness } from "../harness/intrinsics.ts";
import { IoCore } from "../io/io-core.ts";
import { addsAsMuch, goesOnGrowing, growsWithCalls, isGrowing } from "./growth.ts";

/** Computes for so many milliseconds. */
function compute(milliseconds: number): void {
  for (const until = harness.cpuMilliseconds() + milliseconds; harness.cpuMilliseconds() < until;);
}

describe("calls that take longer the more there were before", () => {
  const grows = async (millisecondsOf: (call: number) => number): Promise<boolean> => {
    const core = new IoCore(new VirtualClock(), 1);
    const runner = new CallRunner(core, { listener: null });
    let calls = 0;
    const start: StartCall = (settled) => {
      compute(millisecondsOf(calls++));
      settled(null);
    };
    try {
      return await growsWithCalls(core, runner, start, 10);
    } finally {
      runner.dispose();
    }
  };

  it("are told from those that always take as long", async () => {
    assert.ok(await grows((call) => 0.2 + call * 0.05));
    assert.ok(!(await grows(() => 1)));
  });

  it("are not seen in single ones that something else made longer, nor in calls that get quicker", () => {
    assert.ok(isGrowing([10, 12, 14, 16], 1.5));
    assert.ok(!isGrowing([10, 9, 20, 16], 1.5));
    assert.ok(!isGrowing([16, 14, 12, 10], 1.5));
    assert.ok(!isGrowing([10, 11, 11, 12], 1.5));
    assert.ok(goesOnGrowing([10, 13, 16, 19], [22, 25, 28, 31]));
    assert.ok(!goesOnGrowing([10, 15, 16, 16], [16, 17, 18, 19]));
    assert.ok(addsAsMuch([10, 13, 16, 19], [22, 25, 28, 31], [34, 37, 40, 43]));
    assert.ok(addsAsMuch([10, 13, 16, 19], [22, 25], [27.5, 30]), "of fewer, as much each");
    assert.ok(!addsAsMuch([10, 13, 16, 19], [22, 25, 28, 31], [26, 27, 28, 31]));
    assert.ok(!addsAsMuch([10, 13, 16, 19], [22, 25, 28, 31], [40, 37, 36, 43]));
  });
});
