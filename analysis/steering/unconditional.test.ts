import assert from "node:assert/strict";
import { analyze } from "../analyze.ts";
import { givesWhatItAsksFor, unconditionalCalls } from "./unconditional.ts";

function unconditional(text: string): string[] {
  const [first] = analyze(text, "js").functions;
  return unconditionalCalls(text, "js", first!.range.start, first!.ioCalls).map(
    ({ expression }) => expression,
  );
}

describe("the I/O calls that stand in no branch", () => {
  it("are those of the body, and of a try there", () => {
    const text = `async function f(a, { b } = {}) {
      try { await a.one(); if (b) await a.two(); if (!b) { return; } await a.three(); } catch (e) { await a.four(); }
      for (const c of b) await a.five(c);
      const d = b ? await a.six() : 1;
      b && (await a.seven());
      const { g } = await Promise.all([a.eight(), a.nine()]);
      if (g) { return await a.ten(); }
      return await a.eleven(g);
    }`;
    assert.deepEqual(unconditional(text), ["a.one", "a.three", "a.five", "a.eight", "a.nine", "a.eleven"]);
  });

  it("are those of a loop over items, of which a round may be skipped, but of no other loop", () => {
    const text = `async function f(a, list) {
      for (const one of await a.list()) {
        if (!one.open || one.done) continue;
        await a.close(one);
        if (one.big) await a.tell(one);
      }
      for await (const row of list) { await a.keep(row); }
      for (const one of list) { if (one.ok) continue; await a.complain(one); }
      for (const key in list) { try { await a.drop(key); } catch {} }
      for (let i = 0; i < 3; i++) { await a.retry(); }
      for (;;) { await a.poll(); }
      while (list.length) { await a.next(); }
      if (list) for (const one of list) { await a.late(one); }
      list.map(async (one) => { await a.each(one); });
    }`;
    assert.deepEqual(unconditional(text), ["a.list", "a.close", "list", "a.keep", "a.drop"]);
  });

  it("are those of the branch for one text that has more of them than the other", () => {
    const both = (condition: string, then: string, otherwise: string): string[] =>
      unconditional(`async function f(a, kind) { if (${condition}) { ${then} } else { ${otherwise} } }`);
    const [two, one] = ["await a.load(); if (!kind) return a.none(); await a.save();", "await a.drop();"];
    assert.deepEqual(both('kind === "buy"', two, one), ["a.load", "a.save"]);
    assert.deepEqual(both('"buy" == a.kind', two, one), ["a.load", "a.save"]);
    for (const other of [
      'typeof kind === "string"',
      'kind !== "buy"',
      'kind === "a" || a.b',
      "kind === 1",
      "kind",
    ])
      assert.deepEqual(both(other, two, one), [], other);
    assert.deepEqual(both('process.env.MODE === "buy"', two, one), []);
    assert.deepEqual(both('kind === "buy"', one, two), []);
    assert.deepEqual(unconditional(`async function f(a, kind) { if (kind === "buy") { ${two} } }`), []);
  });

  it("are none that stand behind an object in a condition", () => {
    const behind =
      "const x = o.fast ? { a: 1 } : await db.slow(o); b && foo({ x }, await a.one()); await db.put(x);";
    assert.deepEqual(unconditional(`async function f(o, b) { ${behind} }`), ["db.put"]);
    assert.deepEqual(
      unconditional("async function f(b) {\nconst d = b ? 1 : 2\nconst e = await a.one()\n}"),
      ["a.one"],
    );
  });

  it("are those of methods and arrows", () => {
    assert.deepEqual(unconditional("const k = { async m(a) { if (!a) return; await a.one(); } };"), [
      "a.one",
    ]);
    assert.deepEqual(unconditional("const n = async (a) => { await a.two(); };"), ["a.two"]);
  });
});

describe("an early exit", () => {
  it("is one of a cache where it gives what it asks for", () => {
    const lines = [1, 2, 3, 4];
    const gives = (text: string): boolean => givesWhatItAsksFor(text, "js", lines);
    assert.ok(gives("async function f(key) {\n if (cache.has(key)) return cache.get(key);\n}"));
    assert.ok(
      gives("async function f(key) {\n const a = 1;\n if (known) {\n return JSON.parse(known); }\n}"),
    );
    assert.ok(gives("async function f(hit) {\n if (hit) { metrics.hits++; return hit; }\n}"));
    assert.ok(gives("async function f(id) {\n if (row && row.until > now) return row;\n}"));
    assert.ok(gives("async function f(id) {\n if (row !== undefined) return row;\n}"));
    assert.ok(!gives("async function f(from, to) {\n if (from >= to) return apply(from);\n}"));
    assert.ok(!gives("async function f(data) {\n if (!parsed.success) return refuse(parsed.error);\n}"));
    assert.ok(!gives("async function f(state) {\n if (state.kind === 2) return state.next();\n}"));
    assert.ok(gives("async function f(id) {\n if (fresh || stale) return fresh ?? stale;\n}"));
    assert.ok(!gives("async function f(id) {\n if (error) return { row: null, error };\n}"));
    assert.ok(!gives("async function f(id) {\n if (row || !rows) return { row };\n}"));
    const given = new Set(["op"]);
    assert.ok(
      !givesWhatItAsksFor("async function f(op) {\n if (op.create) return op;\n}", "js", lines, given),
    );
    assert.ok(!gives("async function f(row) {\n if (row.hash !== hash) return null;\n return row; }"));
    assert.ok(!gives("async function f(row) {\n\n\n\n if (row) return row; }"));
    assert.ok(
      !gives("async function f(row) {\n\n if (row.code === 2) {\n\n await row.text();\n return row; }\n}"),
    );
  });
});
