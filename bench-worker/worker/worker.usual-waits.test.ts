import assert from "node:assert/strict";
import { completed, runWorker } from "./fixtures/run-worker.ts";

/** I/O calls of a function that has no file: those of one call. */
async function ioCallsOf(text: string): Promise<number> {
  const job = { text: `module.exports = ${text}`, budget: 1, options: { concurrency: [1] } };
  return (await completed("fs-await.js", job)).counters.ioCalls;
}

const SLEEP = "await new Promise((go) => setTimeout(go, 1000));";

describe("what functions usually wait for", () => {
  it("is done when it is first asked for, where a loop gives up else, and a tree without an end is refused", async () => {
    const ask = `const job = await api.get(id);\nif (job.state === "done") return job;\n${SLEEP}`;
    const tries = `module.exports = async (api, id) => {\nfor (let i = 0; i < 5; i++) {\n${ask}\n}\nthrow new Error("timed out");\n};`;
    const walk = `module.exports = async function walk(db, node) {
  const kids = await db.children(node);
  await Promise.all(kids.map((kid) => walk(db, kid)));
};`;
    const [asked, endless] = await runWorker(["fs-await.js", "fs-await.js"], { texts: [tries, walk] });
    assert.ok(asked?.state === "completed" && endless !== undefined && endless.state !== "completed");
    assert.equal(asked.counters.ioCalls, 1);
    assert.match(endless.reason, /without end|does not come back|call stack/);
  });

  it("leaves the clock of a function that need not wait for it as the machine has it", async () => {
    const monotonic = `let last = 0; module.exports = async (db) => {
  const now = performance.now();
  if (now < last) throw new Error("the clock goes back");
  last = now;
  await db.query("x");
};`;
    const deadline = `module.exports = async (db) => {
  const start = new Date();
  ${SLEEP}
  await db.query("x");
  if (Date.now() - start > 5000) throw new Error("took too long");
};`;
    for (const text of [monotonic, deadline]) {
      const { counters } = await completed("fs-await.js", { text, budget: 1 });
      assert.equal(counters.ioCalls, 1);
    }
  });

  it("is what a cache gives where one could have it, and the result says so", async () => {
    const text = `async (redis, key, load) => {
  const hit = await redis.get(key);
  if (hit !== null) return hit;
  const value = await load();
  await redis.set(key, value);
  return value;
};`;
    const { counters, warnings } = await completed("fs-await.js", {
      text: `module.exports = ${text}`,
      budget: 1,
    });
    assert.equal(counters.ioCalls, 1);
    assert.match(warnings.join("\n"), /the call left before them with what it had found/);
  });

  it("is the answer of a handler that a callback gives", async () => {
    const answers = "if (err) return next(err); res.status(200).send(html);";
    assert.equal(
      await ioCallsOf(`(req, res, next) => res.render("page", {}, (err, html) => { ${answers} });`),
      1,
    );
    const twice = `db.find({ id: req.id }, (err, rows) => res.render("page", { rows }, (err, html) => { ${answers} }));`;
    assert.equal(await ioCallsOf(`function (req, res, next) { ${twice} };`), 2);
  });

  it("is the answer of a handler behind a promise that it does not return", async () => {
    const finds = "req.db.find(req.id).then((rows) => res.json(rows))";
    for (const text of [
      `(req, res, next) => { ${finds}.catch(next); }`,
      `(req, res, next) => ${finds}.catch(next)`,
    ])
      assert.equal(await ioCallsOf(text), 1, text);
  });

  it("is what middleware is handed on to, as it is waited for and given what goes on", async () => {
    for (const calls of [
      "{ Promise.resolve(fn(req, res, next)).catch(next); }",
      "Promise.resolve(fn(req, res, next)).catch(next)",
    ])
      assert.equal(
        await ioCallsOf(`(req, res, next) => ${calls}; const { fn } = require("other")`),
        1,
        calls,
      );
  });

  it("is no method of what is waited for nowhere, though one of the same name of another object is", async () => {
    const ofClass = `class Store {
  async get(id) { return await this.db.read(id); }
  async reload(instances, id) {
    const known = instances.get(id);
    await this.get(id);
    track(instances.get(id + 1));
    return known;
  }
};`;
    assert.equal(await ioCallsOf(ofClass), 1);
    const inLoop = `async (tree, cache, name) => {
  const edges = [];
  for (const node of tree.children) edges.push(node.edgesOut.get(name));
  const loaded = await cache.get(name);
  return { loaded, edge: tree.edgesOut.get(name), edges };
};`;
    assert.equal(await ioCallsOf(inLoop), 1);
    const fromAnotherFile = `async (tree, cache, name) => {
  const { edgeOf, load } = require("./edges.js");
  const own = edgeOf(tree, name);
  return { own, other: await load(tree, cache, name) };
};`;
    assert.equal(await ioCallsOf(fromAnotherFile), 1);
  });

  it("is a method that another one of its name hands on to, where that is waited for", async () => {
    const text = `module.exports = class Jobs {
  status(job) {
    const { id } = job;
    return job.queue.client.status(id);
  }
  async end(job) { return { status: await this.status(job) }; }
};`;
    const { fakes } = await completed("fs-await.js", { text, budget: 1, options: { concurrency: [1] } });
    const waitedFor = fakes.filter(({ kind, calls }) => kind === "promise" && calls !== undefined);
    assert.deepEqual(
      waitedFor.map(({ expression }) => expression),
      ["job.queue.client.status"],
    );
  });

  it("is nothing of which it calls methods itself, though it gives that back", async () => {
    const open = `async (db) => {
  if (db.state === 7) await db.open();
  const rows = db.collection("rows");
  rows.watch();
  return rows;
}`;
    assert.equal(await ioCallsOf(open), 0);
    assert.equal(await ioCallsOf(open.replace("rows.watch();", "")), 1);
  });

  it("is no I/O call of its own where it is handed a promise", async () => {
    assert.equal(
      await ioCallsOf("function ended(promise) { return promise.then((rows) => rows.length); };"),
      0,
    );
  });

  it("is a method of the same object, whatever the project's files call that", async () => {
    const text = `async (pool, name) => {
  const { load } = require("./edges.js");
  const other = load({ edgesOut: new Map() }, pool, name);
  return (await other).loaded;
};`;
    assert.equal(await ioCallsOf(text), 1);
  });

  it("is over where the function ends the process as it should, and nothing is ended", async () => {
    const text =
      "module.exports = async (server, pool) => { server.close(); await pool.end(); process.exit(0); };";
    const job = { text, budget: 1, options: { concurrency: [1] } };
    const { counters, warnings } = await completed("fs-await.js", job);
    assert.equal(counters.ioCalls, 1);
    assert.match(warnings.join("\n"), /ends the process at line 1: a call is taken to end there/);
  });

  it("ends in front of an exit of the process only where there is no way past it", async () => {
    const guard = `async (db) => { const row = await db.find("x"); if (row.size) process.exit(0);
      await db.load(row); await db.save(row); };`;
    assert.equal(await ioCallsOf(guard), 3);
    const always = `async (db) => { await db.find("x"); process.exit(0); await db.load("x"); };`;
    assert.equal(await ioCallsOf(always), 1);
  });

  it("is over by the first exit where the function catches what ends it", async () => {
    const text = `module.exports = async (db) => {
  try { await db.find("x"); process.exit(0); }
  catch (error) { console.error(error); process.exit(1); }
};`;
    const { counters, warnings } = await completed("fs-await.js", { text, budget: 1 });
    assert.equal(counters.ioCalls, 1);
    assert.match(warnings.join("\n"), /ends the process at line 2/);
  });

  it("is JSON where bytes that were put together are read as such", async () => {
    const text = `(req, cb) => {
  const chunks = [];
  req.on("data", (chunk) => chunks.push(chunk));
  req.on("end", () => {
    let body;
    try { body = JSON.parse(Buffer.concat(chunks).toString()); } catch (error) { return cb(error); }
    cb(null, body);
  });
};`;
    assert.ok((await ioCallsOf(text)) > 0);
  });

  it("is a message where the call comes to no end without it, by whatever name it goes on", async () => {
    for (const waited of [
      "await new Promise((ok, fail) => { const late = setTimeout(fail, 10); bus.on('message', (m) => { clearTimeout(late); ok(m); }); });",
      "let go; const come = new Promise((one) => { go = one; }); bus.on('message', (m) => go(m)); await come;",
    ]) {
      const text = `module.exports = async (db, bus) => { await db.open(); ${waited} };`;
      const job = { text, budget: 1, options: { concurrency: [1] } };
      assert.equal((await completed("fs-await.js", job)).counters.ioCalls, 2, waited);
    }
  });

  it("is no handler of messages that come later", async () => {
    const save = "await db.save(await db.read(message)); bus.ack(message);";
    const onEach = `async (message) => { ${save} }`;
    for (const [subscribe, ioCalls] of [
      [`bus.subscribe("jobs", ${onEach});`, 2],
      [`await bus.consume("jobs", ${onEach});`, 3],
      [`bus.process(${onEach});`, 2],
      [`bus.on("message", ${onEach});`, 2],
      ['bus.on("message", (message) => bus.ack(message));', 2],
    ] as const) {
      const before = "module.exports = ";
      const text = `${before}async (db, bus) => { await db.open(); ${subscribe} await db.close(); };`;
      // It is the first of the file's functions.
      const job = { text, functionStart: before.length, budget: 1, options: { concurrency: [1] } };
      assert.equal((await completed("fs-await.js", job)).counters.ioCalls, ioCalls, subscribe);
    }
  });
});
