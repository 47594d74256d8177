import assert from "node:assert/strict";
import { completed, ended } from "./fixtures/run-worker.ts";

describe("a worker that cannot measure", () => {
  const cases: [string, string, RegExp, RegExp?][] = [
    [
      "says that a call never settled and what it did last",
      "never.js",
      /never settled.*fs\.stat at line 4/,
      /emits it: .*async-cost fakes TARGET --write/,
    ],
    ["names the line that threw while loading", "throws-on-load.js", /line 3.*loading: TypeError/],
    ["says that the function ends the process", "exits.js", /process\.exit was called at line 5/],
    [
      "names the error that the function failed with",
      "rejects.js",
      /line 4.*TypeError: Cannot define property user/,
      /types/,
    ],
    [
      "tells of an error that nobody handles",
      "unhandled.js",
      /escaped from unhandled at line 5.*nobody listens/,
    ],
    ["tells of a stack that overflows", "overflows.js", /overflows the stack/],
    ["names the line of a syntax error", "syntax.js", /syntax error at line 3/],
  ];
  for (const [title, file, reason, hint] of cases) {
    it(title, async () => {
      const target = await ended(file);
      assert.equal(target.state, "failed");
      assert.match(target.reason, reason);
      if (hint !== undefined) assert.match(target.hint, hint);
    });
  }

  it("says what a function replaces that nothing goes on without, and what fakes a method can be given", async () => {
    const text =
      "module.exports = async (db) => { Promise.prototype.then = function () { return this; }; await db.get(1); };";
    const replacing = await ended("rejects.js", { text });
    assert.match(replacing.reason, /replaces Promise\.prototype\.then as it runs/);
    const wrapping =
      "const { then } = Promise.prototype;\nmodule.exports = async (db) => { Promise.prototype.then = function (...all) { return then.apply(this, all); }; const row = await db.find(1); if (row.kind !== 7) throw new Error('no'); await db.get(1); };";
    assert.equal((await completed("rejects.js", { text: wrapping })).counters.ioCalls, 2);
    const method =
      "class Store { constructor(db) { this.db = db; } async put() { await this.db.put(1); Object.defineProperty(Object.freeze({}), 1, { value: 1 }); await this.db.put(2); } }\nmodule.exports = Store;";
    const { hint } = await ended("rejects.js", { text: method });
    assert.match(hint, /^Say in a fakes file what `this` is and what its I\/O calls answer: /);
  });

  it("does not blame the function for what a handler outside of it lets escape", async () => {
    assert.match(
      (await completed("escapes-elsewhere.js")).warnings.join(),
      /While elsewhere ran, an error escaped at escapes-elsewhere\.js:6, outside of it.*not of elsewhere/,
    );
  });

  it("warns of a callback that is called twice, and measures", async () => {
    assert.match((await completed("twice.js")).warnings.join(), /twice calls its callback more than once/);
  });
});
