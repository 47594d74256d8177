import assert from "node:assert/strict";
import { analyze } from "../../../analysis/analyze.ts";
import { guardIn, type Guard } from "./guard.ts";

function guardOf(text: string): Guard | undefined {
  return guardIn(text, "js", analyze(text, "js").functions[0]!.range);
}

describe("a guard against running twice at the same time", () => {
  it("is what a function asks first, sets, and frees once it is done", () => {
    const own =
      "class A {\n  async run(db) {\n    if (this.running) {\n      return;\n    }\n    this.running = true;\n    try { await db.load(); } finally { this.running = false; }\n  }\n}";
    assert.deepEqual(guardOf(own), { line: 3, isOfInstance: true, isShared: false });
    assert.deepEqual(guardOf(own.replaceAll("this.running", "this.#running")), {
      line: 3,
      isOfInstance: true,
      isShared: false,
    });
    const shared =
      "let busy = false;\nasync function run(db) {\n  if (busy) return null;\n  busy = true;\n  await db.load();\n  busy = false;\n}";
    assert.deepEqual(guardOf(shared), { line: 3, isOfInstance: false, isShared: false });
  });

  it("is what a function gives to others while it is under way, unless it keeps it", () => {
    const text =
      "class A {\n  async get(db) {\n    if (this.pending) return this.pending;\n    this.pending = db.load();\n    try { return await this.pending; } finally { this.pending = null; }\n  }\n}";
    const guard = { line: 3, isOfInstance: true, isShared: true };
    assert.deepEqual(guardOf(text), guard);
    assert.deepEqual(guardOf(text.replace("return this", "return await this")), guard);
    assert.equal(guardOf(text.replace("this.pending = null", "db.done = null")), undefined);
    assert.equal(guardOf(text.replace("this.pending = db.load()", "const row = db.load()")), undefined);
    assert.equal(guardOf(text.replaceAll("this.pending", "pending")), undefined);
  });

  it("is none that is never freed, of another value, or only asked", () => {
    for (const text of [
      "async function f(db) { if (done) return; done = true; await db.load(); other = false; }",
      "async function f(db) { if (this.done) return; done = true; await db.load(); done = false; }",
      "async function f(db) { if (db.done) return; db.done = true; await db.load(); db.done = false; }",
      "async function f(db) { if (busy) await wait(); busy = true; await db.load(); busy = false; }",
      "async function f(db) { let done = false; db.on('end', () => { if (done) return; done = true; }); await db.load(); }",
      "async function f(db) { var done; if (done) return; done = true; await db.load(); done = false; }",
      "async function f(db) { if (busy === 1) return; await db.load(); }",
    ])
      assert.equal(guardOf(text), undefined, text);
  });
});
