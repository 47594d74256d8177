import assert from "node:assert/strict";
import { told } from "../../fixtures/told.ts";
import { VirtualClock } from "../../clock/virtual-clock.ts";
import { fake, type Anything } from "../../fixtures/universal-fake.ts";
import { IoCore } from "../../io/io-core.ts";
import { UniversalFakes } from "./universal-fakes.ts";

describe("a universal fake that is read item by item", () => {
  it("has two items where it is read as a list, one where that is of an item, and comes one by one once", async () => {
    const { db, core } = fake();
    const items = [...(db as unknown as Iterable<Anything>)];
    assert.equal(items.length, 2);
    assert.equal((items[0] as unknown as { children: { length: number } }).children.length, 1);
    assert.equal([...(items[0]!["children"] as unknown as Iterable<unknown>)].length, 1);
    let chunks = 0;
    for await (const item of db as unknown as AsyncIterable<unknown>) if (item !== undefined) chunks++;
    assert.deepEqual([chunks, core.calls], [1, 1]);
    const [first] = db as unknown as unknown[];
    assert.ok(first !== undefined);
    assert.equal(db["map"]!(() => 7).length, 2);
  });

  it("hands on what an operation throws for its items, and nothing that is thrown at what was made up of them", () => {
    const { db, core } = fake({ load: "promise" });
    const each = (run: (row: Anything) => unknown) => (): unknown => db["map"]!(run);
    assert.ok(each((row) => BigInt(row["size"] as unknown as number) > 0)() !== undefined);
    core.tap = {
      onCall: ({ expression }) => ({
        expression,
        mode: "throw",
        layer: "calls-back",
        helper: "none",
        final: null,
      }),
    };
    assert.throws(
      each((row) => db["load"]!(row["id"])),
      /Async Cost made db\.load fail/,
    );
    assert.ok(each((row) => BigInt(row["size"] as unknown as number) > 0)() !== undefined);
  });

  it("is a list at once where it was JSON, also for who takes what comes one by one", async () => {
    const { fakes, core } = fake();
    const body = fakes.make("fetch().json()") as AsyncIterable<unknown> & Iterable<unknown>;
    const items: unknown[] = [];
    for await (const item of body) items.push(item);
    assert.deepEqual([items.length, core.calls], [2, 0]);
  });

  it("has no items where it is deep within lists of its name, as those of trees are", () => {
    const { db } = fake();
    let nodes = 0;
    const walk = (node: Record<string, unknown>): void => {
      nodes++;
      for (const child of node["children"] as Record<string, unknown>[]) walk(child);
    };
    walk(db);
    assert.equal(nodes, 7);
    const deep = "pages[0].pages[0].pages";
    assert.equal((fake().fakes.make(deep) as unknown[]).length, 1);
    const [order] = db["orders"] as unknown as Anything[];
    const [line] = order!["lines"] as unknown as Anything[];
    assert.equal((line!["parts"] as unknown as unknown[]).length, 1);
  });

  it("has a next by which a cursor that calls back gives something once, unless its members are read", async () => {
    const { db } = fake({ next: "callback" });
    const next = db["rows"]!()["next"]!;
    const given = (): Promise<unknown> =>
      new Promise((resolve) => next((_: unknown, row: unknown) => resolve(row)));
    assert.deepEqual([(await given()) !== null, await given(), (await given()) !== null], [true, null, true]);
    const core = new IoCore(new VirtualClock(), 1);
    const widget = new UniversalFakes(core, new Map(), { hasMembers: (name) => name === "next" });
    assert.ok(widget.isFake((widget.make("this") as Anything)["next"]![0]));
    const context = new UniversalFakes(core, new Map(), { hasMembers: (name) => name === "call" });
    assert.ok(context.isFake((context.make("ctx") as Anything)["call"]!["on"]));
  });

  it("has pairs for what takes entries", () => {
    const { db } = fake();
    assert.equal(new Map(db["headers"] as unknown as Iterable<[unknown, unknown]>).size, 2);
    assert.equal([...(db["headers"]!["0"] as unknown as Iterable<unknown>)].length, 2);
  });

  it("ends a loop over pages", () => {
    const { db } = fake();
    assert.equal(db["nextToken"], undefined);
    assert.equal(db["hasMore"], undefined);
    assert.equal(db["isLastPage"], true);
  });

  it("calls back as the next of a cursor, where it is given a function", async () => {
    const { db, core } = fake({ next: "promise" });
    const [error, value] = await new Promise<unknown[]>((resolve) => {
      db["next"]!((...values: unknown[]) => resolve(values));
    });
    assert.deepEqual([error, value === undefined, core.calls], [null, false, 1]);
  });

  it("iterates over one element where the source waits for its next", async () => {
    const { db } = fake({ next: "promise" });
    const next = db["reader"]!["values"]!()["next"] as unknown as () => Promise<IteratorResult<unknown>>;
    const results = [await next(), await next()];
    assert.deepEqual(
      results.map(({ done }) => done),
      [false, true],
    );
  });

  it("comes to its end where a loop reads from it until it does, for each reader anew", async () => {
    const { db } = fake({ read: "promise" });
    const chunksOf = async (reader: Anything): Promise<number> => {
      const read = reader["read"] as unknown as () => Promise<{ done: boolean }>;
      let chunks = 0;
      while (!(await read.call(reader)).done) chunks++;
      return chunks;
    };
    assert.deepEqual([await chunksOf(db["getReader"]!()), await chunksOf(db["getReader"]!())], [1, 1]);
  });

  it("has answers that are lists, whatever the operation is called, and members that count where they are called", () => {
    const core = new IoCore(new VirtualClock(), 1);
    const isCalled = (name: string): boolean => name === "count";
    const fakes = new UniversalFakes(core, new Map([["find", "promise"]]), { isCalled });
    const rows = fakes.make("manager.find()") as Anything;
    assert.ok(fakes.isFake(rows["find"]!(() => true)));
    assert.equal(core.calls, 0);
    assert.ok(fakes.isFake(rows["count"]));
    assert.equal(rows["total"], 1);
  });

  it("has as many items as anybody takes, and no list where a method of lists gives something else", () => {
    const core = new IoCore(new VirtualClock(), 1);
    const facts = told({ about: "operation", name: "map", is: "plain", because: "no-promise" });
    const known = { isTakenApart: () => true, facts };
    const list = new UniversalFakes(core, new Map(), known).make("list") as Anything & Iterable<unknown>;
    assert.equal([...list].length, 3);
    assert.equal(
      typeof (list["map"] as unknown as (run: () => void) => Anything)(() => undefined)["toArray"],
      "function",
    );
  });
});
