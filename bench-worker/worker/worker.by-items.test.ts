import assert from "node:assert/strict";
import { completed } from "./fixtures/run-worker.ts";

const byItemsOf = async (text: string) => {
  const job = { text: `module.exports = ${text}`, budget: 1, options: { concurrency: [1] } };
  return (await completed("fs-await.js", job)).counters.byItems;
};

const constant = (once: number) => ({ once, perItem: 0 });
const each = (perItem: number, once = 0) => ({ once, perItem });

describe("I/O calls for the items of a list", () => {
  it("are told as a law, one after the other and in all", async () => {
    const rounds = `async (db, ids) => {
  for (const id of ids) await db.put(await db.get(id));
  return await db.commit();
}`;
    assert.deepEqual(await byItemsOf(rounds), {
      ...{ ioCalls: each(2, 1), criticalPath: each(2, 1), lists: ["ids"] },
    });
    const together = "async (db, ids) => await Promise.all(ids.map((id) => db.get(id)))";
    assert.deepEqual(await byItemsOf(together), {
      ...{ ioCalls: each(1), criticalPath: constant(1), lists: ["ids"] },
    });
  });

  it("are told of a list that an operation answers, of lists within one another, and of what comes piece by piece", async () => {
    const nested = `async (db) => {
  for (const user of await db.users()) for (const post of await db.posts(user.id)) await db.touch(post);
}`;
    assert.deepEqual(await byItemsOf(nested), {
      ioCalls: { once: 1, perItem: 1, perItemSquared: 1 },
      criticalPath: { once: 1, perItem: 1, perItemSquared: 1 },
      lists: ["db.users()", "db.posts()"],
    });
    const ofItem = `async (db, orders) => {
  for (const order of orders) for (const item of order.items) await db.get(item.id);
}`;
    const squared = { once: 0, perItem: 0, perItemSquared: 1 };
    assert.deepEqual(await byItemsOf(ofItem), {
      ...{ ioCalls: squared, criticalPath: squared, lists: ["orders", "orders[0].items"] },
    });
    const tree = `async function walk(db, node) {
  await db.put(node.id);
  for (const child of node.children) await walk(db, child);
}`;
    assert.equal(await byItemsOf(tree), undefined);
    const cursor = "async (db) => { for await (const row of db.cursor()) await db.put(row); }";
    assert.deepEqual(await byItemsOf(cursor), { ioCalls: each(1, 1), criticalPath: each(1, 1), lists: [] });
    const handed = "async (db, rows) => { for await (const row of rows) await db.put(row); }";
    assert.deepEqual(await byItemsOf(handed), { ioCalls: each(1, 1), criticalPath: each(1, 1), lists: [] });
    // Of what gives its values without end no more than a hundred are taken.
    const given = "async function* (db, rows) { for await (const row of rows) yield await db.load(row); }";
    assert.deepEqual(await byItemsOf(given), { ioCalls: each(1, 1), criticalPath: each(1, 1), lists: [] });
  });

  it("are told where the engine takes pairs, and no longer ones", async () => {
    const query = `async (db, options) => {
  await db.get(new URLSearchParams(options.query).toString());
  for (const id of options.ids) await db.put(id);
}`;
    assert.deepEqual((await byItemsOf(query))?.ioCalls, each(1, 1));
  });

  it("are told of lists in pairs of key and value, be they entries of a list or of an object, and of these pairs are none", async () => {
    const squared = { once: 0, perItem: 1, perItemSquared: 1 };
    const ofEntries = await byItemsOf(`async (db, survey) => {
  for (const [at, question] of survey.questions.entries()) {
    await db.put(at);
    for (const option of question.options) await db.put(option);
  }
}`);
    const lists = ["survey.questions", "survey.questions[0].options"];
    assert.deepEqual(ofEntries, { ioCalls: squared, criticalPath: squared, lists });
    const ofObject = await byItemsOf(`async (db, lines) => {
  for (const [id, own] of Object.entries(lines)) {
    await db.put(id);
    for (const line of own) await db.put(line);
  }
}`);
    assert.deepEqual(ofObject, { ioCalls: squared, criticalPath: squared, lists: ["lines", "lines[0]"] });
  });

  it("are told of the lines of what is read, and where only one is looked at there is none", async () => {
    const read = 'const text = await require("fs/promises").readFile(file, "utf8");';
    const lines = { ioCalls: each(1, 1), criticalPath: each(1, 1), lists: ["the lines of a text"] };
    for (const body of [
      'for (const line of text.split("\\n").filter(Boolean)) await db.put(line);',
      "for (const line of new Set(text.trim().split(/\\r?\\n/))) await db.put(JSON.parse(line).id);",
    ])
      assert.deepEqual(await byItemsOf(`async (db, file) => { ${read} ${body} }`), lines, body);
    const csv = `async (db, file) => { ${read}
  const [header, ...rows] = text.split("\\n");
  await Promise.all(rows.map((row) => db.put(header, row)));
}`;
    assert.deepEqual(await byItemsOf(csv), { ...lines, ioCalls: each(1), criticalPath: constant(2) });
    const page = `async (db, url) => {
  for (const line of (await (await fetch(url)).text()).split("\\n")) await db.put(line);
}`;
    assert.deepEqual(await byItemsOf(page), lines);
    const given = `async (db, text) => { for (const line of text.split(/\\r?\\n/)) await db.put(line); }`;
    assert.deepEqual((await byItemsOf(given))?.ioCalls, each(1));
    const statements = `async (db, file) => { ${read}
  for (const one of text.split(";")) await db.run(one.split(",")[0]);
}`;
    assert.deepEqual(await byItemsOf(statements), lines);
    const hardened = `async (db, file) => { ${read}
  for (const line of text.split("\\n")) await db.put(line);
}; Object.freeze(String.prototype)`;
    assert.equal(await byItemsOf(hardened), undefined);
    const first = `async (db, file) => { ${read} await db.put(text.split("\\n")[0], JSON.parse(text).name); }`;
    assert.equal(await byItemsOf(first), undefined);
  });

  it("are told of lists that known clients answer", async () => {
    const ofPg = `async () => {
  const { rows } = await new (require("pg").Pool)().query("select");
  for (const row of rows) await require("fs/promises").stat(row.file);
}`;
    assert.deepEqual(await byItemsOf(ofPg), {
      ...{ ioCalls: each(1, 1), criticalPath: each(1, 1), lists: ["new pg.Pool().query()"] },
    });
    const ofMongoose = `async () => {
  const all = await require("mongoose").model("User").find();
  await Promise.all(all.map((one) => one.save()));
}`;
    assert.deepEqual(await byItemsOf(ofMongoose), {
      ...{ ioCalls: each(1, 1), criticalPath: constant(2), lists: ["mongoose.model().find()"] },
    });
    const ofRedis = `async () => {
  const redis = new (require("ioredis"))();
  for (const key of new Set(await redis.smembers("all"))) await require("fs/promises").stat(key);
}`;
    assert.deepEqual(await byItemsOf(ofRedis), {
      ...{ ioCalls: each(1, 1), criticalPath: each(1, 1), lists: ["new redis().smembers()"] },
    });
    const one = `async () => (await require("mongoose").model("User").find()).length`;
    assert.equal(await byItemsOf(one), undefined);
  });

  it("name no list that a write in a loop is answered with", async () => {
    const { counters } = await completed("fs-await.js", {
      text: `const { Pool } = require("pg");
const pool = new Pool();
module.exports = async (rows) => { for (const { id } of rows) await pool.query("INSERT INTO seen VALUES ($1)", [id]); };`,
      budget: 1,
      options: { concurrency: [1] },
    });
    assert.deepEqual(counters.byItems, { ioCalls: each(1), criticalPath: each(1), lists: ["rows"] });
  });

  it("are none where as many are made for longer lists, lists are the source's own, or nothing is made for each", async () => {
    const texts = [
      "async (db, ids) => await db.getMany(ids.map(String))",
      'async (db) => { for (const id of ["a", "b"]) await db.get(id); }',
      "async (db, ids) => await db.get(ids[0])",
      // What is no list has a length as well, and longer lists go another way for it.
      "async (db, job) => { await db.get(1); if (job.run.length === 2) await db.put(job.run(1)); }",
    ];
    for (const text of texts) assert.equal(await byItemsOf(text), undefined, text);
  });

  it("are told of what a directory holds", async () => {
    const text = `async (folder) => {
  const fs = require("node:fs/promises");
  for (const name of await fs.readdir(folder)) if (name.endsWith(".json")) await fs.readFile(name);
};`;
    assert.deepEqual(await byItemsOf(text), {
      ioCalls: each(1, 1),
      criticalPath: each(1, 1),
      lists: ["readdir()"],
    });
  });

  it("are told of lists that types tell of, and follow no law where a limit holds many of them back", async () => {
    const typed = async (text: string) =>
      await completed("fs-await.ts", { text: `export ${text}`, budget: 1, options: { concurrency: [1] } });
    const { counters } = await typed(
      "async function all(db: any, ids: string[]) { for (const id of ids) await db.get(id); }",
    );
    assert.deepEqual(counters.byItems, { ioCalls: each(1), criticalPath: each(1), lists: ["ids"] });
    const batches = await typed(`async function all(db: any, ids: string[]) {
  for (let at = 0; at < ids.length; at += 10) await Promise.all(ids.slice(at, at + 10).map((id) => db.get(id)));
}`);
    assert.equal(batches.counters.byItems, undefined);
    assert.deepEqual(batches.counters.atItems, { items: 120, ioCalls: 120, criticalPath: 12 });
    const chunks = await typed(`async function all(db: any, ids: string[]) {
  for (let at = 0; at < ids.length; at += 50) await db.putMany(ids.slice(at, at + 50));
}`);
    assert.deepEqual(chunks.counters.atItems, { items: 120, ioCalls: 3, criticalPath: 3 });
    const pairs = await typed(`async function all(db: any, ids: string[]) {
  for (let i = 0; i < ids.length; i++) for (let j = i + 1; j < ids.length; j++) await db.join(ids[i], ids[j]);
}`);
    assert.deepEqual(pairs.counters.atItems, { items: 15, ioCalls: 105, criticalPath: 105 });
    assert.match(
      pairs.warnings.join("\n"),
      /With 15 items in each list it makes 105 I\/O calls, 105 in sequence\.(\n|$)/,
    );
    const atOnce = await typed("async function all(db: any, ids: string[]) { await db.putMany([...ids]); }");
    assert.equal(atOnce.counters.atItems, undefined);
    assert.match(
      batches.warnings.join("\n"),
      /With 120 items in each list it makes 120 I\/O calls, 12 in sequence/,
    );
    const untyped = await completed("fs-await.js", {
      text: `module.exports = async (db, ids) => {
  for (let at = 0; at < ids.length; at += 10) await Promise.all(ids.slice(at, at + 10).map((id) => db.get(id)));
};`,
      ...{ budget: 1, options: { concurrency: [1] } },
    });
    assert.match(
      untyped.warnings.join("\n"),
      /With 120 items in each list it makes 120 I\/O calls, 12 in sequence/,
    );
  });

  it("are told of the part of a list that is taken", async () => {
    const taken = async (part: string) => {
      const text = `module.exports = async (db, ids) => { for (const id of ids.slice(${part})) await db.get(id); };`;
      const { counters } = await completed("fs-await.js", { text, budget: 1, options: { concurrency: [1] } });
      return counters;
    };
    const behind = await taken("1");
    assert.deepEqual([behind.ioCalls, behind.byItems?.ioCalls], [1, { once: -1, perItem: 1 }]);
    assert.deepEqual((await taken("0, 3")).byItems?.ioCalls, each(0, 3));
    assert.deepEqual((await taken("-5")).atItems, { items: 120, ioCalls: 5, criticalPath: 5 });
    assert.equal((await taken("2")).ioCalls, 2, "what takes nothing of two takes something of real ones");
    const both = await byItemsOf(`async (db, ids) => {
  for (const id of ids.slice(0, 1)) await db.first(id);
  for (const id of ids.slice(1)) await db.other(id);
}`);
    assert.deepEqual(both?.ioCalls, each(1));
  });

  it("are told of lists that are made one", async () => {
    const squared = { once: 0, perItem: 0, perItemSquared: 1 };
    for (const lines of [
      "orders.flatMap((order) => order.lines)",
      "orders.map((order) => order.lines).flat()",
    ]) {
      const law = await byItemsOf(
        `async (db, orders) => { for (const line of ${lines}) await db.load(line.sku); }`,
      );
      assert.deepEqual(law?.ioCalls, squared, lines);
    }
    const { counters } = await completed("fs-await.ts", {
      text: `type Basket = { lines: { sku: string }[] };
export async function skus(db: any, orders: Basket[]) {
  for (const { sku } of orders.flatMap(({ lines }) => lines)) await db.load(sku);
}`,
      budget: 1,
      options: { concurrency: [1] },
    });
    const lists = ["orders", "orders[0].lines"];
    assert.deepEqual(counters.byItems, { ioCalls: squared, criticalPath: squared, lists });
    const own = await byItemsOf(
      "async (db, rows) => { for (const one of rows.flatMap(({ a, b }) => [a, b])) await db.load(one); }",
    );
    assert.deepEqual(own?.ioCalls, each(2), "what is in a list of the source's own is an item");
    for (const one of ["row.isNew ? row : []", 'row.kind === "x" ? [] : row', "row.id"]) {
      const law = await byItemsOf(
        `async (db, rows) => { for (const one of rows.flatMap((row) => (${one}))) await db.load(one); }`,
      );
      assert.deepEqual(law?.ioCalls, each(1), one);
    }
    const handlers = await byItemsOf(
      "async (db, { before, after }) => { for (const one of [before, after].flat()) await db.run(one); }",
    );
    assert.equal(handlers, undefined);
  });

  it("are told of items that are read by their place, behind a check for a list, and of parameters that are the rest", async () => {
    const byPlace = `const path = require("node:path");
module.exports = async (db, folder, names) => {
  for (let at = 0; at < names.length; at++) await db.load(path.join(folder, names[at]));
};`;
    const placed = await completed("fs-await.js", {
      text: byPlace,
      budget: 1,
      options: { concurrency: [1] },
    });
    assert.deepEqual(placed.counters.byItems?.ioCalls, each(1));
    const checked = await byItemsOf(`async (db, request, response) => {
  const { ids } = request.body;
  if (!Array.isArray(ids) || ids.length === 0) return response.status(400).end();
  for (const id of ids) await db.load(id);
  response.json({});
}`);
    assert.deepEqual(checked?.ioCalls, each(1));
    const rest = await byItemsOf("async (db, ...ids) => { for (const id of ids) await db.load(id); }");
    assert.deepEqual(rest?.ioCalls, each(1));
  });

  it("are not known where calls with longer lists fail, which the result says", async () => {
    const { counters, remarks = [] } = await completed("fs-await.js", {
      text: `module.exports = async (db, ids) => {
  if (ids.length > 2) throw new Error("too many");
  for (const id of ids) await db.load(id);
};`,
      budget: 1,
      options: { concurrency: [1] },
    });
    assert.equal(counters.byItems, undefined);
    const [unknown] = remarks.filter(({ code }) => code === "growth-unknown");
    assert.match(
      unknown?.text ?? "",
      /^Whether it makes more I\/O calls the longer .* with 3 items in each list the call does not complete on made-up values\.$/,
    );
  });

  it("are looked for with very many items where few make as many: batches of some hundred", async () => {
    const text = `module.exports = async (db, ids) => {
  for (let at = 0; at < ids.length; at += 500) await db.putMany(ids.slice(at, at + 500));
};`;
    const { counters } = await completed("fs-await.js", { text, budget: 1, options: { concurrency: [1] } });
    assert.deepEqual(counters.atItems, { items: 2_400, ioCalls: 5, criticalPath: 5 });
  });
});
