import assert from "node:assert/strict";
import { looksDuring, runningBetween } from "./running-time.ts";

const look = (microseconds: number, runningMicroseconds: number) => ({ microseconds, runningMicroseconds });

describe("the time that a thread was running", () => {
  it("leaves out what it waited for a processor", () => {
    const looks = [look(0, 0), look(1000, 1000), look(9000, 1500), look(10_000, 2500)];
    assert.equal(runningBetween(looks, 0, 10_000), 2500);
    assert.equal(runningBetween(looks, 1000, 5000), 250);
    assert.equal(runningBetween(looks, 9000, 10_000), 1000);
  });

  it("is no longer than what passed, and all of it where nobody looked", () => {
    assert.equal(runningBetween([look(0, 0), look(1000, 5000)], 0, 1000), 1000);
    assert.equal(runningBetween([look(5000, 70)], 1000, 9000), 8000);
    assert.equal(runningBetween([], 0, 1000), 1000);
  });

  it("is watched from beside the thread, while that is held up", async () => {
    const looks = await looksDuring(async () => {
      const end = performance.now() + 50;
      while (performance.now() < end);
      await new Promise((resolve) => setTimeout(resolve, 50));
    });
    if (looks === undefined) return;
    assert.ok(looks.length > 1, `${looks.length} looks`);
    const [first, last] = [looks[0]!, looks.at(-1)!];
    assert.ok(last.runningMicroseconds > first.runningMicroseconds);
  });
});
