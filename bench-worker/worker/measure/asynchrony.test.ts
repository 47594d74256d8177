import assert from "node:assert/strict";
import { CallRunner } from "../call/run-calls.ts";
import { VirtualClock } from "../clock/virtual-clock.ts";
import { Uncaught } from "../harness/uncaught.ts";
import { IoCore } from "../io/io-core.ts";
import { countAsynchrony } from "./asynchrony.ts";

describe("what a call makes the engine do", () => {
  const core = new IoCore(new VirtualClock(), 1);
  const io = (): Promise<unknown> => core.promise("io", 1);
  const done = Promise.resolve(1);
  const value: unknown = 1;
  let runner: CallRunner;
  before(async () => {
    // What loads the tests makes promises for some time.
    await new Promise((resolve) => setTimeout(resolve, 300));
    runner = new CallRunner(core, Object.create(Uncaught.prototype) as Uncaught);
  });
  after(() => runner.dispose());

  for (const [name, run, promises, microticks] of [
    [
      "an await of I/O: its promise",
      async () => {
        await io();
      },
      2,
      1,
    ],
    [
      "three awaits",
      async () => {
        await io();
        await io();
        await io();
      },
      4,
      3,
    ],
    ["return await", async () => await io(), 2, 1],
    ["a promise returned by an async function: a microtick more", async () => io(), 2, 2],
    ["then", () => io().then(() => 1), 2, 1],
    ["then, of a promise within", () => io().then(() => io()), 3, 3],
    [
      "Promise.all of two, awaited",
      async () => {
        await Promise.all([io(), io()]);
      },
      4,
      3,
    ],
    ["Promise.race of two", () => Promise.race([io(), io()]), 3, 2],
    [
      "an await of a promise: none of its own, one microtick",
      async () => {
        await done;
      },
      1,
      1,
    ],
    [
      "an await of a value: a wrapper",
      async () => {
        await value;
      },
      2,
      1,
    ],
    ["queueMicrotask", () => new Promise<void>((resolve) => queueMicrotask(resolve)), 1, 1],
  ] as [string, () => Promise<unknown>, number, number][]) {
    it(name, async () => {
      const counted = await countAsynchrony(
        core,
        runner,
        (settled) => {
          run().then(
            () => settled(null),
            (error: unknown) => settled(error),
          );
        },
        "promise",
      );
      assert.deepEqual(counted, { promises, microticks });
    });
  }

  it("nothing for callbacks", async () => {
    const counted = await countAsynchrony(
      core,
      runner,
      (settled) => core.callback("io", 1, () => core.callback("io", 1, () => settled(null))),
      "callback",
    );
    assert.deepEqual(counted, { promises: 0, microticks: 0 });
  });
});
