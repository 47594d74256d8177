import assert from "node:assert/strict";
import { completed } from "./fixtures/run-worker.ts";

/** I/O calls of one call, and what is said of it. */
async function called(
  text: string,
  more: { fakesFile?: string } = {},
): Promise<{ ioCalls: number; said: string }> {
  const job = { text: `module.exports = ${text}`, budget: 1, options: { concurrency: [1] }, ...more };
  const { counters, warnings, preparations } = await completed("fs-await.js", job);
  return { ioCalls: counters.ioCalls, said: [...warnings, JSON.stringify(preparations)].join("\n") };
}

/** A call that saves each row that it finds for an id. */
const found = (look: string, prepare = ""): string => `async function target(db, ids) {
  const rows = await db.load(ids); ${prepare}
  for (const id of ids) { const row = ${look}; if (row) await db.save(row); }
};`;

describe("rows by a field of theirs", () => {
  it("are found by what they are asked for, and each once", async () => {
    const byId = "const byId = new Map(rows.map((row) => [row.id, row]));";
    for (const text of [
      found("byId.get(id)", byId),
      found("rows.find((row) => row.id === id)"),
      found("rows.filter((row) => row.id === id)[0]"),
    ]) {
      const { ioCalls, said } = await called(text);
      assert.equal(ioCalls, 3, text);
      assert.doesNotMatch(said, /looked up|decided/);
    }
  });

  it("are found where a library has made them of the columns of each, and where the arguments are given", async () => {
    const made = "const made = rows.map((row) => ({ id: row[0], name: row[1] }));";
    const look = found("made.find((row) => row.id === id)", made);
    const fakesFile = 'module.exports = { target: { arguments: (fake) => [fake("db"), [7, 8]] } };';
    for (const more of [{}, { fakesFile }]) {
      const { ioCalls, said } = await called(look, more);
      assert.equal(ioCalls, 3);
      assert.doesNotMatch(said, /looked up|decided|async-cost\.js/);
    }
  });

  it("are found where who finds none gives up", async () => {
    const { ioCalls, said } = await called(`async (db, orders) => {
  const rows = await db.products(orders.map((order) => order.productId));
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const order of orders) {
    const product = byId.get(order.productId);
    if (!product) throw new Error("no product");
    await db.take(product);
  }
};`);
    assert.equal(ioCalls, 3);
    assert.doesNotMatch(said, /decided/);
  });

  it("are not found where who finds them comes to fewer I/O calls", async () => {
    const text = `async (db, input) => {
  const all = await db.list();
  const known = all.find((one) => one.name === input.name);
  return known ?? (await db.create(input));
};`;
    const { ioCalls, said } = await called(text);
    assert.equal(ioCalls, 2);
    assert.doesNotMatch(said, /looked up/);
  });

  it("are not missed where who finds one fails for it", async () => {
    const { ioCalls, said } = await called(`async (db, user) => {
  const users = await db.users();
  if (users.find((one) => one.email === user.email)) throw new Error("exists");
  await db.insert(user);
};`);
    assert.equal(ioCalls, 2);
    assert.doesNotMatch(said, /looked up/);
  });

  it("are found by two fields together, and where very much was made up before", async () => {
    const byTwo = await called(`async (db, kind) => {
  const rows = await db.load();
  const open = rows.filter((row) => row.state === "open" && row.owner === kind);
  for (const one of open) await db.close(one);
};`);
    assert.equal(byTwo.ioCalls, 2);
    const late = await called(`async (db, id) => {
  const rows = await db.load();
  for (let i = 0; i < 900; i++) rows.more["m" + i];
  const row = rows.find((one) => one.id === id);
  if (row) await db.save(row);
};`);
    assert.equal(late.ioCalls, 2);
  });

  it("are looked for no more often than the function does it", async () => {
    const { ioCalls, said } = await called(`async (db, id) => {
  const rows = await db.load();
  const taken = [];
  rows.find((row) => { taken.push(row); return row.id === id; });
  for (const one of taken) await db.save(one);
};`);
    assert.equal(ioCalls, 3);
    assert.doesNotMatch(said, /Later calls/);
  });

  it("are not looked for where very many other things are, or the built-in methods are frozen", async () => {
    const counting = await called(`async (db) => {
  const text = await db.read();
  const counts = new Map();
  for (let i = 0; i < 100_000; i++) counts.set("w" + i, (counts.get("w" + i) ?? 0) + 1);
  await db.save(counts.size, text);
};`);
    assert.equal(counting.ioCalls, 2);
    assert.doesNotMatch(counting.said, /prepareStackTrace/);
    const frozen = await called(`async (db, id) => {
  const rows = await db.load();
  await db.save(rows.find((row) => row.id === id));
};
Object.freeze(Array.prototype);
Object.freeze(Map.prototype);`);
    assert.equal(frozen.ioCalls, 2);
  });
});
