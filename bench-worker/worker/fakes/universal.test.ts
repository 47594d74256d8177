import assert from "node:assert/strict";
import type { IoCallKind } from "../../../analysis/model.ts";
import { VirtualClock } from "../clock/virtual-clock.ts";
import { IoCore } from "../io/io-core.ts";
import type { Shape } from "../load/stand-ins.ts";
import { SourceHints } from "./io-hints.ts";
import { fakeTimers } from "./timers.ts";
import { EndlessError } from "./universal/endless.ts";
import { UniversalFakes } from "./universal/universal-fakes.ts";

const INJECTION = { mode: "error", layer: "calls-back", helper: "none", final: null } as const;

interface Anything {
  (...parameters: unknown[]): Anything;
  [name: string]: Anything;
}

function fake(hints: Record<string, IoCallKind> = {}): { db: Anything; core: IoCore; fakes: UniversalFakes } {
  const core = new IoCore(new VirtualClock(), 1);
  const fakes = new UniversalFakes(core, new Map(Object.entries(hints)));
  return { db: fakes.make("db") as Anything, core, fakes };
}

describe("a universal fake", () => {
  it("can be read, called, constructed and assigned, as deep as one likes", () => {
    const { db, fakes } = fake();
    assert.ok(fakes.isFake(db["a"]!["b"]!(1)["c"]));
    assert.ok(fakes.isFake(Reflect.construct(db["Pool"]!, [])));
    Object.assign(db, { own: 5 });
    assert.equal(db["own"], 5);
    assert.equal(db["a"], db["a"]);
  });

  it("is built on where an error told so, and counted once it is waited for", async () => {
    const core = new IoCore(new VirtualClock(), 1);
    const hints = new Map<string, IoCallKind>([
      ["where", "promise"],
      ["first", "promise"],
    ]);
    const db = new UniversalFakes(core, hints, { plain: new Set(["where"]) }).make("db") as Anything;
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

  it("is no thenable, so that returning it from an async function gives it back", async () => {
    const { db } = fake();
    assert.equal(await Promise.resolve(db), db);
  });

  it("survives text, numbers, comparison, JSON and instanceof", () => {
    const { db } = fake();
    assert.equal(String(db), "db");
    assert.equal(Number(db), 1);
    assert.equal(JSON.stringify({ db, list: [db] }), '{"db":"db","list":[{}]}');
    assert.equal(JSON.parse(JSON.stringify(db)) instanceof Object, true);
    assert.equal((db["toJSON"] as unknown as () => unknown)(), db);
    assert.ok(!(db instanceof Map));
    assert.doesNotThrow(() => Object.prototype.toString.call(db));
  });

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

  it("is not over, closed or aborted, and knows what a promise is", () => {
    const { db } = fake();
    for (const name of ["closed", "isClosed", "aborted", "_destroyed", "isShuttingDown", "hasEnded"])
      assert.equal(db[name], false, name);
    assert.notEqual(db["isOpen"], false);
    assert.equal(db["Promise"], Promise);
  });

  it("does what its source waits for, called by name, by symbol, or by apply", async () => {
    const { db, core } = fake({ run: "promise", apply: "promise" });
    const run = Symbol("store:run");
    await (db as unknown as Record<symbol, () => Promise<unknown>>)[run]!();
    await (db["hook"]!["apply"]!(null, [1] as unknown) as unknown as Promise<unknown>);
    await (db["run"]!["call"]!(null) as unknown as Promise<unknown>);
    assert.equal(core.calls, 3);
  });

  it("is a module, whatever an error told of a value of that name", () => {
    const shapes = new Map<string, Shape>([["*.jwt", { value: "text" }]]);
    const fakes = new UniversalFakes(new IoCore(new VirtualClock(), 1), new Map(), { shapes });
    assert.deepEqual([fakes.make("jwt"), fakes.isFake(fakes.makeModule("jwt"))], ["text", true]);
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

  it("gives a callback that takes only a value the value", async () => {
    const { db } = fake();
    const given = await new Promise((resolve) => void db["evaluate"]!((row: unknown) => resolve(row)));
    assert.notEqual(given, null);
  });

  it("has pairs for what takes entries", () => {
    const { db } = fake();
    assert.equal(new Map(db["headers"] as unknown as Iterable<[unknown, unknown]>).size, 2);
    assert.equal([...(db["headers"]!["0"] as unknown as Iterable<unknown>)].length, 2);
  });

  it("is no function where the source takes a function for the callback", () => {
    const core = new IoCore(new VirtualClock(), 1);
    const fakes = new UniversalFakes(core, new Map(), { isNoFunction: (name) => name === "options" });
    const options = fakes.make("options") as Anything;
    assert.equal(typeof options, "object");
    assert.ok(fakes.isFake(options) && fakes.isFake(options["retry"]));
    assert.equal(typeof options["retry"], "function");
  });

  it("calls nobody who stops to listen", async () => {
    const { db, core } = fake();
    db["removeListener"]!("error", () => assert.fail("was called"));
    db["off"]!("error", () => assert.fail("was called"));
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(core.calls, 0);
  });

  it("does what is to be done finally, and answers all the same", async () => {
    const { db, fakes } = fake();
    let done = 0;
    const answer: unknown = db["finally"]!(() => ++done);
    assert.ok(answer instanceof Promise);
    assert.ok(fakes.isFake(await answer));
    assert.equal(done, 1);
  });

  it("ends a loop over pages", () => {
    const { db } = fake();
    assert.equal(db["nextToken"], undefined);
    assert.equal(db["hasMore"], undefined);
  });

  it("answers with a promise where the source waits for a call of that name", async () => {
    const { db, core, fakes } = fake({ query: "promise" });
    const answer: unknown = db["query"]!("SELECT 1");
    assert.ok(answer instanceof Promise);
    assert.ok(fakes.isFake(await answer));
    assert.equal(core.calls, 1);
    assert.ok(fakes.isFake(db["prepare"]!("SELECT 1")), "others are plain");
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

  it("calls back as the next of a cursor, where it is given a function", async () => {
    const { db, core } = fake({ next: "promise" });
    const [error, value] = await new Promise<unknown[]>((resolve) => {
      db["next"]!((...values: unknown[]) => resolve(values));
    });
    assert.deepEqual([error, value === undefined, core.calls], [null, false, 1]);
  });

  it("has keys of its own where an error told that they are missed, and no end of them", () => {
    const fakes = new UniversalFakes(new IoCore(new VirtualClock(), 1), new Map(), {
      keys: ["host", "port"],
    });
    const options = fakes.make("options") as Record<string, unknown>;
    assert.deepEqual(Object.keys(options), ["host", "port"]);
    assert.ok(fakes.isFake({ ...options }["host"]));
    let depth = 0;
    for (let at: unknown = options; Object.keys(at ?? {}).length > 0; depth++)
      at = Object.values(at as object)[0];
    assert.ok(depth > 0 && depth < 10);
  });

  it("has in JSON what the source reads of a copy", () => {
    const known = { copiesByJson: true, json: () => '[{"id":"id"}]' };
    const fakes = new UniversalFakes(new IoCore(new VirtualClock(), 1), new Map(), known);
    assert.deepEqual(JSON.parse(JSON.stringify(fakes.make("rows"))), [{ id: "id" }]);
  });

  it("is a promise where it is a parameter whose name says so", async () => {
    const { fakes } = fake();
    const given = fakes.make("connectionPromise");
    assert.ok(given instanceof Promise && fakes.isFake(await given));
    assert.ok(fakes.isFake(fakes.make("toPromise")));
  });

  it("does not take another fake for a callback", () => {
    const { db, core } = fake();
    db["set"]!("key", db["value"]);
    assert.equal(core.calls, 0);
  });

  it("tells of events that come once all is well, and of no error", async () => {
    const { db } = fake();
    await new Promise<void>((resolve) => {
      db["stream"]!["on"]!("error", () => assert.fail("an error came"));
      db["stream"]!["on"]!("end", () => resolve());
    });
  });

  it("tells of the end of what is read, and of that of a connection only where nothing else is waited for", async () => {
    const core = new IoCore(new VirtualClock(), 1);
    const heardOf = (isEager: boolean): unknown[] => {
      const fakes = new UniversalFakes(core, new Map(), { isEager });
      const heard: string[] = [];
      for (const name of ["body", "amqp.connect.item", "new Pool()", "db.client", "request"]) {
        for (const event of ["close", "end"]) {
          (fakes.make(name) as Anything)["on"]!(event, () => heard.push(`${name} ${event}`));
        }
      }
      return heard;
    };
    const once = heardOf(false);
    const eager = heardOf(true);
    await new Promise((resolve) => setTimeout(resolve, 5));
    assert.deepEqual(once, ["body close", "body end", "request end"]);
    assert.equal(eager.length, 10);
  });

  it("makes one operation of a call that is given a callback and whose promise is looked after", async () => {
    const { db, core } = fake();
    const heard: unknown[] = [];
    const next = (...given: unknown[]): unknown => heard.push(given.length);
    db["handle"]!(1, next)["catch"]!(next);
    await new Promise((resolve) => setTimeout(resolve, 5));
    assert.deepEqual([core.calls, heard], [1, [2]]);
    const eager = new UniversalFakes(core, new Map(), { isEager: true });
    eager.remember(next);
    (eager.make("handle") as Anything)(1)["catch"]!(next);
    await new Promise((resolve) => setTimeout(resolve, 5));
    assert.deepEqual([core.calls, heard], [2, [2, 0]]);
  });

  it("is an error with a stack where it is constructed as one", () => {
    const { db } = fake();
    const error = Reflect.construct(db["TimeoutError"]!, ["too late"]) as unknown;
    assert.ok(error instanceof Error);
    assert.deepEqual([error.name, error.message], ["TimeoutError", "too late"]);
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

  it("has the values that errors asked for, by its name or its last one", () => {
    const core = new IoCore(new VirtualClock(), 1);
    const shapes = new Map<string, Shape>([
      ["options.file", { value: "a.txt" }],
      ["*.closed", { value: false }],
      ["list.size", { make: "fake" }],
    ]);
    const fakes = new UniversalFakes(core, new Map(), { shapes });
    const make = (name: string) => fakes.make(name) as Anything;
    assert.equal(make("options")["file"], "a.txt");
    assert.equal(make("socket")["a"]!["closed"], false);
    assert.equal(typeof make("list")["size"], "function");
    assert.equal(make("other")["size"], 1);
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

  it("runs dry at every second call, where what goes on without end is known", async () => {
    const core = new IoCore(new VirtualClock(), 1);
    const hints = new Map([["list", "promise"] as const]);
    const known = { runDry: new Set(["list", "pull"]), readsLists: true };
    const db = new UniversalFakes(core, hints, known).make("db") as Record<
      string,
      (...all: unknown[]) => unknown
    >;
    const pages = [await db["list"]!(), await db["list"]!()] as unknown[][];
    assert.deepEqual(
      pages.map((page) => page.length),
      [2, 0],
    );
    const next = (): Promise<unknown> =>
      new Promise((resolve) => db["pull"]!((_error: unknown, item: unknown) => resolve(item)));
    assert.deepEqual([(await next()) === null, await next()], [false, null]);
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

  it("has nothing left over that was not done, and nothing at all where it was asked again and again", async () => {
    const core = new IoCore(new VirtualClock(), 1);
    const known = {
      runDry: new Set(["write"]),
      alwaysDry: new Set(["write"]),
      readsLists: true,
      readsStreams: false,
      isList: (name: string) => name === "failed" || name === "todo",
    };
    const fakes = new UniversalFakes(core, new Map([["write", "promise"]]), known);
    const answer = fakes.make("answer") as Record<string, unknown>;
    assert.deepEqual([answer["UnprocessedItems"], answer["failed"]], [[], []]);
    assert.ok(fakes.isFake(answer["remaining"]));
    assert.equal(Reflect.get(answer, Symbol.asyncIterator), undefined);
    const db = fakes.make("db") as Anything;
    for (let call = 0; call < 2; call++) {
      const written = db["write"]!() as unknown as Promise<Record<string, unknown>>;
      const { length, todo, more } = await written;
      assert.deepEqual([length, todo, more], [0, [], undefined]);
    }
  });

  it("has as many items as anybody takes, and no list where a method of lists gives something else", () => {
    const core = new IoCore(new VirtualClock(), 1);
    const known = { hasTuples: true, plain: new Set(["map"]) };
    const list = new UniversalFakes(core, new Map(), known).make("list") as Anything & Iterable<unknown>;
    assert.equal([...list].length, 3);
    assert.equal(
      typeof (list["map"] as unknown as (run: () => void) => Anything)(() => undefined)["toArray"],
      "function",
    );
  });

  it("comes to an end where the source goes from one to the next", () => {
    const { db } = fake();
    let steps = 0;
    for (let node: Anything | null = db["node"]!; node !== null; node = node["parent"] ?? null) steps++;
    assert.equal(steps, 3);
    const core = new IoCore(new VirtualClock(), 1);
    const dry = new UniversalFakes(core, new Map(), { runDry: new Set(["read"]) });
    const { read } = dry.make("stream") as { read: () => unknown };
    assert.deepEqual([read() === null, read() === null], [false, true]);
  });

  it("calls the handlers that are set as its properties, each once, with what it is the handler of", async () => {
    const { db, core } = fake();
    const request = db["open"]!();
    const events = await Promise.all(
      [1, 2].map(
        (call) =>
          new Promise<[number, Anything]>((resolve) => {
            Object.assign(request, {
              onsuccess: (event: Anything) => resolve([call, event]),
              onerror: () => assert.fail("it failed"),
              onblocked: () => assert.fail("it was blocked"),
              onsettled: () => assert.fail("nobody knows that it is one"),
              onComplete: () => assert.fail("it may be an option"),
            });
          }),
      ),
    );
    assert.deepEqual(
      events.map(([call, { target }]) => [call, target === request]),
      [
        [1, true],
        [2, true],
      ],
    );
    assert.equal(core.calls, 2);
  });

  it("calls every handler that is no bad news where it is waited for, even that of the page", async () => {
    const core = new IoCore(new VirtualClock(), 1);
    const eager = new UniversalFakes(core, new Map(), { isEager: true });
    const called = ["onresize", "onComplete", "onclose"].map(
      (property) =>
        new Promise((resolve) => {
          Reflect.set(eager.make("window") as object, property, resolve);
        }),
    );
    await Promise.all(called);
    Reflect.set(fake().db["window"]!, "onload", () => undefined);
    Reflect.set(new UniversalFakes(core, new Map()).make("window") as object, "onload", () => undefined);
    assert.equal(core.calls, 3);
  });

  it("calls a handler among options without an error, where it takes one first", async () => {
    const eager = new UniversalFakes(new IoCore(new VirtualClock(), 1), new Map(), { isEager: true });
    const db = eager.make("db") as (options: object) => unknown;
    const [error, rows] = await new Promise<unknown[]>((resolve) => {
      db({ complete: (err: unknown, found: unknown) => resolve([err, found]) });
    });
    assert.equal(error, null);
    assert.ok(eager.isFake(rows));
  });

  it("hands an injected error to the handler of errors, and has it itself", async () => {
    const { db, core } = fake();
    core.tap = {
      onCall: ({ expression }) => ({ ...INJECTION, expression }),
    };
    const { error } = await new Promise<{ error: unknown }>((resolve) => {
      db["onsuccess"] = (() => assert.fail("it went well")) as unknown as Anything;
      db["onerror"] = ((event: Anything) => resolve({ error: event["error"] })) as unknown as Anything;
    });
    assert.ok(error instanceof Error);
    assert.equal(db["error"], error);
  });

  it("calls nobody who is there for what goes wrong", () => {
    const { db, core } = fake();
    (db["catchError"] as unknown as (run: () => void) => void)(() => assert.fail("it was called"));
    assert.equal(core.calls, 0);
  });

  it("names itself, and what was last turned into text", () => {
    const { db, fakes } = fake();
    assert.equal(fakes.nameOf(db["a"]!()), "db.a()");
    assert.equal(fakes.nameOf({}), undefined);
    assert.equal(String(db["body"]), "db.body");
    assert.equal(fakes.lastText, "db.body");
  });

  it("ends a call that reads it round and round without waiting", () => {
    const { db, core } = fake();
    core.tap = { onCall: () => null };
    assert.throws(() => {
      while (db["more"]);
    }, /without end/);
    assert.throws(
      () => {
        for (;;) db["read"]!();
      },
      (error) => error instanceof EndlessError && error.lastCall === "read",
    );
  });
});

describe("a timer with a made-up delay", () => {
  it("waits for a millisecond, or for long where that was too little", async () => {
    const core = new IoCore(new VirtualClock(), 1);
    const { callbacks } = fakeTimers(core);
    const waitsLong = async (hasLongDelays: boolean): Promise<boolean> => {
      const fakes = new UniversalFakes(core, new Map(), { hasLongDelays });
      fakes.enter();
      const begun = core.clock.time();
      await new Promise((resolve) => callbacks.setTimeout(resolve, fakes.make("options.timeout")));
      return core.clock.time() - begun >= 60_000;
    };
    assert.deepEqual([await waitsLong(false), await waitsLong(true)], [false, true]);
  });
});
