import assert from "node:assert/strict";
import { completed } from "./fixtures/run-worker.ts";

const measured = async (text: string) => {
  const job = { text: `module.exports = ${text}`, budget: 1, options: { concurrency: [1] } };
  const { counters, remarks } = await completed("fs-await.js", job);
  const told = (remarks ?? []).filter(({ code }) => code === "number-made-up");
  return { counters, severities: told.map(({ severity }) => severity), text: told[0]?.text ?? "" };
};

describe("A number that nobody gives", () => {
  it("is said to decide on how many I/O calls are under way at a time, and on no law", async () => {
    const { counters, severities, text } = await measured(`async (db, ids, limit) => {
  const running = new Set();
  for (const id of ids) {
    const one = db.get(id).finally(() => running.delete(one));
    running.add(one);
    if (running.size >= limit) await Promise.race(running);
  }
  await Promise.all(running);
}`);
    assert.deepEqual(severities, ["decisive"]);
    assert.match(text, /depends on limit, which nobody gives\. To say what it is/);
    assert.equal(counters.byItems, undefined);
  });

  it("is so of how long something is good for, where the program reads the clock", async () => {
    const { severities, text } = await measured(`async (db, ids) => {
  let token = null;
  for (const id of ids) {
    if (token === null || token.until <= Date.now()) {
      const { value, expires } = await db.login();
      token = { value, until: Date.now() + (expires - 60) * 1000 };
    }
    await db.get(id, token.value);
  }
}`);
    assert.deepEqual(severities, ["decisive"]);
    assert.match(text, /depends on db\.login\(\)\.expires, which/);
  });

  it("is no time where something is told apart by it", async () => {
    const { severities } = await measured(`async (db, rows) => {
  const groups = new Map();
  for (const row of rows) groups.set(Number(row.id), row);
  for (const [id, row] of groups) await db.put(id, row, Date.now());
}`);
    assert.deepEqual(severities, []);
  });

  it("is so of how large a batch is, and of how often a loop goes round", async () => {
    const batches = await measured(`async (db, ids, options) => {
  for (let at = 0; at < ids.length; at += options.step)
    await Promise.all(ids.slice(at, at + options.step).map((id) => db.get(id)));
}`);
    assert.match(batches.text, /depends on options\.step, which/);
    const rounds = await measured(
      "async (db, times) => { for (let at = 0; at < times; at++) await db.put(at); }",
    );
    assert.match(rounds.text, /depends on times, which/);
    const both = await measured(
      "async (db, a, b) => { for (let at = 0; at < Math.min(a, b); at++) await db.put(at); }",
    );
    assert.match(both.text, /depends on a, b, which/);
  });

  it("is so where its type says that it is one", async () => {
    const text = `export async function run(db: any, times: number) { for (let at = 0; at < times; at++) await db.put(at); }`;
    const { remarks } = await completed("fs-await.ts", { text, options: { concurrency: [1] } });
    assert.match((remarks ?? []).map((one) => one.text).join("\n"), /depends on times, which/);
  });

  it("is not mentioned where it decides on nothing, or has a default", async () => {
    const skips = await measured("async (db, page) => await db.find({ skip: page * 10 })");
    const limited = await measured(`async (db, ids, limit = 2) => {
  for (let at = 0; at < ids.length; at += limit) await Promise.all(ids.slice(at, at + limit).map((id) => db.get(id)));
}`);
    assert.deepEqual([skips.severities, limited.severities], [[], []]);
  });
});
