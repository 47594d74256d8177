import assert from "node:assert/strict";
import type { IoCallKind } from "../../../../analysis/model.ts";
import { GivenFakes } from "../../fakes-file/given-fakes.ts";
import type { GivenFunction } from "../../fakes-file/schema.ts";
import { fake, type Anything } from "../../fixtures/universal-fake.ts";
import { clientOf } from "../clients.ts";
import { LIST_METHODS } from "../telling-names.ts";

/** A fake named `db` with what a fakes file gives for its operations. */
function given(
  fakes: NonNullable<GivenFunction["fakes"]>,
  hints: Record<string, IoCallKind> = {},
): ReturnType<typeof fake> {
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

  it("comes chunk by chunk where the source reads a stream, and is given a list", async () => {
    const { db, core } = given({ "db.scan": { returns: [1, 2] } }, { scan: "stream" });
    const chunks: unknown[] = [];
    for await (const chunk of db["scan"]!() as unknown as AsyncIterable<unknown>) chunks.push(chunk);
    assert.deepEqual(chunks, [1, 2]);
    assert.equal(core.calls, 1);
  });

  it("is read item by item by the name that a result has for what a call gave, with one I/O call", async () => {
    const read = async (entry: GivenFunction["fakes"]): Promise<readonly [readonly unknown[], number]> => {
      const { db, core } = given(entry!);
      const items: unknown[] = [];
      try {
        for await (const item of db["list"]!() as unknown as AsyncIterable<unknown>) items.push(item);
      } catch (error) {
        items.push((error as Error).message);
      }
      return [items, core.calls];
    };
    assert.deepEqual(await read({ "db.list()": { returns: [1, 2, 3] } }), [[1, 2, 3], 1]);
    assert.deepEqual(await read({ "db.list()": { kind: "sync", returns: [1] } }), [[1], 0]);
    assert.deepEqual(await read({ "db.list()": { returns: [1], throws: "no" } }), [[1, "no"], 1]);
  });

  it("fails behind the chunks where a stream fails", async () => {
    const { db } = given({ "db.scan": { kind: "stream", returns: [1, 2], throws: "no" } });
    const chunks: unknown[] = [];
    await assert.rejects(async () => {
      for await (const chunk of db["scan"]!() as unknown as AsyncIterable<unknown>) chunks.push(chunk);
    }, /no/);
    assert.deepEqual(chunks, [1, 2]);
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

/** What a fakes file's entry of a known client's operation gives, which the source is not seen to wait for, and its I/O calls. */
async function ofClient(
  packageName: string,
  entry: NonNullable<GivenFunction["fakes"]>,
  use: (client: Anything) => unknown,
): Promise<{ readonly value: unknown; readonly ioCalls: number; readonly latencies: readonly number[] }> {
  const { core, fakes } = given(entry);
  const client = clientOf(packageName)!;
  fakes.clients.add(client);
  const latencies: number[] = [];
  const after = core.clock.after.bind(core.clock);
  core.clock.after = (milliseconds, ...rest) => {
    latencies.push(milliseconds);
    after(milliseconds, ...rest);
  };
  const value = await use(fakes.make(client.name) as Anything);
  return { value, ioCalls: core.calls, latencies };
}

describe("what a fakes file says of a known client's operation", () => {
  it("comes as the client answers: as a promise, to a callback, or once what was built is waited for", async () => {
    const rows = [{ id: 7 }];
    const query = { "pg.connect().query": { returns: rows }, "pg.query": { returns: rows } };
    for (const use of [
      (pg: Anything) => pg["query"]!("select 1"),
      (pg: Anything) =>
        new Promise((resolve) => pg["query"]!("select 1", (_err: unknown, found: unknown) => resolve(found))),
    ]) {
      const { value, ioCalls } = await ofClient("pg", query, use);
      assert.deepEqual([value, ioCalls], [rows, 1]);
    }
    const built = await ofClient("mongoose", { "mongoose.find().lean()": { returns: rows } }, (mongoose) =>
      mongoose["find"]!().lean!(),
    );
    assert.deepEqual([built.value, built.ioCalls], [rows, 1]);
  });

  it("leaves what the client answers, and the function that it runs, where it gives only a latency", async () => {
    const late = { latency: 20 };
    const asked = await ofClient("pg", { "pg.query": late }, async (pg) => {
      const { rows } = (await Promise.resolve(pg["query"]!("select 1"))) as unknown as { rows: unknown[] };
      return rows.length;
    });
    assert.deepEqual(asked, { value: 2, ioCalls: 1, latencies: [20] });
    const ran = await ofClient("@prisma/client", { "prisma.$transaction": late }, (prisma) =>
      prisma["$transaction"]!((tx: unknown) => typeof tx),
    );
    assert.deepEqual(ran, { value: "function", ioCalls: 1, latencies: [20] });
  });
});
