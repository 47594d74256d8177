import assert from "node:assert/strict";
import { Endless, withinTime } from "./time-limit.ts";

describe("a time limit", () => {
  it("lets go what comes back, and what it throws", () => {
    let ran = 0;
    withinTime(10_000, () => ran++);
    assert.equal(ran, 1);
    const thrown = new Error("its own");
    assert.throws(
      () =>
        withinTime(10_000, () => {
          throw thrown;
        }),
      (error) => error === thrown,
    );
  });

  it("ends a loop, whatever it catches, and the process goes on", async () => {
    const loop = (): void => {
      for (;;) {
        try {
          for (;;);
        } catch {
          // It would go on.
        }
      }
    };
    assert.throws(() => withinTime(50, loop), Endless);
    await Promise.resolve();
    withinTime(10_000, () => undefined);
  });

  it("can be put within another", () => {
    assert.throws(
      () =>
        withinTime(10_000, () =>
          withinTime(20, () => {
            for (;;);
          }),
        ),
      Endless,
    );
  });
});
