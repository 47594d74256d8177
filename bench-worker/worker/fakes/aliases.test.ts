import assert from "node:assert/strict";
import { analyze } from "../../../analysis/analyze.ts";
import { aliasesOf, lastName } from "./aliases.ts";
import { addAliasHints, addIoHints, SourceHints } from "./io-hints.ts";

describe("what a variable's value is called", () => {
  it("is what it was taken from", () => {
    assert.deepEqual(aliasesOf("read", "const read = this.store.get;\nawait read(key);"), ["get"]);
    assert.deepEqual(aliasesOf("run", "let run = await handlers[event];"), ["event"]);
    assert.deepEqual(aliasesOf("next", "const next = compose(middleware);"), ["compose()"]);
    assert.deepEqual(aliasesOf("put", "const { save: put, other } = store;"), ["save"]);
  });

  it("is either of two, and the first of a collection", () => {
    const text = "const run = isKnown && name === 'own' ? store.own() : store.usual();\nawait run();";
    assert.deepEqual(aliasesOf("run", text).sort(), ["isKnown", "own()", "usual()"]);
    const torn = "const load = deps.load\nconst pick = o.big ? o.first : o.second\nawait load(1)";
    assert.deepEqual(aliasesOf("load", torn), []);
    assert.deepEqual(
      aliasesOf("one", "const one =\n  isOwn &&\n  isNew\n    ? a.own()\n    : a.usual();").sort(),
      ["isOwn", "own()", "usual()"],
    );
    assert.deepEqual(aliasesOf("lock", "const lock = this[WAITING].values().next().value;"), ["values()[0]"]);
  });

  it("is an item of what is looped over", () => {
    assert.deepEqual(aliasesOf("hook", "for (const hook of this.hooks) await hook();"), ["hooks[0]", "item"]);
    assert.deepEqual(aliasesOf("job", "jobs.pending().map(async (job) => job())"), ["pending()[0]"]);
    assert.deepEqual(aliasesOf("run", "for (const [name, run] of Object.entries(tasks)) await run();"), [
      "item[1]",
    ]);
  });

  it("is found in long and torn texts without going back over them", () => {
    const name = "a".repeat(5_000);
    for (const text of [
      `x = ${name} `,
      `${name}.b.c(`.repeat(200),
      `{ ${"k: v, ".repeat(2_000)}`,
      `x = ${"a[b](c).".repeat(2_000)}`,
    ]) {
      assert.ok(aliasesOf("x", text).length <= 1);
    }
  });

  it("is found for names that end in a dollar sign, and for no longer ones", () => {
    assert.deepEqual(aliasesOf("read$", "const { save: read$ } = store;"), ["save"]);
    assert.deepEqual(aliasesOf("job$", "jobs.map((job$) => job$())"), ["jobs[0]"]);
    assert.deepEqual(aliasesOf("job", "const { save: job$ } = store; jobs.map(job$ => job$())"), []);
  });

  it("is nothing else where it is only compared or read", () => {
    assert.deepEqual(aliasesOf("a", "if (a == b.c || a.d === e) f(a)"), []);
  });
});

describe("the last name of a callee", () => {
  it("is its last member, or its key", () => {
    assert.equal(lastName("db.pool().query"), "query");
    assert.equal(lastName("this[NAMES.SEND]"), "SEND");
    assert.equal(lastName('this["a b"]'), "a b");
    assert.equal(lastName("connect$()"), "connect$");
    assert.equal(lastName("list[0]"), undefined);
  });

  // A pattern that tries each sign of a name as its beginning would not come to an end here.
  it("is found in texts of a megabyte", () => {
    const name = "a".repeat(1_000_000);
    assert.equal(lastName(`${name}-`), undefined);
    assert.equal(lastName(`[${name}`), name);
    assert.equal(lastName(`${"a.".repeat(500_000)}find()`), "find");
    assert.equal(lastName(`${"a[0].".repeat(200_000)}b[key]`), "key");
    assert.deepEqual(aliasesOf("x", `x = ${name}?`), [name]);
    assert.deepEqual(aliasesOf("x", `x = a[${" ".repeat(1_000_000)}b]`), ["b"]);
  });
});

describe("hints of the source", () => {
  it("hold for operations by the names of variables, keys and constants", () => {
    const text =
      "async function f(store, hooks) {\n" +
      "  for (const hook of hooks) await hook.apply(this, [1]);\n" +
      '  await store["put"](1);\n' +
      "  await this[OPS.SEND_ALL](1);\n" +
      "  await this[kFlush]();\n}";
    const { functions } = analyze(text, "js");
    const hints = new SourceHints();
    addIoHints(hints, functions, () => null);
    addAliasHints(hints, functions, text);
    for (const name of ["hooks[0]", "put", "SEND_ALL", "sendAll", "flush"])
      assert.equal(hints.get(name), "promise", name);
  });

  it("tell operations of one name apart where one of them is listened to", () => {
    const text =
      "async function connect(db) { await this.open(); await db.scan(); }\n" +
      "function opened() { return new Promise((r) => { const request = indexedDB.open(); request.onsuccess = r; }); }\n" +
      "async function all(db) { for await (const row of db.scan()) row.keep(); }";
    const hints = new SourceHints();
    addIoHints(hints, analyze(text, "js").functions, () => null);
    assert.deepEqual([hints.get("open"), hints.get("scan")], ["promise", "promise"]);
    assert.deepEqual([...(hints.byExpression ?? [])], [["indexedDB.open", "stream"]]);
  });
});
