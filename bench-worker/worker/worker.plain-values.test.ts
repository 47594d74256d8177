import assert from "node:assert/strict";
import { completed, runWorker } from "./fixtures/run-worker.ts";

const PLAIN = `module.exports = async function total(db, id) {
  const order = await db.orders.find(id);
  const items = await db.items.findAll(order.id);
  for (const item of items) await db.items.save(item.id, item.price * item.quantity);
  return { id: order.id, items: items.map((item) => item.name) };
};`;

/** Which stays a stand-in, as it is asked for its prototype, and is read a lot. */
const ASKED = `module.exports = async function read(db, id) {
  const row = await db.rows.find(id);
  if (row instanceof Error) throw row;
  let found = 0;
  for (let at = 0; at < 300; at++) if (row["column" + at]) found++;
  return found;
};`;

const time = { budget: 1, options: { concurrency: [1] } };

describe("a worker that times or weighs calls on stand-ins", () => {
  it("puts plain values in their places, and tells the processes after it what they are", async () => {
    const run = await completed("fs-await.js", { text: PLAIN, ...time });
    const standIns = run.learnt?.standIns ?? [];
    const kinds = new Map(standIns.map(({ name, is }) => [name, is]));
    assert.deepEqual(
      ["db", "db.orders.find", "db.orders.find()", "db.items.findAll()", "db.items.findAll()[0]"].map(
        (name) => kinds.get(name),
      ),
      ["object", "function", "object", "list", "object"],
    );
    assert.deepEqual(run.counters.ioCalls, 4);
    assert.ok(!run.remarks?.some(({ code }) => code === "stand-ins-timed"));
    for (const measure of ["time", "memory", "stack"] as const) {
      const then = { measure, learnt: run.learnt!, withConstants: false };
      const next = await completed("fs-await.js", { text: PLAIN, ...time, ...then });
      assert.equal(next.counters.ioCalls, 4, measure);
      assert.equal(next.learnt, undefined, "it followed");
    }
  });

  it("tells of what the call is made as before: stand-ins", async () => {
    const { scenario } = await completed("fs-await.js", { text: PLAIN, ...time });
    const texts = scenario!.values!.map(({ what, origin, text }) => [what, origin, text]);
    assert.deepEqual(texts.slice(0, 2), [
      ["argument 0 (db)", "stand-in", "stand-in for db"],
      ["argument 1 (id)", "stand-in", "stand-in for id"],
    ]);
  });

  it("gives each call its own, with many in flight", async () => {
    const text = `module.exports = async function close(db) {
  const ticket = await db.tickets.find(1);
  if (Object.hasOwn(ticket, "state")) throw new Error("it is another call's");
  ticket.state = "closed";
  await db.tickets.save(ticket);
};`;
    const run = await completed("fs-await.js", { text, budget: 1 });
    assert.ok(run.learnt?.standIns?.some(({ name, is }) => name === "db.tickets.find()" && is === "object"));
  });

  it("gives an instance what its class does not set, and keeps it one of its class", async () => {
    const text = `class Store {
  async load(id) {
    if (!(this instanceof Store)) throw new Error("it is none");
    const row = await this.db.find(id);
    return this.named(row);
  }
  named(row) {
    return this.prefix.join(row.name);
  }
}
module.exports = Store;`;
    const functionStart = text.indexOf("async load");
    const run = await completed("fs-await.js", { text, functionStart, ...time });
    assert.equal(run.counters.ioCalls, 1);
    const names = run.learnt!.standIns!.map(({ name }) => name);
    for (const name of ["what this lacks", "this.db", "this.prefix"]) assert.ok(names.includes(name), name);
    assert.ok(!run.remarks?.some(({ code }) => code === "stand-ins-timed"));
  });

  it("puts them in the places of queries that are waited for, and of what these find", async () => {
    const text = `const { model } = require("mongoose");
const Course = model("Course");
module.exports = async function rename(id, name) {
  const course = await Course.findById(id);
  const text = course.name.toString();
  await Course.updateOne({ _id: id }, { name });
  return text;
};`;
    const { counters, learnt } = await completed("fs-await.js", { text, ...time });
    const kinds = new Map((learnt?.standIns ?? []).map(({ name, is }) => [name, is]));
    const found = "mongoose.model().findById()";
    assert.deepEqual(
      [found, `${found}.item`].map((name) => kinds.get(name)),
      ["object", "object"],
    );
    assert.equal(counters.ioCalls, 2);
  });

  it("says how much of the time is theirs where stand-ins have to stay", async () => {
    const { remarks, warnings, learnt } = await completed("fs-await.js", { text: ASKED, ...time });
    assert.ok(learnt?.standIns?.some(({ name }) => name === "db"));
    assert.ok(!learnt?.standIns?.some(({ name }) => name === "db.rows.find()"));
    const said = remarks!.find(({ code }) => code === "stand-ins-timed")!;
    assert.ok(said.data!.share! > 0 && said.data!.share! <= 1);
    assert.ok(warnings.includes(said.text));
  });

  it("leaves stand-ins to all that are compared where one goes another way with plain values", async () => {
    const asks = `module.exports = async function ask(db, id) {
  const row = await db.rows.find(id);
  return typeof row === "function" && Array.isArray(row.items) ? row : Object.keys(row).length === 0 && Math.random();
};`;
    const compare = async (texts: string[]): Promise<boolean[]> => {
      const files = ["fs-await.js", "fs-await.js"];
      const runs = await runWorker(files, { texts, ...time, purpose: "comparison" });
      return runs.map((run) => run.state === "completed" && run.learnt?.standIns !== undefined);
    };
    assert.deepEqual(await compare([PLAIN, PLAIN.replace("total", "sum")]), [true, true]);
    assert.deepEqual(await compare([PLAIN, asks]), [false, false]);
  });
});
