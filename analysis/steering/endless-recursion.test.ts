import assert from "node:assert/strict";
import { endlessRecursion } from "./endless-recursion.ts";

/** What is found of the function around a mark. */
const found = (marked: string) => {
  const before = marked.slice(0, marked.indexOf("|")).split("\n");
  return endlessRecursion(marked.replace("|", ""), "js", before.length, before.at(-1)!.length + 1);
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
});
