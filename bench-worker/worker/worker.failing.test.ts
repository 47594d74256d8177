import assert from "node:assert/strict";
import { completed, ended } from "./fixtures/run-worker.ts";

describe("a worker that cannot measure", () => {
  const cases: [string, string, RegExp, RegExp?][] = [
    [
      "says that a call never settled, what it did last, and which line",
      "never.js",
      /never settled.*fs\.stat at line 4\. The last line of it that ran is line 5\./,
      /emits it: .*async-cost fakes TARGET --write/,
    ],
    ["names the line that threw while loading", "throws-on-load.js", /line 3.*loading: TypeError/],
    ["says that the function ends the process", "exits.js", /process\.exit was called at line 5/],
    [
      "names the error that the function failed with",
      "rejects.js",
      /line 4.*TypeError: Cannot define property user/,
      /^Say in a fakes file what the benchmark shall pass/,
    ],
    [
      "tells of an error that nobody handles",
      "unhandled.js",
      /escaped from unhandled at line 5.*nobody listens/,
    ],
    ["tells of a function that calls itself without end", "overflows.js", /overflows calls itself at line 3/],
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

  it("asks for no types of parameters, as what failed may be another value", async () => {
    const text =
      'const { key } = require("nobody-has-this");\nmodule.exports = async (db) => { await db.put(1); Object.defineProperty(Object.freeze({}), key, { value: 1 }); await db.put(2); };';
    const { hint } = await ended("rejects.js", { text });
    assert.match(hint, /^Say in a fakes file what the benchmark shall pass and what its I\/O calls answer: /);
  });

  it("gives no numbers of a recursion that has no end whatever it is given", async () => {
    const helper =
      "async function again(n) { return again(n + 1); }\nmodule.exports = async (db) => { await db.get(1); return again(1); };";
    const { state, reason } = await ended("rejects.js", { text: helper });
    assert.deepEqual(
      [state, /^again calls itself at line 1 before it does anything else/.test(reason)],
      ["failed", true],
    );
    const turning =
      "module.exports = async (db) => {\n await db.get(1);\n const turn = (f) => f(f);\n turn(turn);\n};";
    assert.match((await ended("rejects.js", { text: turning })).reason, /overflows the stack at line 3/);
    const own = "module.exports = async function own(db) { await db.get(1); return own(db); };";
    assert.match((await ended("rejects.js", { text: own })).reason, /^own calls itself at line 1 whatever/);
  });

  it("tells of errors that escape once a call has settled, and measures", async () => {
    const said = async (text: string): Promise<string> =>
      (await completed("rejects.js", { text, measure: "stack" })).warnings.join();
    const lost = "module.exports = async (db) => {\n db.get(1).then(() => { throw new Error('lost'); });\n};";
    assert.match(
      await said(lost),
      /settled, an error escaped at line 2 as an unhandled rejection \(Error: lost\)/,
    );
    const late =
      "module.exports = async (db) => {\n setTimeout(() => { throw new Error('late'); }, 10);\n await db.get(1);\n};";
    assert.match(
      await said(late),
      /settled, an error escaped at line 2 as an uncaught exception \(Error: late\)/,
    );
    const guarded =
      "module.exports = async (db) => {\n db.get(1).then((row) => {\n if (row.status !== 200) throw new Error('HTTP');\n });\n};";
    assert.doesNotMatch(await said(guarded), /escaped/);
    const made =
      "module.exports = async (db) => {\n db.get(1).then((row) => Object.freeze({}).x.y(row));\n};";
    assert.doesNotMatch(await said(made), /escaped/);
  });

  it("says of a pipeline of files that they are small", async () => {
    const text =
      "const fs = require('node:fs');\nmodule.exports = async (a, b) => { await require('node:stream/promises').pipeline(fs.createReadStream(a), require('node:zlib').createGzip(), fs.createWriteStream(b)); };";
    const { counters, warnings } = await completed("rejects.js", { text });
    assert.deepEqual([counters.ioCalls, counters.criticalPath], [3, 1]);
    assert.match(warnings.join(), /It streams a made-up file of a few bytes/);
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
