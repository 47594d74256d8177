import assert from "node:assert/strict";
import { completed } from "./fixtures/run-worker.ts";

async function called(text: string) {
  const job = { text: `module.exports = ${text}`, budget: 1, options: { concurrency: [1] } };
  const { counters, remarks = [] } = await completed("fs-await.js", job);
  return {
    perItem: counters.byItems?.ioCalls?.perItem,
    grouped: remarks.filter(({ code }) => code === "grouped").map((one) => one.text),
  };
}

const SAYS =
  /^It groups items, or keeps what it found .* with items alike it makes 1 I\/O call, with different ones 2\./;

describe("items of a list", () => {
  it("differ in what is read of them, as keys of an object too, and the result says that alike ones make fewer", async () => {
    const byKey = await called(`async (db, rows) => {
  const byTeam = {};
  for (const row of rows) (byTeam[row.team] ??= []).push(row);
  for (const team of Object.keys(byTeam)) await db.save(team);
}`);
    assert.equal(byKey.perItem, 1);
    assert.match(byKey.grouped.join(), SAYS);
    const memo = await called(`async (db, rows) => {
  const found = new Map();
  for (const { team } of rows) if (!found.has(team)) found.set(team, await db.load(team));
}`);
    assert.equal(memo.perItem, 1);
    assert.match(memo.grouped.join(), SAYS);
  });

  it("are rows of their own where a client answers", async () => {
    const { perItem, grouped } = await called(`async () => {
  const { Pool } = require("pg");
  const pool = new Pool();
  const { rows } = await pool.query("SELECT * FROM users");
  for (const team of new Set(rows.map((row) => row.team))) await pool.query("UPDATE teams", [team]);
}`);
    assert.equal(perItem, 1);
    assert.match(grouped.join(), /alike it makes 2 I\/O calls, with different ones 3\./);
  });

  it("are never alike in their ids, and themselves", async () => {
    const ids = await called(`async (db, rows) => {
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const id of byId.keys()) await db.load(id);
}`);
    assert.deepEqual(ids, { perItem: 1, grouped: [] });
    const ofOther = await called(`async (db, orders) => {
  const seen = new Map();
  for (const { customer } of orders) if (!seen.has(customer.id)) seen.set(customer.id, await db.load(customer.id));
}`);
    assert.match(ofOther.grouped.join(), SAYS, "of what an item has it may be the same");
    const own = await called(`async (db, names) => {
  await Promise.all([...new Set(names)].map((name) => db.load(name)));
}`);
    assert.deepEqual(own, { perItem: 1, grouped: [] });
  });

  it("are not spoken of where what they hold does not matter", async () => {
    const { perItem, grouped } = await called(`async (db, rows) => {
  for (const row of rows) await db.save(row.team);
}`);
    assert.deepEqual([perItem, grouped], [1, []]);
  });
});
