import assert from "node:assert/strict";
import { VirtualClock } from "../../clock/virtual-clock.ts";
import { fake, type Anything } from "../../fixtures/universal-fake.ts";
import { IoCore } from "../../io/io-core.ts";
import { UniversalFakes } from "./universal-fakes.ts";

describe("members of a universal fake", () => {
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

  it("is not over, closed or aborted, and knows what a promise is", () => {
    const { db } = fake();
    for (const name of ["closed", "isClosed", "aborted", "_destroyed", "isShuttingDown", "hasEnded"])
      assert.equal(db[name], false, name);
    assert.notEqual(db["isOpen"], false);
    assert.equal(db["Promise"], Promise);
  });

  it("has keys of its own where an error told that they are missed, and no end of them", () => {
    const fakes = new UniversalFakes(new IoCore(new VirtualClock(), 1), new Map(), {
      keys: ["host", "port"],
    });
    const options = fakes.make("options") as Record<string, unknown>;
    assert.deepEqual(Object.keys(options), ["host", "port"]);
    assert.ok(fakes.isFake({ ...options }["host"]));
    const shapes = new Map([["*.plain", { make: "object" }]] as const);
    const others = new UniversalFakes(new IoCore(new VirtualClock(), 1), new Map(), {
      keys: ["host"],
      shapes,
    });
    const plain = others.make("plain") as Record<string, unknown>;
    assert.equal(Object.getPrototypeOf(plain), Object.prototype);
    assert.ok(others.isFake(plain["host"]));
    let depth = 0;
    for (let at: unknown = options; Object.keys(at ?? {}).length > 0; depth++)
      at = Object.values(at as object)[0];
    assert.ok(depth > 0 && depth < 10);
  });

  it("can be let go of, as by using", async () => {
    const { db } = fake();
    const dispose = Reflect.get(db, Symbol.dispose) as () => unknown;
    const disposeLater = Reflect.get(db, Symbol.asyncDispose) as () => Promise<unknown>;
    assert.equal(dispose(), undefined);
    assert.equal(await disposeLater(), undefined);
  });

  it("is gone through by hand where it is what a collection gives for that", () => {
    const { fakes } = fake();
    const waiting = fakes.make("waiting") as Map<unknown, unknown>;
    const { done, value } = waiting.values().next();
    assert.deepEqual([done, fakes.isFake(value), fakes.nameOf(value)], [false, true, "waiting.values()[0]"]);
  });

  it("comes to an end where the source goes from one to the next", () => {
    const { db } = fake();
    let steps = 0;
    for (let node: Anything | null = db["node"]!; node !== null; node = node["parent"] ?? null) steps++;
    assert.equal(steps, 3);
  });

  it("names itself, and what was last turned into text", () => {
    const { db, fakes } = fake();
    assert.equal(fakes.nameOf(db["a"]!()), "db.a()");
    assert.equal(fakes.nameOf({}), undefined);
    assert.equal(String(db["body"]), "db.body");
    assert.equal(fakes.lastText, "db.body");
  });

  it("is no thenable, so that returning it from an async function gives it back", async () => {
    const { db } = fake();
    assert.equal(await Promise.resolve(db), db);
  });
});
