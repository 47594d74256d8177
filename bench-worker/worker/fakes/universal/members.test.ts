import assert from "node:assert/strict";
import { fake, type Anything } from "../../fixtures/universal-fake.ts";

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
    for (const name of [
      "closed",
      "isClosed",
      "aborted",
      "_destroyed",
      "isShuttingDown",
      "hasEnded",
      "isDryRun",
      "dry-run",
    ])
      assert.equal(db[name], false, name);
    assert.notEqual(db["isOpen"], false);
    assert.equal(db["Promise"], Promise);
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
