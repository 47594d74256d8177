import assert from "node:assert/strict";
import { measureTimerCost } from "./timer-cost.ts";
import { VirtualClock } from "./virtual-clock.ts";

describe("what real timers cost beside waiting", () => {
  it("is measured as times that can be added, never as negative ones", async () => {
    for (const [timers, latency] of [
      [1, 0.1],
      [500, 3],
    ] as const) {
      const { lateness, excess } = await measureTimerCost(timers, latency);
      assert.ok(lateness >= 0 && Number.isFinite(lateness));
      assert.ok(excess >= 0 && excess <= 0.003);
    }
  });

  it("passes on the virtual clock: with every wait and every completion", async () => {
    const clock = new VirtualClock();
    clock.timerCost = { lateness: 1_000_000, excess: 10_000 };
    const startedAt = clock.time();
    await new Promise<void>((resolve) => {
      const once = (): void => undefined;
      for (let i = 0; i < 4; i++) clock.after(5, once, undefined, undefined);
      clock.after(5, () => resolve(), undefined, undefined);
    });
    const passed = clock.time() - startedAt;
    assert.ok(passed > 1_050_000 && passed < 1_100_000, `${passed}`);
  });
});
