import assert from "node:assert/strict";
import { harness } from "./intrinsics.ts";
import { tickWatch, TickWatch, type Ticked } from "./tick-watch.ts";
import { Endless, inTurnOfItsOwn, withinTimeDrained } from "./time-limit.ts";

/** Does work where nothing of the test's waits for a tick or a microtask. */
function inTurn(work: () => void): Promise<unknown> {
  return new Promise((resolve) => {
    setImmediate(() => {
      try {
        work();
        resolve(undefined);
      } catch (error) {
        resolve(error);
      }
    });
  });
}

describe("ticks", () => {
  it("are dropped where they beget each other without end, and the process goes on", async () => {
    let looks = 0;
    // However busy the machine is, the engine has no time to end one of them.
    const watch = new TickWatch(() => looks++);
    let polls = 0;
    const poll = (): void => {
      polls++;
      watch.nextTick(poll);
    };
    const ended: Ticked = { goesOn: false, isSure: true };
    const thrown = await inTurn(() => {
      const work = (): void => {
        poll();
        harness.drain?.();
      };
      Object.assign(ended, watch.during(20, work));
    });
    const { stack = "", ...rest } = ended;
    assert.deepEqual([thrown, rest], [undefined, { goesOn: true, isSure: false }]);
    assert.match(stack, /^ +at poll /m);
    assert.ok(polls < 10_000, `${polls} polls`);
    assert.equal(await new Promise((resolve) => process.nextTick(resolve, "after")), "after");
  });

  it("are dropped as well where they were taken by name before", async () => {
    const { nextTick } = tickWatch;
    const poll = (): void => nextTick(poll);
    const ended = await inTurn(() => withinTimeDrained(5_000, poll));
    assert.ok(ended instanceof Endless);
    assert.equal(ended.isPolling, true);
  });

  it("come in their order, with what they are given, where they come to an end", async () => {
    const heard: unknown[] = [];
    const last = (...given: unknown[]): void => void heard.push(...given);
    const ended = await inTurn(() =>
      withinTimeDrained(60_000, () => {
        tickWatch.nextTick(() => tickWatch.nextTick(last, 3));
        tickWatch.nextTick(last, 1, 2);
      }),
    );
    assert.deepEqual([ended, heard], [undefined, [1, 2, 3]]);
  });

  it("end what is begun in a turn of its own where they poll", async () => {
    const poll = (): void => tickWatch.nextTick(poll);
    const polling = inTurnOfItsOwn(
      () => process.nextTick(poll),
      () => ({ milliseconds: 5_000 }),
    );
    await assert.rejects(
      polling,
      (error) => error instanceof Endless && error.isFollowing && error.isPolling,
    );
  });
});
