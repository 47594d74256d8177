import assert from "node:assert/strict";
import { completed } from "./fixtures/run-worker.ts";

const remarksOn = async (text: string, more: { fakesFile?: string } = {}) => {
  const job = { text: `module.exports = ${text}`, budget: 1, options: { concurrency: [1] }, ...more };
  const { counters, remarks = [] } = await completed("fs-await.js", job);
  return {
    ioCalls: counters.ioCalls,
    of: (code: string) => remarks.filter((one) => one.code === code).map((one) => one.text),
  };
};

const PAGES = `async function pages(client) {
  const all = [];
  for (let page = 1; ; page++) {
    const { items, hasMore } = await client.list({ page });
    all.push(...items);
    if (!hasMore) return all;
  }
}`;

describe("a number of I/O calls that rests on a guess", () => {
  it("says which loop goes round as often as answers tell it", async () => {
    const { ioCalls, of } = await remarksOn(PAGES);
    assert.equal(ioCalls, 1);
    assert.match(of("rounds")[0]!, /^The loop at line 3 goes round as often as what it gets tells it, and/);
  });

  it("says it of one whose head asks for more", async () => {
    const text = `async function pages(client) {
  let more = true;
  while (more) more = (await client.list()).has_more;
}`;
    const { ioCalls, of } = await remarksOn(text);
    assert.deepEqual([ioCalls, of("rounds").length], [1, 1]);
  });

  it("says it where a helper of the file makes the I/O call, and of a list that grows until it is as long as was told", async () => {
    const helper = `null;
const get = async (http, url) => (await http.load(url)).data;
async function pages(http, first) {
  const all = [];
  for (let next = first; next; ) {
    const page = await get(http, next);
    all.push(...page.items);
    next = page.next;
  }
  return all;
}
module.exports = { pages };`;
    assert.match((await remarksOn(helper)).of("rounds").join(), /^The loop at line 5 goes round/);
    const total = `async function all(http) {
  const all = [];
  let total;
  do {
    const page = await http.load(all.length);
    total = page.total;
    all.push(...page.items);
  } while (all.length < total);
  return all;
}`;
    assert.match((await remarksOn(total)).of("rounds").join(), /^The loop at line 4 goes round/);
  });

  it("says it of a list that its rounds put more into, which is left after one", async () => {
    const text = `async function crawl(http, root) {
  const queue = [root];
  const seen = new Set();
  while (queue.length) {
    const page = queue.shift();
    if (seen.has(page)) continue;
    seen.add(page);
    queue.push(...(await http.load(page)).links);
  }
}`;
    const { ioCalls, of } = await remarksOn(text);
    assert.deepEqual([ioCalls, of("rounds").length], [1, 1]);
    assert.match(of("way-chosen").join(), /queue\.length at line 4 was taken to be false after one round/);
    const both = await remarksOn(`async (http, root) => {
  const queue = [root];
  here: while (queue.length > 0) queue.push(...(await http.load(queue.shift())).links);
  if (queue.length > 0) throw new Error("left over");
  await http.close();
}`);
    assert.equal(both.ioCalls, 2, "what asks the same behind it is false");
    const deep = await remarksOn(`async function walk(http, queue) {
  await http.load(queue.length);
  while (queue.length) await walk(http, queue.plus(queue.push(queue.shift())));
}`);
    assert.equal(deep.ioCalls, 1, "what goes on without end with one round, too, has none");
    const ten = `async (db) => { const all = []; while (all.length < 10) all.push(await db.get()); }`;
    assert.deepEqual((await remarksOn(ten)).of("rounds"), []);
    const [own] = (await remarksOn(`async (db, ids) => { while (ids.length) await db.get(ids.pop()); }`)).of(
      "rounds",
    );
    assert.equal(own, undefined);
  });

  it("says it of a function that calls itself, and has one end that would without end", async () => {
    const tree = `async function save(db, node) {
  await db.put(node.id);
  for (const child of node.children) await save(db, child);
}`;
    assert.match(
      (await remarksOn(tree)).of("rounds")[0]!,
      /^Line 3 calls the function that it is in, as often/,
    );
    for (const [body, asked] of [
      [
        "if (!node.parentId) return [node];\n  return [node, ...(await up(db, node.parentId))];",
        "!node.parentId",
      ],
      [
        "if (node.parent !== 0) return [node, ...(await up(db, node.parent))];\n  return [node];",
        "node.parent !== 0",
      ],
    ] as const) {
      const text = `async function up(db, id) {\n  const node = await db.get(id);\n  ${body}\n}`;
      const { ioCalls, of } = await remarksOn(text);
      const said = of("way-chosen").join();
      assert.deepEqual([ioCalls, said.includes(`goes on without end: ${asked} at line 3`)], [1, true], said);
      assert.match(of("rounds").join(), /^Line \d calls the function that it is in, as often/);
    }
  });

  it("says nothing of such a loop where a fakes file gives what is answered", async () => {
    const answers = "(call) => ({ items: [], hasMore: call < 2 })";
    const fakesFile = `module.exports = { pages: { fakes: { "client.list": { kind: "promise", returns: ${answers} } } } };`;
    assert.deepEqual((await remarksOn(PAGES, { fakesFile })).of("rounds"), []);
  });

  it("says what is taken to compute by its name alone where nothing else is called", async () => {
    const { ioCalls, of } = await remarksOn("async (api, address) => api.parseAddress(address)");
    assert.equal(ioCalls, 0);
    assert.match(
      of("taken-to-compute")[0]!,
      /^It made no I\/O call: api\.parseAddress at line 1 is taken to compute, by its name\. Where it is I\/O/,
    );
    for (const text of [
      "async (api, address) => { await api.load(); return api.parseAddress(address); }",
      "async (req, res) => res.json(req.body)",
      "async (value) => JSON.stringify(value)",
      "async (text) => text.split(',')",
      "async (req, res, next) => next()",
    ])
      assert.deepEqual((await remarksOn(text)).of("taken-to-compute"), [], text);
  });
});

describe("a helper of the same file", () => {
  const HELPER = `async function charge(repo, gateway, id) {
  const invoice = await repo.find(id);
  if (invoice.paidAt) return invoice;
  await gateway.charge(invoice.total);
  return await repo.save(invoice);
}
`;
  const leftOut = async (functionText: string): Promise<string[]> => {
    const text = `${HELPER}module.exports = ${functionText}`;
    const job = { text, functionStart: text.indexOf("async", HELPER.length), budget: 1 };
    const { remarks = [] } = await completed("fs-await.js", { ...job, options: { concurrency: [1] } });
    return remarks.filter(({ code }) => code === "left-out-elsewhere").map(({ text: said }) => said);
  };

  it("is said to have left before some of its I/O calls", async () => {
    const all = "async (repo, gateway, ids) => { for (const id of ids) await charge(repo, gateway, id); }";
    assert.deepEqual(await leftOut(all), [
      "In charge, of its I/O calls, gateway.charge at line 4 and repo.save at line 5 are no part of the numbers: the call went another way there.",
    ]);
  });

  it("is said to have left before those that are called as others are that were made", async () => {
    const helper =
      "async function move(repo, id) {\n  const { state } = await repo.run(id);\n  if (state !== 'open') return;\n  await repo.run(state);\n}\n";
    const text = `${helper}module.exports = async (repo, id) => { await repo.run(1); await move(repo, id); }`;
    const job = { text, functionStart: text.indexOf("async", helper.length), budget: 1 };
    const { remarks = [] } = await completed("fs-await.js", { ...job, options: { concurrency: [1] } });
    assert.deepEqual(
      remarks.filter(({ code }) => code === "left-out-elsewhere").map(({ data }) => data?.calls),
      [[{ expression: "repo.run", line: 4 }]],
    );
  });

  it("is nothing to a function that does not call it", async () => {
    assert.deepEqual(await leftOut("async (repo, id) => (await repo.find(id)).total"), []);
  });
});

describe("an operation", () => {
  it("answers as the function itself uses it, whatever member another one reads of what goes by its name", async () => {
    const other = "exports.theme = async (load) => (await load()).get('theme')?.value;\n";
    const text = `${other}module.exports = async (redis, id) => { const seen = await redis.get(id); return [seen, await redis.get(2)]; }`;
    const job = { text, functionStart: text.indexOf("async", other.length), budget: 1 };
    const { counters } = await completed("fs-await.js", { ...job, options: { concurrency: [1] } });
    assert.equal(counters.ioCalls, 2);
  });
});

describe("what an operation gives that another one on the same is given", () => {
  it("is a part of that, and no I/O call, unless it is waited for", async () => {
    const before = "exports.ping = async (db) => await db.raw(1);\nmodule.exports = ";
    const countOf = async (text: string): Promise<number> => {
      const job = { text: before + text, functionStart: before.length };
      return (await completed("fs-await.js", { ...job, budget: 1, options: { concurrency: [1] } })).counters
        .ioCalls;
    };
    assert.equal(await countOf('async (db) => await db.select(db.raw("now()")).from("days")'), 1);
    assert.equal(await countOf('async (db) => await db.select(["id", db.raw("now()")]).from("days")'), 1);
    assert.equal(await countOf('async (db) => await db("days").update({ visits: db.raw("visits + 1") })'), 1);
    assert.equal(await countOf("async (db) => await db.select(await db.raw(2))"), 2);
    // Who is given what another one answers may wait for it.
    assert.equal(await countOf("async (db, timeout) => await timeout(db.raw(2), 100)"), 2);
    assert.equal(await countOf("async (db) => [await db.get(1), await db.timeout(db.get(2), 100)]"), 3);
    const getter = 'async (db) => await db.put({ get name() { throw new Error("not to be read"); } })';
    assert.equal(await countOf(getter), 1);
  });
});
