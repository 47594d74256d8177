import assert from "node:assert/strict";
import { completed } from "./fixtures/run-worker.ts";

const measured = async (text: string, functionName: string) => {
  const {
    counters,
    scenario,
    remarks = [],
  } = await completed("fs-await.js", {
    ...{ text, functionStart: text.indexOf(functionName), budget: 1, options: { concurrency: [1] } },
  });
  const { ioCalls, byItems } = counters;
  const learnt = (scenario?.values ?? []).flatMap(({ what, text: is, rule }) =>
    rule === "own-lists" || rule === "left-early" ? [`${what} ${is}`] : [],
  );
  return { ioCalls, byItems, learnt, codes: remarks.map(({ code }) => code) };
};

describe("A list that is empty in a new instance", () => {
  it("has items where the call makes no I/O call without, and the result has the law of them", async () => {
    const text = `module.exports = class Middleware {
  constructor() { this.stack = []; }
  register(step) { this.stack.push(step); }
  async execute(context) {
    for (const step of this.stack) if ((await step(context)) === false) return false;
    return true;
  }
};`;
    const { ioCalls, byItems, learnt } = await measured(text, "async execute");
    assert.deepEqual([ioCalls, learnt], [2, ["this.stack a list"]]);
    assert.deepEqual(byItems?.ioCalls, { once: 0, perItem: 1 });
  });

  it("has some where the call leaves by its length, and tells of its end by what all of them gave", async () => {
    const text = `module.exports = class Launcher {
  browsers = [];
  killAll(callback) {
    if (!this.browsers.length) return process.nextTick(callback);
    Promise.all(this.browsers.map((one) => one.kill())).then(callback);
  }
};`;
    const { ioCalls, learnt, codes } = await measured(text, "killAll(callback)");
    assert.deepEqual([ioCalls, learnt], [2, ["this.browsers a list"]]);
    assert.ok(!codes.includes("without-io"));
  });

  it("stays empty where its items bring no I/O call", async () => {
    const text = `const fs = require("node:fs/promises");
module.exports = class Log {
  lines = [];
  async flush(file) {
    const text = this.lines.map((one) => one.text).join("");
    if (file.isClosed === 7) await fs.writeFile(file.name, text);
  }
};`;
    const { ioCalls, learnt } = await measured(text, "async flush");
    assert.deepEqual([ioCalls, learnt], [0, []]);
  });
});
