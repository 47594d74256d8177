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
    assert.match(of("rounds")[0]!, /^The loop at line 3 goes round as often as what it gets tells it: once/);
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
    ])
      assert.deepEqual((await remarksOn(text)).of("taken-to-compute"), [], text);
  });
});
