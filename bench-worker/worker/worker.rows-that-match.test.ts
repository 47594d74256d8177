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
const found = (look: string, prepare = ""): string => `async (db, ids) => {
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
    const fakesFile = 'module.exports = { exports: { arguments: (fake) => [fake("db"), [7, 8]] } };';
    for (const more of [{}, { fakesFile }]) {
      const { ioCalls, said } = await called(look, more);
      assert.equal(ioCalls, 3);
      assert.doesNotMatch(said, /looked up|decided/);
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
});
