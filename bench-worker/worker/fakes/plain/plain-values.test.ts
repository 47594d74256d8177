import assert from "node:assert/strict";
import { VirtualClock } from "../../clock/virtual-clock.ts";
import type { Anything } from "../../fixtures/universal-fake.ts";
import { IoCore } from "../../io/io-core.ts";
import { hearPlainPuts } from "./plain-puts.ts";
import { UniversalFakes } from "../universal/universal-fakes.ts";

const HINTS = new Map([
  ["find", "promise"],
  ["save", "promise"],
  ["get", "callback"],
] as const);

type Use = (db: Anything) => unknown;

/** What stands for `db` once a use of it was noted, as it is most likely or as it was made. */
async function plainFor(
  use: Use,
  areLikely = true,
): Promise<{ db: Anything; fakes: UniversalFakes; names: string[]; core: IoCore }> {
  const core = new IoCore(new VirtualClock(), 1);
  const noted = new UniversalFakes(core, HINTS);
  noted.notes(true);
  await use(noted.make("db") as Anything);
  const standIns = noted.noting!.standIns(areLikely)!;
  const fakes = new UniversalFakes(core, HINTS, { standIns });
  return { db: fakes.make("db") as Anything, fakes, names: standIns.map(({ name }) => name), core };
}

describe("plain values in the places of stand-ins", () => {
  it("have the members that were read, and answer as they did", async () => {
    const use: Use = async (db) => {
      const row = (await db["find"]!(1)) as Anything;
      return [Number(row["price"]), String(row["name"]), row["total"]];
    };
    const { db, fakes } = await plainFor(use);
    const row = (await (db["find"] as unknown as (id: number) => Promise<object>)(1)) as Anything;
    assert.deepEqual({ ...row }, { price: 1, name: "db.find().name", total: 1 });
    assert.deepEqual(await use(db), [1, "db.find().name", 1]);
    assert.equal(row["other"], undefined);
    assert.deepEqual([fakes.nameOf(db), fakes.nameOf(row), fakes.nameOf({})], ["db", "db.find()", undefined]);
  });

  it("are lists where they were read as lists, by whichever method", async () => {
    const use: Use = async (db) => {
      const rows = (await db["find"]!()) as unknown as Anything[];
      return [rows.length, rows.map((row) => row["id"]), [...rows].map((row) => String(row["name"]))];
    };
    const { db } = await plainFor(use);
    const rows: unknown = await (db["find"] as unknown as () => Promise<object>)();
    assert.ok(Array.isArray(rows));
    assert.deepEqual(await use(db), [
      2,
      ["db.find()[0].id", "db.find()[0].id 2"],
      ["db.find()[0].name", "db.find()[0].name 2"],
    ]);
    assert.notEqual(rows[0], rows[1]);
  });

  it("are another for each answer, so that calls in flight share none", async () => {
    const { db } = await plainFor(async (one) => ((await one["find"]!()) as Anything)["id"]);
    const find = db["find"] as unknown as () => Promise<object>;
    assert.notEqual(await find(), await find());
  });

  it("make their I/O calls on the clock, by promise, by callback, and where a function runs within", async () => {
    const use: Use = async (db) => {
      await (db["save"] as unknown as (run: () => Promise<number>) => Promise<number>)(async () => 5);
      await new Promise((resolve) => db["get"]!("a", (_error: unknown, row: unknown) => resolve(row)));
      return db["find"]!();
    };
    const { db, core } = await plainFor(use);
    const before = core.calls;
    await use(db);
    assert.equal(core.calls - before, 3);
  });

  it("have no keys of their own where whoever asked was told so", async () => {
    const use: Use = (db) => [db["id"], Object.keys(db), { ...db }, Object.hasOwn(db, "id")];
    const { db } = await plainFor(use);
    assert.deepEqual(use(db), ["db.id", [], {}, false]);
  });

  it("are no texts where something was put into them, and keep that", async () => {
    const { db } = await plainFor((one) => Object.assign(one["options"]!, { own: 5 }));
    assert.equal(Object.assign(db["options"]!, { own: 6 })["own"], 6);
  });

  it("are functions where they could be called, for whoever asks whether they are", async () => {
    const use: Use = (db) => db["handler"];
    const kinds = await Promise.all([true, false].map((areLikely) => plainFor(use, areLikely)));
    assert.deepEqual(
      kinds.map(({ db }) => typeof db["handler"]),
      ["string", "function"],
    );
  });

  it("let go of what calls have put into those that all are given", async () => {
    const { db, fakes } = await plainFor((one) => [Object.assign(one["cache"]!, { first: 1 }), one["id"]]);
    const callable = {
      ...{ run: () => undefined, receiver: undefined, completion: "promise" as const },
      makeArguments: () => [db],
    };
    const takeOut = hearPlainPuts({ callable, fakes });
    Object.assign(db["cache"]!, { second: 2 });
    Object.assign(db, { third: 3 });
    takeOut();
    assert.deepEqual([Object.keys(db), Object.keys(db["cache"]!)], [["cache", "id"], []]);
  });

  for (const [what, use] of Object.entries<Use>({
    "asked for their prototype": (db) => db instanceof Error,
    "a class extends": (db) => class extends (db as unknown as new () => object) {},
    "give something else at each look": (db) => [db["done"], db["done"]],
    "asked for a member that nobody reads": (db) => "open" in db,
    "are taken something out of": (db) => Reflect.deleteProperty(db, "open"),
  }))
    it(`do not take the places of those that are ${what}`, async () => {
      const { names, fakes } = await plainFor(use);
      assert.ok(!names.includes("db"));
      assert.ok(fakes.isFake((fakes.make("db") as Anything)["anything"]));
    });
});
