import assert from "node:assert/strict";
import { passesListOn, readsStreams, usesIn } from "./uses.ts";

describe("how a text uses values", () => {
  const uses = usesIn(`
    const [rows, fields] = await this.pool.query(sql, [id]);
    const connection = await pool.acquire(max(1, 2)).promise;
    const { body } = await client.send(command).then((x) => x);
    await list.cursor?.close();
    const [first] = one();
    return this.pool.lend().promise.catch(log);
  `);

  it("tells what is taken apart", () => {
    assert.deepEqual(["query", "one", "acquire"].map(uses.isTakenApart), [true, false, false]);
  });

  it("tells values that have members", () => {
    assert.deepEqual(["cursor", "rows"].map(uses.hasMembers), [true, false]);
  });

  it("tells where values are read as they come", () => {
    const texts = ["for await (const row of rows) {}", "await pipeline(a, b)", "await pMap(items, run)"];
    assert.deepEqual(texts.map(readsStreams), [true, true, false]);
    assert.ok(readsStreams("async function* all(db) { yield* db.rows(); }"));
    assert.ok(!readsStreams("function* all(db) { yield* db.rows(); }"));
    const page = (taken: string): string =>
      `async function* all(db) { const ${taken} = await db.page(1); yield* ${taken.replace(/\W*(\w+).*/, "$1")}; }`;
    assert.deepEqual(
      ["rows", "{ rows, error }", "rows: Row[]", "events", "{ body }"].map((taken) =>
        readsStreams(page(taken)),
      ),
      [false, false, false, true, true],
    );
    assert.ok(readsStreams("async function* all(db) { const rows = await db.page(1); yield* rows.each(); }"));
  });

  it("tells what is a list where it is passed on, beside others that come one by one", () => {
    const text = `async function* all(db) {
  const { data } = await db.page(1);
  yield* data;
  yield* db.rows();
}
for await (const row of all(db)) use(row);`;
    assert.deepEqual(
      [3, 4, 6].map((line) => passesListOn(text, line)),
      [true, false, false],
    );
  });

  it("tells what may be left out before a callback", () => {
    assert.ok(usesIn("if (options instanceof Function) { callback = options; }").isNoFunction("options"));
    for (const asked of ["typeof (host) === 'function'", "'function' == typeof host", "_.isFunction(host)"])
      assert.ok(usesIn(`if (${asked}) { callback = host; }`).isNoFunction("host"), asked);
    assert.ok(usesIn("normalize(optionsOrCallback, cb)").isNoFunction("optionsOrCallback"));
    const { isNoFunction } = usesIn(
      "function f(id, options, done) {\n  if (typeof options === 'function') { done = options; options = {}; }\n" +
        "  if (typeof id === 'function') id();\n}",
    );
    assert.deepEqual(["options", "id", "done"].map(isNoFunction), [true, false, false]);
  });

  it("knows names that have a dollar sign, and no others for them", () => {
    const { hasMembers, isUsed, isNoFunction } = usesIn(
      "$http.get(url); page$(1); $$(2); a$x.b;\nif (typeof opt$ === 'function') { done = opt$; }",
    );
    assert.deepEqual(["$http", "http", "x", "a$x"].map(hasMembers), [true, false, false, true]);
    assert.deepEqual(["page$", "page", "$$", "$"].map(isUsed), [true, false, true, false]);
    assert.deepEqual(["opt$", "opt"].map(isNoFunction), [true, false]);
    assert.ok(!isUsed("rows[0](") && !hasMembers("*"));
  });
});
