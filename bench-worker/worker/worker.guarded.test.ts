import assert from "node:assert/strict";
import { completed } from "./fixtures/run-worker.ts";

/** The first function of a text, measured. */
async function measured(text: string, method: string): ReturnType<typeof completed> {
  const functionStart = text.indexOf(method);
  return await completed("fs-await.js", {
    text,
    functionStart,
    budget: 1,
    options: { concurrency: [10] },
  });
}

describe("a function that lets only one call of it go on at a time", () => {
  it("is measured on an instance for each call, where it notes that there", async () => {
    const text = `module.exports = class Monitor {
  constructor(db) { this.db = db; }
  async run() {
    if (this.running) return;
    this.running = true;
    try { await this.db.load(); await this.db.save(); } finally { this.running = false; }
  }
};`;
    const { counters, warnings, preparations } = await measured(text, "async run");
    assert.equal(counters.ioCalls, 2);
    assert.deepEqual(preparations, [{ what: "own-instances", line: 4 }]);
    assert.match(warnings.join("\n"), /as line 4 lets only one call of an instance go on at a time/);
    assert.doesNotMatch(warnings.join("\n"), /in flight together/);
  });

  it("is measured so as well where the others get what the one gives that goes on", async () => {
    const text = `module.exports = class Tokens {
  constructor(db) { this.db = db; this.pending = null; }
  async get(id) {
    if (this.pending) return this.pending;
    this.pending = this.db.load(id);
    try { return await this.pending; } finally { this.pending = null; }
  }
};`;
    const { counters, warnings, preparations } = await measured(text, "async get");
    assert.equal(counters.ioCalls, 1);
    assert.deepEqual(preparations, [{ what: "own-instances", line: 4 }]);
    assert.doesNotMatch(warnings.join("\n"), /in flight together/);
  });

  it("is said to do so, where all calls share what it notes that by", async () => {
    const text = `let busy = false;
module.exports = async function run(db) {
  if (busy) return;
  busy = true;
  await db.load();
  busy = false;
};`;
    const { warnings } = await measured(text, "async function");
    assert.match(warnings.join("\n"), /Line 3 lets only one call go on at a time, and the others end there/);
  });
});
