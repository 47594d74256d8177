import assert from "node:assert/strict";
import { told } from "../../fixtures/told.ts";
import type { IoCallKind } from "../../../../analysis/model.ts";
import { VirtualClock } from "../../clock/virtual-clock.ts";
import { fake, type Anything } from "../../fixtures/universal-fake.ts";
import { IoCore } from "../../io/io-core.ts";
import { SourceHints } from "../io-hints.ts";
import { UniversalFakes } from "./universal-fakes.ts";

describe("calls of a universal fake", () => {
  it("are not what calls of the same name of another package are, where all that is known is of that, nor what nobody knows", () => {
    const core = new IoCore(new VirtualClock(), 1);
    const hints = new SourceHints();
    for (const name of ["encode", "put"]) {
      hints.noteReceiver(name, { packageName: "other", name: null });
      hints.add(name, "promise", "its promise is used in line 2 of other.js");
    }
    hints.noteReceiver("put", null);
    const fakes = new UniversalFakes(core, hints);
    const [own, other] = ["own", "other"].map((name) => fakes.makeModule(name, name) as Anything);
    const parameter = fakes.make("coder") as Anything;
    const isPromise = (made: unknown): boolean => made instanceof Promise;
    assert.deepEqual(
      [own!, other!, parameter].map((one) => isPromise(one["encode"]!(1))),
      [false, true, false],
    );
    assert.equal(isPromise(new (own!["Store"] as unknown as new () => Anything)()["encode"]!(1)), false);
    assert.equal(isPromise(own!["put"]!(1)), true);
  });

  it("is built on where an error told so, and counted once it is waited for", async () => {
    const core = new IoCore(new VirtualClock(), 1);
    const hints = new Map<string, IoCallKind>([
      ["where", "promise"],
      ["first", "promise"],
    ]);
    const facts = told({ about: "operation", name: "where", is: "plain", because: "no-promise" });
    const db = new UniversalFakes(core, hints, { facts }).make("db") as Anything;
    const query = db["from"]!("users")["where"]!(1);
    const ordered = query["orderBy"]!("id");
    assert.equal(core.calls, 0);
    const rows: unknown = await Promise.resolve(ordered);
    assert.equal(core.calls, 1);
    assert.equal(await Promise.resolve(rows), rows);
    const again: unknown = await Promise.resolve(query);
    assert.equal([...(again as Iterable<unknown>)].length, 2);
    await Promise.resolve(query["first"]!());
    assert.equal(core.calls, 3);
    let isDone = false;
    await (query["catch"]!(() => null)["finally"]!(() => (isDone = true)) as unknown as Promise<unknown>);
    assert.deepEqual([core.calls, isDone], [4, true]);
  });

  it("does what its source waits for, called by name, by symbol, or by apply", async () => {
    const { db, core } = fake({ run: "promise", apply: "promise" });
    const run = Symbol("store:run");
    await (db as unknown as Record<symbol, () => Promise<unknown>>)[run]!();
    await (db["hook"]!["apply"]!(null, [1] as unknown) as unknown as Promise<unknown>);
    await (db["run"]!["call"]!(null) as unknown as Promise<unknown>);
    assert.equal(core.calls, 3);
  });

  it("answers with a promise where the source waits for a call of that name", async () => {
    const { db, core, fakes } = fake({ query: "promise" });
    const answer: unknown = db["query"]!("SELECT 1");
    assert.ok(answer instanceof Promise);
    assert.ok(fakes.isFake(await answer));
    assert.equal(core.calls, 1);
    assert.ok(fakes.isFake(db["prepare"]!("SELECT 1")), "others are plain");
  });

  it("takes a class that it is given for what it is: it is called by nobody", async () => {
    class Product {
      readonly id = "1";
    }
    const core = new IoCore(new VirtualClock(), 1);
    const hints = new Map<string, IoCallKind>([["find", "promise"]]);
    const fakes = new UniversalFakes(core, hints);
    const db = fakes.make("db") as Anything;
    for (const call of ["getRepository", "on", "forEach"]) assert.ok(fakes.isFake(db[call]!(Product)), call);
    db["register"]!({ type: Product });
    for (const parameters of [[Product], [Product, {}], ["one", Product]]) {
      const answer: unknown = Reflect.apply(db["find"]!, db, parameters);
      assert.ok(answer instanceof Promise);
      await answer;
    }
    assert.equal(core.calls, 3);
  });

  it("runs the function that it is given within what it answers", async () => {
    const { db, core, fakes } = fake({ transaction: "promise", insert: "promise" });
    const transaction = (run: (t: Anything) => Promise<unknown>): Promise<unknown> =>
      Reflect.apply(db["transaction"]!, db, [run]) as unknown as Promise<unknown>;
    const answer = await transaction(async (t) => {
      await (t["insert"]!(1) as unknown as Promise<unknown>);
      return 7;
    });
    assert.equal(answer, 7);
    assert.equal(core.calls, 2);
    assert.ok(
      fakes.isFake(
        await transaction(async (t) => {
          await Promise.resolve(t);
        }),
      ),
    );
    assert.equal(await transaction(async () => await Promise.resolve(undefined)), undefined);
    assert.equal(await transaction(async () => await Promise.resolve(null)), null);
    await assert.rejects(
      transaction(async () => Promise.reject(new Error("no"))),
      /no/,
    );
  });

  it("is no I/O call where it only waits for the function that it is given, as in the hint", async () => {
    const core = new IoCore(new VirtualClock(), 1);
    const hints = new SourceHints();
    for (const one of ["retry", "transaction", "insert"]) hints.add(one, "promise", "awaited");
    for (const one of ["retry", "transaction"]) hints.helpers.add(one);
    const db = new UniversalFakes(core, hints).make("db") as Anything;
    const insert = (async () => {
      await Promise.resolve(db["insert"]!(1));
    }) as unknown;
    await Promise.resolve(db["retry"]!(insert));
    assert.equal(core.calls, 1);
    await Promise.resolve(db["transaction"]!(insert));
    assert.equal(core.calls, 3);
  });

  it("calls back where the last argument is a function", async () => {
    const { db, core } = fake({ query: "callback" });
    const [error, value] = await new Promise<unknown[]>((resolve) => {
      db["query"]!("SELECT 1", (...values: unknown[]) => resolve(values));
    });
    assert.equal(error, null);
    assert.ok(value !== undefined);
    assert.equal(core.calls, 1);
  });

  it("does not take another fake for a callback", () => {
    const { db, core } = fake();
    db["set"]!("key", db["value"]);
    assert.equal(core.calls, 0);
  });

  it("makes one operation of a call that is given a callback and whose promise is looked after", async () => {
    const { db, core } = fake();
    const heard: unknown[] = [];
    const next = (...given: unknown[]): unknown => heard.push(given.length);
    db["handle"]!(1, next)["catch"]!(next);
    await new Promise((resolve) => setTimeout(resolve, 5));
    assert.deepEqual([core.calls, heard], [1, [2]]);
  });

  it("gives a callback that takes only a value the value", async () => {
    const { db } = fake();
    const given = await new Promise((resolve) => void db["evaluate"]!((row: unknown) => resolve(row)));
    assert.notEqual(given, null);
  });

  it("calls back with as many values as the callback takes", async () => {
    const { db } = fake();
    const values = await new Promise<unknown[]>((resolve) => {
      const callback = (error: unknown, rows: Anything, fields: Anything): void =>
        resolve([error, String(rows), String(fields)]);
      (db["query"] as unknown as (run: typeof callback) => void)(callback);
    });
    assert.deepEqual(values, [null, "db.query()", "db.query()[1]"]);
  });

  it("does what is to be done finally, and answers all the same", async () => {
    const { db, fakes } = fake();
    let done = 0;
    const answer: unknown = db["finally"]!(() => ++done);
    assert.ok(answer instanceof Promise);
    assert.ok(fakes.isFake(await answer));
    assert.equal(done, 1);
  });

  it("calls nobody who stops to listen", async () => {
    const { db, core } = fake();
    db["removeListener"]!("error", () => assert.fail("was called"));
    db["off"]!("error", () => assert.fail("was called"));
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(core.calls, 0);
  });

  it("gives what takes an item and goes on to the next the item, and a listener all that it takes", async () => {
    const { db } = fake();
    const goesOn = await new Promise<unknown[]>((resolve) => {
      db["each"]!((row: unknown, nextRow: () => unknown) => resolve([row, nextRow()]));
    });
    assert.ok(goesOn[0] !== null && goesOn[0] !== undefined);
    const heard = new Promise<unknown[]>((resolve) => {
      db["on"]!("message", (topic: unknown, text: unknown) => resolve([topic, text]));
    });
    for (const one of await heard) assert.ok(one !== undefined);
  });

  it("is one operation where it is given what settles a promise, whether it gives one too", async () => {
    for (const hints of [{}, { run: "callback" }, { run: "promise" }] as Record<string, IoCallKind>[]) {
      const { core, fakes } = fake(hints);
      const run = fakes.make("run") as Anything;
      await new Promise((resolve, reject) => {
        run(resolve, reject, () => undefined)["catch"]!(reject);
      });
      assert.equal(core.calls, 1, JSON.stringify(hints));
    }
  });
});
