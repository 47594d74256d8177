import assert from "node:assert/strict";
import { onlyFailure } from "./only-throws.ts";

const one = (text: string): boolean => onlyFailure(text, "ts", 0) !== null;

describe("a function that only throws", () => {
  it("is one whose only way ends so", () => {
    assert.ok(one("async function f(a: string): Promise<void> { throw new Error(a); }"));
    assert.ok(one("async function f(a) { log(a)\n const b = a ? 1 : 2\n throw new Error(b) }"));
    assert.ok(one("function f() { return Promise.reject(new Error()); }"));
    assert.ok(one("function f() { /* not here */ return this.broker.Promise.reject(1); }"));
    assert.ok(one("() => Promise.reject(1)"));
  });

  it("is one that calls back with an error that it makes, and nothing else", () => {
    assert.ok(one("function f(message, done) { done(new Error(message)) }"));
    assert.ok(
      one("function f(message, done) { log(message); return done(new errors.ClosedError(message)); }"),
    );
    assert.ok(one("(id, done) => done(new ConnectionError(id))"));
    assert.ok(one('function f(m, done) { if (typeof (done) === "function") { done(new Error(m)) } }'));
    assert.ok(one("function f(m, done) { if (done) return done(new Error(m)); }"));
    assert.ok(!one("function f(m, done) { if (m && done) done(new Error(m)) }"));
    assert.ok(!one("function f(message, done) { if (message) done(new Error(message)) }"));
    assert.ok(!one("function f(message, done) { done(new Message(message)) }"));
    assert.ok(!one("function f(message, done) { log(new Error(message)); done() }"));
  });

  it("is none that goes on behind what it calls back, or has another way", () => {
    for (const text of [
      'function f(db, cb) { if (cb) { cb(new Error("no db")); } else { return db.query(1); } }',
      'function f(db, cb) { if (typeof cb === "function") return cb(new TypeError("gone")); return db.query(1); }',
      'async function f(report, db) { report(new DeprecationError("old")); return await db.query("x"); }',
      'function f(m, done) { if (typeof done === "function") { done(new Error(m)); } db.query(m); }',
      "function f(m, done) { if (done) { done(new Error(m)); db.query(m); } }",
      'function f(db, done) { if (db) db(new Error("e")); db.query(1, done) }',
      "function f(id, reject) { return reject(new ValidationError(id)).then(() => db.query(1)) }",
      'function f(id, done) { done(new Error("x")) || db.query(id, done) }',
      '(id, done) => done(new Error("x")) || db.query(id, done)',
    ])
      assert.ok(!one(text), text);
    assert.ok(one("function f(m, done) { if (done) { done(new Error(m)); return; } return; }"));
  });

  it("fails by the statement that ends it", () => {
    const text = "async function f(a) { log(a);\n throw new Error(\n a) }";
    const { start, end } = onlyFailure(text, "ts", 0)!;
    assert.equal(text.slice(start, end), "throw new Error(\n a)");
  });

  it("is none that may come to another end", () => {
    assert.ok(!one("async function f(a) { if (a) throw new Error(); }"));
    assert.ok(!one("async function f(a) { if (a) return 1; throw new Error(); }"));
    assert.ok(!one("async function f(a) { try { throw a; } catch {} }"));
    assert.ok(!one("async function f(a) { return () => { throw a; }; }"));
    assert.ok(!one("async function f() {}"));
    assert.ok(!one("() => Promise.resolve(1)"));
    assert.ok(!one("() => pending.reject(1)"));
  });
});
