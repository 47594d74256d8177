import assert from "node:assert/strict";
import type { IoCallKind } from "../../../../analysis/model.ts";
import { GivenFakes } from "../../fakes-file/given-fakes.ts";
import type { GivenFunction } from "../../fakes-file/schema.ts";
import { fake, type Anything } from "../../fixtures/universal-fake.ts";
import type { IoCore } from "../../io/io-core.ts";
import { LIST_METHODS } from "../telling-names.ts";

/** A fake named `db` with what a fakes file gives for its operations. */
function given(
  fakes: NonNullable<GivenFunction["fakes"]>,
  hints: Record<string, IoCallKind> = {},
): { db: Anything; core: IoCore } {
  const made = fake(hints);
  made.fakes.given = new GivenFakes("a.async-cost.js", { fakes }, () => "a.async-cost.js, line 1", 1);
  return made;
}

describe("what a fakes file says that an operation returns", () => {
  for (const name of LIST_METHODS) {
    it(`is given where lists have a method of its name, too: ${name}`, async () => {
      const rows = [1, 2, 3];
      const { db, core } = given({ [`db.${name}`]: { returns: rows } }, { [name]: "promise" });
      assert.equal(await Promise.resolve(db[name]!({ open: true })), rows);
      assert.equal(core.calls, 1);
    });
  }

  it("is given at once to who goes through a list, whose function is not called back", () => {
    const { db, core } = given({ "db.find": { returns: 7 } });
    assert.equal(
      db["find"]!(() => assert.fail("called")),
      7,
    );
    assert.equal(core.calls, 0);
  });

  it("is called back with to who takes an error and a value", async () => {
    const { db } = given({ "db.find": { returns: 7 } });
    assert.equal(
      await new Promise((resolve) => db["find"]!((_err: unknown, row: unknown) => resolve(row))),
      7,
    );
  });

  it("is given at once, which is told, where it is to be called back and nobody takes that", () => {
    const { db, core } = given({ "db.load": { kind: "callback", returns: 7 } });
    assert.equal(db["load"]!(1), 7);
    assert.equal(core.calls, 0);
    assert.match(
      [...core.incidents].join(),
      /^The fakes file has db\.load call back, but a call gives it no function/,
    );
  });

  it("is what listening and piping give, which are done all the same", async () => {
    const { db, core } = given({ "db.on": { returns: 1 }, "db.pipe": { returns: 2 } });
    await new Promise((resolve) => {
      assert.equal(db["on"]!("data", resolve), 1);
      assert.equal(db["pipe"]!({}), 2);
    });
    assert.equal(core.calls, 1);
  });

  it("is given call after call as it is given the first time, whatever kind of function comes in between", async () => {
    const twice = (value: unknown): number => 2 * Number(value);
    const { db, core } = given({ "db.load": { returns: twice } }, { load: "promise" });
    for (const value of [1, 2, 3]) assert.equal(await Promise.resolve(db["load"]!(value)), 2 * value);
    const backs = given({ "db.load": { returns: twice } }, { load: "callback" });
    for (const value of [4, 5]) {
      const row = await new Promise((resolve) => {
        backs.db["load"]!(value, (_error: unknown, found: unknown) => resolve(found));
      });
      assert.equal(row, 2 * value);
    }
    assert.deepEqual([core.calls, backs.core.calls], [3, 2]);
    const failing = given({ "db.load": { returns: 1, throws: "no" } }, { load: "promise" });
    for (const value of [1, 2]) await assert.rejects(Promise.resolve(failing.db["load"]!(value)), /no/);
  });
});
