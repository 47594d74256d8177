import assert from "node:assert/strict";
import { endlessRecursion } from "./endless-recursion.ts";

const found = (text: string, line = 1) => endlessRecursion(text, "js", line);

describe("a recursion without end", () => {
  it("is a function that calls itself whatever it is called with", () => {
    assert.deepEqual(found("async function walk(n) { return walk(n + 1); }"), { name: "walk", line: 1 });
    assert.deepEqual(
      found("const walk = async (db, n) => {\n  await db.get(n);\n  return 1 + (await walk(db, n));\n};", 2),
      {
        name: "walk",
        line: 3,
      },
    );
    assert.deepEqual(found("class A { async walk(n) { await this.walk(n); } }"), { name: "walk", line: 1 });
  });

  for (const text of [
    "async function walk(n) { if (n === 0) return 1; return walk(n - 1); }",
    "async function walk(n) { return n > 0 ? walk(n - 1) : 0; }",
    "async function walk(n) { return n && walk(n - 1); }",
    "async function walk(list) { for (const one of list) await walk(one); }",
    "async function walk(n) { try { n.read(); await walk(n); } catch {} }",
    "async function walk(n) { return n.read();\n walk(n); }",
    "async function walk(n) { n.on('end', () => walk(n)); }",
    "async function walk(n) { await n.walk(n); }",
    "class A { async walk(n) { await this.next.walk(n); } }",
    "async function walk(n) { await other(n); }",
  ]) {
    it(`is not: ${text}`, () => assert.equal(found(text), null));
  }
});
