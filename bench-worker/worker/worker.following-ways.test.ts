import assert from "node:assert/strict";
import { completed, type Job } from "./fixtures/run-worker.ts";

// Is a closure, imports what is not there, reads a member of nothing, and gives what has to be a text to a real module.
const STUBBORN = `
const path = require("path");
const lacking = require("./not-there.js");
module.exports = (registry) => {
  return async function store(db, name) {
    const row = await db.find(registry.missing.key);
    if (!path.join(name)) throw new Error("no name");
    await db.save(lacking.encode(row));
    return await db.touch(name);
  };
};
`;

// What serverless code does: an attempt that came before must not be the one that connects.
const KEEPS_ON_GLOBAL = `module.exports = async function load(db) {
  let cached = global.connection;
  if (!cached) cached = global.connection = { it: null };
  try {
    if (cached.it) return cached.it;
    cached.it = await db.connect();
    process.env.CONNECTED ||= await db.ping();
    return cached.it;
  } catch (error) {
    throw new Error("not connected", { cause: error });
  }
};`;

describe("a worker that is told how another got its target to run", () => {
  it("does it the same way at once, and leaves to the other to tell what was done", async () => {
    const job: Job = { text: STUBBORN, measure: "stack", withConstants: false };
    const first = await completed("stubborn.js", job);
    assert.ok(first.learnt !== undefined);
    assert.ok(first.preparations!.length > 0 && first.warnings.length > 0);
    assert.ok(first.counters.ioCalls >= 2);
    const second = await completed("stubborn.js", { ...job, learnt: first.learnt });
    assert.equal(second.learnt, undefined);
    assert.deepEqual(second.preparations, []);
    assert.deepEqual(second.counters, first.counters);
    assert.deepEqual(
      second.fakes.map(({ expression }) => expression),
      first.fakes.map(({ expression }) => expression),
    );
    // One that comes to no good end is not the last word.
    const lost = {
      ...first.learnt,
      rung: 0,
      facts: [],
    };
    const third = await completed("stubborn.js", { ...job, learnt: lost });
    assert.deepEqual(
      [third.counters, third.learnt, third.preparations],
      [first.counters, first.learnt, first.preparations],
    );
  });

  it("says again what was made up, and for what, where nobody has said it to whoever asks", async () => {
    const text = `const queues = require("queues");
const setUp = require("./set-up-at-start.js");
module.exports = async function send(mail) {
  await queues.add(mail);
  return await setUp.client().load(mail.id);
};`;
    const first = await completed("fs-await.js", { text });
    const made = (first.remarks ?? []).filter(({ code }) => /^(?:package|file)-made-up$/.test(code));
    assert.deepEqual(
      made.map(({ code }) => code),
      ["package-made-up", "file-made-up"],
    );
    const second = await completed("fs-await.js", { text, learnt: first.learnt! });
    assert.deepEqual(second.remarks, first.remarks);
  });

  it("comes to the I/O calls of a first call, as the other did, whatever attempts keep on globals", async () => {
    const job: Job = { text: KEEPS_ON_GLOBAL, measure: "stack", withConstants: false };
    const first = await completed("keeps.js", job);
    assert.equal(first.counters.ioCalls, 2);
    const second = await completed("keeps.js", { ...job, learnt: first.learnt! });
    assert.deepEqual([second.counters, second.learnt], [first.counters, undefined]);
  });
});
