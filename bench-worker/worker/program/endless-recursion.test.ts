import assert from "node:assert/strict";
import { endlessRecursion } from "./endless-recursion.ts";

/** What is found of the function around a mark. */
const found = (marked: string, passesCalls = false) => {
  const before = marked.slice(0, marked.indexOf("|")).split("\n");
  const [line, column] = [before.length, before.at(-1)!.length + 1];
  return endlessRecursion(marked.replace("|", ""), "a.js", line, column, passesCalls);
};

describe("a recursion without end", () => {
  it("is a function that calls itself before anything else", () => {
    assert.deepEqual(found("async function walk(n) { return |walk(n + 1); }"), { name: "walk", line: 1 });
    assert.deepEqual(
      found("const walk = async (db, n) => {\n  const next = n;\n  return 1 + (await |walk(db, next));\n};"),
      {
        name: "walk",
        line: 3,
      },
    );
    assert.deepEqual(found("class A { async walk(n) { await |this.walk(n); } }"), { name: "walk", line: 1 });
    assert.deepEqual(found("async function one(n) { return n; } async function two(n) { return |two(n); }"), {
      name: "two",
      line: 1,
    });
  });

  for (const text of [
    "async function walk(n) { if (n === 0) return 1; return |walk(n - 1); }",
    "async function walk(n) { return n > 0 ? |walk(n - 1) : 0; }",
    "async function walk(n) { return n && |walk(n - 1); }",
    "async function walk(list) { for (const one of list) await |walk(one); }",
    "async function walk(n) { try { await |walk(n); } catch {} }",
    "async function walk(n) { return n;\n |walk(n); }",
    "async function walk(n) { assert(n > 0); await |walk(n - 1); }",
    "async function walk(db) { await db.get(1); return |walk(db); }",
    "async function walk(n) { await n; return |walk(n); }",
    "async function walk(n) { return { next() { return walk(n + 1); } |}; }",
    "async function walk(n) { return { walk(node) { return node.id; } |}; }",
    "async function walk(walk) { return |walk(1); }",
    "async function walk(db) { const { walk } = db; return |walk(1); }",
    "async function* walk(n) { const all = |walk(n); }",
    "async function walk(n) { await |n.walk(n); }",
    "class A { async walk(n) { await |this.next.walk(n); } }",
    "async function one(n) { return |n; } async function two(n) { return two(n); }",
  ]) {
    it(`is not: ${text}`, () => assert.equal(found(text), null));
  }

  it("is, where others may be called before, one that every path comes to and that is waited for", () => {
    const own = "async function walk(db) {\n  await |db.get(1);\n  return walk(db);\n}";
    assert.deepEqual([found(own), found(own, true)], [null, { name: "walk", line: 3 }]);
    const waiting =
      "async function walk(db) { const row = await |db.get(1); await walk(row.next); log(row); }";
    assert.deepEqual(found(waiting, true), { name: "walk", line: 1 });
    for (const text of [
      "async function walk(db) { const row = await |db.get(1); if (row) return row; return walk(db); }",
      "async function walk(db) { await |db.get(1); walk(db); }",
      "async function walk(db) { return |db.get(1);\n walk(db); }",
      "async function walk(db) { await |db.get(1); setTimeout(() => walk(db), 1); }",
      "async function walk(db) { const row = await |db.get(1); return row && walk(row); }",
    ])
      assert.equal(found(text, true), null, text);
  });
});
