import assert from "node:assert/strict";
import { completed } from "./fixtures/run-worker.ts";

const HELPERS = `function load(client, id) { return client.fetchRow(id); }
const pick = (row) => row.toJSON();
class Store {
  constructor(client) { this.client = client; }
  keep(row) { return this.client.putRow(row); }
  async all() { const first = await this.client.list(); await this.keep(first); return first; }
}
module.exports = Store.prototype.all;
`;

/** How many I/O calls a function makes, in all and one after the other, that may call helpers of its file. */
async function countOf(functionText: string, start = HELPERS.length): Promise<readonly number[]> {
  const text = `${HELPERS}${functionText}`;
  const functionStart = text.indexOf("async", start);
  const { counters } = await completed("fs-await.js", { text, functionStart });
  return [counters.ioCalls, counters.criticalPath];
}

describe("what a helper that is no asynchronous function gives back of a client", () => {
  it("is an I/O call where the helper is awaited, beside others that its own text shows", async () => {
    assert.deepEqual(
      await countOf(
        "module.exports = async (client) => { const ids = await client.list(); await load(client, 1); return [ids, await load(client, 2)]; };",
      ),
      [3, 3],
    );
    assert.deepEqual(await countOf("", HELPERS.indexOf("async all")), [2, 2]);
  });

  it("is one where an asynchronous function gives it back", async () => {
    for (const last of [
      "return load(client, 1);",
      "return await [1].reduce((_, id) => load(client, id), 0);",
    ])
      assert.deepEqual(
        await countOf(`module.exports = async (client) => { const row = await client.list(); ${last} };`),
        [2, 2],
        last,
      );
    assert.deepEqual(
      await countOf("module.exports = async (client) => load(client, await client.list());"),
      [2, 2],
    );
  });

  it("is one of a client that what stands for a request has", async () => {
    assert.deepEqual(
      await countOf(
        "module.exports = async (ctx) => { const { api } = ctx.app; const ids = await api.list(); await load(api, ids); };",
      ),
      [2, 2],
    );
  });

  it("is one where what waits for all of a list does", async () => {
    assert.deepEqual(
      await countOf(
        "module.exports = async (client) => { await client.list(); await Promise.all([1, 2, 3].map((id) => load(client, id))); };",
      ),
      [4, 2],
    );
  });

  it("is none where what is given back only has an await in its line", async () => {
    for (const last of [
      "return res.json(await client.get(1));",
      "const a = await client.get(1); return res.ok(a);",
    ])
      assert.deepEqual(await countOf(`module.exports = async (client, res) => { ${last} };`), [1, 1], last);
    assert.deepEqual(
      await countOf("module.exports = async (client, c) => c.json(await client.get(1));"),
      [1, 1],
    );
  });

  it("is none where a helper answers a request, writes a log, or asks an answer", async () => {
    const helpers =
      "const tell = (to, row) => to.status(200).json(row);\nconst note = (log, row) => log.info(row);\nconst nameOf = (row) => row.name();\nconst read = (format, row) => format.parse(row);\n";
    for (const last of [
      "await tell(res, row);",
      "await note(logger, row);",
      "await nameOf(row);",
      "await read(res, row);",
    ])
      assert.deepEqual(
        await countOf(
          `${helpers}module.exports = async (client, res, logger) => { const row = await client.get(1); ${last} };`,
          HELPERS.length + helpers.length,
        ),
        [1, 1],
        last,
      );
  });

  it("is none where nobody awaits it, or it goes by the name of what computes", async () => {
    for (const last of ["load(client, 1);", "return await pick(row);", "return pick(row);"])
      assert.deepEqual(
        await countOf(`module.exports = async (client) => { const row = await client.list(); ${last} };`),
        [1, 1],
        last,
      );
  });
});
