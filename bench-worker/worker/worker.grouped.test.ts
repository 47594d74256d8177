import assert from "node:assert/strict";
import { completed } from "./fixtures/run-worker.ts";

async function called(text: string, file = "fs-await.js") {
  const start = file.endsWith(".ts") ? "export default" : "module.exports =";
  const job = { text: `${start} ${text}`, budget: 1, options: { concurrency: [1] } };
  const { counters, remarks = [] } = await completed(file, job);
  return {
    ioCalls: counters.ioCalls,
    perItem: counters.byItems?.ioCalls?.perItem,
    grouped: remarks.filter(({ code }) => code === "grouped").map((one) => one.text),
    open: remarks.filter(({ code }) => code === "items-alike").map((one) => `${one.severity}: ${one.text}`),
  };
}

/** What is said where the items are alike by which it was called. */
const OPEN =
  /^It groups items, keeps what it found .* makes 1 I\/O call, with different ones 2\. .* are for items alike\.$/;

const SAYS =
  /^It groups items, keeps what it found .* with items alike it makes 1 I\/O call, with different ones 2\./;

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
    assert.deepEqual(ids, { ioCalls: 2, perItem: 1, grouped: [], open: [] });
    const ofOther = await called(`async (db, orders) => {
  const seen = new Map();
  for (const { customer } of orders) if (!seen.has(customer.id)) seen.set(customer.id, await db.load(customer.id));
}`);
    assert.match(ofOther.grouped.join(), SAYS, "of what an item has it may be the same");
    const own = await called(`async (db, names) => {
  await Promise.all([...new Set(names)].map((name) => db.load(name)));
}`);
    assert.deepEqual(own, { ioCalls: 2, perItem: 1, grouped: [], open: [] });
  });

  it("are not spoken of where what they hold does not matter", async () => {
    const { perItem, grouped } = await called(`async (db, rows) => {
  for (const row of rows) await db.save(row.team);
}`);
    assert.deepEqual([perItem, grouped], [1, []]);
  });

  it("hold what is the same in all, as their types go, and the result says what differing ones make, and that this decides", async () => {
    const keys: readonly (readonly [type: string, key: string])[] = [
      ["by: number", "row.by"],
      ["by: number", "Math.floor(row.by / 100)"],
      ["by: boolean", "row.by"],
      ['by: "open" | "paid"', "row.by"],
      ["by?: string", 'row.by ?? "none"'],
      ["by?: { city: string }", 'row.by?.city ?? "none"'],
      ["by: string", 'row.by.split("@")[1]'],
      ["by: string", "row.by.charAt(0)"],
      ["by: string", 'row.by.slice(row.by.lastIndexOf("."))'],
      ["url: string", "new URL(row.url).host"],
    ];
    const told = keys.map(([type, key]) =>
      called(
        `async (rows: { id: string; ${type} }[], db: any) => {
  for (const key of new Set(rows.map((row) => ${key}))) await db.save(key);
}`,
        "typed.ts",
      ),
    );
    for (const [at, { open }] of (await Promise.all(told)).entries())
      assert.match(open.join(), new RegExp(OPEN.source.replace("^", "^decisive: ")), keys[at]![1]);
  });

  it("have no flags that may be left out where they are to differ, as these would take I/O calls away", async () => {
    const { open } = await called(
      `async (moves: { to: string; isForced?: boolean }[], db: any) => {
  for (const folder of new Set(moves.map(({ to }) => to.charAt(0)))) await db.make(folder);
  for (const move of moves) if (!move.isForced) await db.check(move.to);
}`,
      "typed.ts",
    );
    assert.match(open.join(), /alike it makes 3 I\/O calls, with different ones 4\./);
  });

  it("are of different months in their dates", async () => {
    for (const key of ["row.at.toISOString().slice(0, 7)", "row.at.getMonth()"]) {
      const { ioCalls, grouped } = await called(
        `async (rows: { id: string; at: Date }[], db: any) => {
  for (const key of new Set(rows.map((row) => ${key}))) await db.save(key);
}`,
        "typed.ts",
      );
      assert.equal(ioCalls, 2);
      assert.match(grouped.join(), SAYS, key);
    }
    const { open } = await called(`async (db, rows) => {
  for (const month of new Set(rows.map((row) => new Date(row.at).getMonth()))) await db.save(month);
}`);
    assert.match(open.join(), /are for items alike/);
  });
});

describe("answers of calls", () => {
  it("are the same, and the result says what differing ones make, and that this decides, where what the calls are given differs", async () => {
    for (const given of ["id", "{ where: { id } }", "[id]", "`user:${id}`"]) {
      const { ioCalls, open } = await called(`async (db, ids) => {
  const users = await Promise.all(ids.map((id) => db.load(${given})));
  for (const team of new Set(users.map((user) => String(user.team)))) await db.save(team);
}`);
      assert.equal(ioCalls, 3, given);
      assert.match(open.join(), /alike it makes 3 I\/O calls, with different ones 4\./, given);
    }
  });

  it("are told apart by what is read of them, and the result says that alike ones make fewer", async () => {
    const { perItem, grouped } = await called(`async (db, ids) => {
  const users = await Promise.all(ids.map((id) => db.load(id)));
  for (const team of new Set(users.map((user) => user.team))) await db.save(team);
}`);
    assert.equal(perItem, 2);
    assert.match(grouped.join(), /alike it makes 3 I\/O calls, with different ones 4\./);
  });

  it("are the same where calls are given the same", async () => {
    const { ioCalls, open } = await called(`async (db) => {
  const [one, other] = [await db.load("a"), await db.load("a")];
  for (const team of new Set([String(one.team), String(other.team)])) await db.save(team);
}`);
    assert.deepEqual([ioCalls, open], [3, []]);
  });

  it("differ by what an object holds, of which no getter is asked, and of what computes as well", async () => {
    const { open } = await called(`async (db) => {
  const query = { get now() { throw new Error("asked"); }, id: 1 };
  const keys = new Set([db.keyOf(query), db.keyOf({ ...{ id: 1 } }), db.keyOf({ id: 2 })].map(String));
  for (const key of keys) await db.save(key);
}`);
    assert.match(open.join(), /alike it makes 1 I\/O call, with different ones 3\./);
  });
});

describe("text of a type", () => {
  it("is a date where its name tells that, another one in each item", async () => {
    const { perItem, grouped } = await called(
      `async (rows: { id: string; createdAt: string }[], db: any) => {
  for (const month of new Set(rows.map((row) => new Date(row.createdAt).toISOString().slice(0, 7)))) await db.save(month);
}`,
      "typed.ts",
    );
    assert.equal(perItem, 1);
    assert.match(grouped.join(), SAYS);
  });
});
