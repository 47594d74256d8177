import assert from "node:assert/strict";
import { completed } from "./fixtures/run-worker.ts";

/** The I/O calls of one call in turn, each by its name, and what is said of it. */
async function called(
  text: string,
  fakesFile?: string,
): Promise<{ ioCalls: number; lines: readonly number[]; said: string }> {
  const file = fakesFile === undefined ? {} : { fakesFile };
  const job = { text: `module.exports = ${text}`, budget: 1, options: { concurrency: [1] }, ...file };
  const { counters, warnings, preparations } = await completed("fs-await.js", job);
  const lines = (preparations ?? []).flatMap((one) => (one.what === "branches-decided" ? one.lines : []));
  return { ioCalls: counters.ioCalls, lines, said: warnings.join("\n") };
}

describe("a call that comes to some of its I/O calls", () => {
  it("comes to those for a text that is asked for, by a comparison or a case", async () => {
    const compared = `async (db, id) => {
  const job = await db.load(id);
  if (job.state === "done") await db.remove(id);
};`;
    const ofCase = `async (db, id) => {
  const event = await db.load(id);
  switch (event.type) {
    case "paid": await db.save(event); break;
    case "left": await db.remove(event); break;
  }
};`;
    const one = await called(compared);
    assert.deepEqual([one.ioCalls, one.lines], [2, [3]]);
    const other = await called(ofCase);
    assert.equal(other.ioCalls, 2);
    assert.match(other.said, /db\.(?:save|remove) at line [45] is no part of the numbers/);
  });

  it("takes the longer branch of a choice by a text", async () => {
    const { ioCalls, lines } = await called(`async (db, id) => {
  const job = await db.load(id);
  if (job.kind === "a") {
    await db.one();
    await db.two();
  } else {
    await db.other();
  }
};`);
    assert.deepEqual([ioCalls, lines], [3, [3]]);
    const onOneLine = await called(`async (db, id) => {
  const job = await db.load(id);
  if (job.kind === "a") { await db.one(); await db.two(); } else { await db.other(); }
};`);
    assert.deepEqual([onOneLine.ioCalls, onOneLine.lines], [3, [3]]);
  });

  it("comes to those of a loop whose rounds a guard leaves out", async () => {
    const { ioCalls, lines } = await called(`async (api) => {
  for (const charge of await api.list()) {
    if (!charge.disputed || charge.refunded) continue;
    await api.refund(charge.id);
  }
};`);
    assert.equal(ioCalls, 3);
    assert.ok(lines.includes(3), String(lines));
  });

  it("comes to those behind an exit after which it parses what was made up as a text", async () => {
    const { ioCalls, lines } = await called(`async (request, db) => {
  const body = await request.text();
  const { createHash } = require("node:crypto");
  if (request.signature !== createHash("md5").update(body).digest("hex")) return 401;
  const payload = JSON.parse(body);
  if (payload.action === "opened") await db.save(payload.number);
};`);
    assert.deepEqual([ioCalls, lines], [2, [4, 6]]);
  });

  it("leaves out those of another branch, of what went wrong, and of what is compared otherwise, and says what to do", async () => {
    for (const body of [
      'if (job.kind === "a") {\n    await db.other();\n  } else {\n    await db.one();\n    await db.two();\n  }',
      'if (job.state === "failed") await db.retry(id);',
      "if (job.tries > 3) await db.drop(id);",
    ]) {
      const { lines, said } = await called(
        `async (db, id) => {\n  const job = await db.load(id);\n  ${body}\n};`,
      );
      assert.deepEqual(lines, [], body);
      assert.match(said, /did not come there\. Where it should, say in a fakes file .+ --write/, body);
    }
  });

  it("goes where a fakes file leads it", async () => {
    const text = `async function target(db, id) {
  const job = await db.load(id);
  if (job.state === "done") await db.remove(id);
};`;
    const fakesFile =
      'module.exports = { target: { fakes: { "db.load": { returns: { state: "open" } } } } };';
    const { ioCalls, lines, said } = await called(text, fakesFile);
    assert.deepEqual([ioCalls, lines], [1, []], said);
  });
});
