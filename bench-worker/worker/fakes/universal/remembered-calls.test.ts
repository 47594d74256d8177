import assert from "node:assert/strict";
import type { IoCallKind } from "../../../../analysis/model.ts";
import { VirtualClock } from "../../clock/virtual-clock.ts";
import type { Anything } from "../../fixtures/universal-fake.ts";
import { IoCore } from "../../io/io-core.ts";
import { UniversalFakes } from "./universal-fakes.ts";

class CountedHints extends Map<string, IoCallKind> {
  asked = 0;

  override get(name: string): IoCallKind | undefined {
    this.asked++;
    return super.get(name);
  }
}

function counted(kind: IoCallKind): { db: Anything; core: IoCore; hints: CountedHints } {
  const core = new IoCore(new VirtualClock(), 1);
  const hints = new CountedHints([["load", kind]]);
  return { db: new UniversalFakes(core, hints).make("db") as Anything, core, hints };
}

/** What a callback is called with. */
function called(db: Anything, make: (tell: (values: unknown[]) => void) => unknown): Promise<unknown[]> {
  return new Promise((tell) => void db["load"]!(1, make(tell)));
}

describe("calls that are remembered", () => {
  it("are not found out anew, be they answered by a callback or by a promise", async () => {
    const backs = counted("callback");
    const callsBack = (): Promise<unknown[]> =>
      called(backs.db, (tell) => (error: unknown, row: unknown) => tell([error, row]));
    await callsBack();
    const asked = backs.hints.asked;
    await callsBack();
    assert.deepEqual([backs.hints.asked, backs.core.calls], [asked, 2]);

    const lists = counted("promise");
    const items = (take: (row: unknown) => unknown): unknown => lists.db["rows"]!["map"]!(take);
    items((row) => row);
    const askedOfLists = lists.hints.asked;
    assert.equal((items((row) => row) as unknown[]).length, 2);
    assert.equal(lists.hints.asked, askedOfLists);
    // A class is nobody's callback.
    assert.ok(
      !Array.isArray(
        items(
          class {
            readonly row = 1;
          } as unknown as () => void,
        ),
      ),
    );

    const promises = counted("promise");
    await (promises.db["load"]!(1) as unknown as Promise<unknown>);
    const askedBefore = promises.hints.asked;
    await (promises.db["load"]!({ id: 2 }) as unknown as Promise<unknown>);
    assert.deepEqual([promises.hints.asked, promises.core.calls], [askedBefore, 2]);
  });

  it("give each callback what it takes, where one operation is given several kinds", async () => {
    const { db } = counted("callback");
    for (let turn = 0; turn < 3; turn++) {
      const withError = await called(db, (tell) => (error: unknown, row: unknown) => tell([error, row]));
      assert.equal(withError[0], null);
      const valueOnly = await called(db, (tell) => (row: unknown) => tell([row]));
      assert.equal(typeof valueOnly[0], "function", "a made-up row");
      const errorOnly = await called(db, (tell) => (error: unknown) => tell([error]));
      assert.equal(errorOnly[0], null);
    }
  });

  it("are told apart by the name of the first parameter where their texts are of one length", async () => {
    const { db } = counted("callback");
    for (let turn = 0; turn < 2; turn++) {
      const withError = await called(db, (tell) => (err: unknown) => tell([err]));
      assert.equal(withError[0], null);
      const valueOnly = await called(db, (tell) => (row: unknown) => tell([row]));
      assert.equal(typeof valueOnly[0], "function", "a made-up row");
    }
  });

  it("are those of the same parameters: what settles a promise is no callback with an error", async () => {
    const { db } = counted("callback");
    for (let turn = 0; turn < 2; turn++) {
      await called(db, (tell) => (error: unknown) => tell([error]));
      const settled = await new Promise((resolve) => void db["load"]!(1, resolve));
      assert.equal(typeof settled, "function", "a made-up answer");
    }
  });

  it("are not looked at any more once there were a thousand of one kind, but for the numbers of parameters", async () => {
    const { db } = counted("callback");
    for (let turn = 0; turn < 1_100; turn++) {
      db["load"]!(1, (error: unknown, row: unknown) => [error, row]);
      db["store"]!(1);
    }
    const valueOnly = await called(db, (tell) => (row: unknown) => tell([row]));
    assert.equal(typeof valueOnly[0], "function", "a made-up row");
    const withError = await called(db, (tell) => (error: unknown, row: unknown) => tell([error, row]));
    assert.deepEqual([withError[0], typeof withError[1]], [null, "function"]);
  });

  it("give a promise after a thousand that did, and call back where a function is given", async () => {
    const { db, core } = counted("promise");
    const promise = (): Promise<unknown> => db["load"]!(1) as unknown as Promise<unknown>;
    for (let turn = 0; turn < 1_100; turn++) void promise();
    assert.equal(typeof (await promise()), "function", "a made-up answer");
    const before = core.calls;
    db["load"]!(1, (error: unknown) => error);
    assert.equal(core.calls, before + 1);
  });

  it("go on to be looked at where some are given a function before other things, however many there were", async () => {
    const { db } = counted("promise");
    let ran = 0;
    for (let turn = 0; turn < 1_200; turn++) {
      await (db["load"]!(1) as unknown as Promise<unknown>);
      await (db["load"]!(async () => Promise.resolve(ran++), {}) as unknown as Promise<unknown>);
    }
    assert.equal(ran, 1_200);
  });
});
