import assert from "node:assert/strict";
import { settlesOthers } from "./settles-others.ts";

describe("the handler of messages", () => {
  it("settles what is around it where it calls that, or hands it on", () => {
    for (const text of [
      "(message) => resolve(message)",
      "async (message) => { await save(message); deferred.resolve(message); }",
      "function (message) { if (message.ok) done(null, message); else callback(new Error(message)); }",
      "(message) => db.save(message, done)",
      "(message) => db.save(message).then(resolve, reject)",
      "(message) => resolveOnce(message)",
      "(message) => this.pending.reject?.(message)",
      "handle(message) { cb(message); }",
    ])
      assert.equal(settlesOthers(text), true, text);
  });

  it("settles nothing where such a word is text, part of another, a member that is read, or of its own", () => {
    for (const text of [
      'async (message) => { await db.save(message); console.log("done", message.id); }',
      "async (message) => { /* done: resolve(it) */ await db.save(message); }",
      "async (message) => { await db.load(message.callbackUrl); }",
      "async (message) => { if (message.done) return; await db.save({ done: true, rejectedAt: now }); }",
      "async (message) => { await fs.read(path.resolve(message.file)); await Promise.resolve(); }",
      "async (message, done) => { await db.save(message); done(); }",
      "(message) => message.callback(null)",
      "async (message) => { const done = await db.save(message); log(done); }",
      "(message) => new Promise((resolve) => db.save(message, resolve))",
      "message => { const { callback } = message; callback(1); }",
    ])
      assert.equal(settlesOthers(text), false, text);
  });
});
