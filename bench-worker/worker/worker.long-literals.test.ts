import assert from "node:assert/strict";
import { completed } from "./fixtures/run-worker.ts";

/**
 * What is asked of source text grows with it, and not with its square: a question that tries again at each letter takes
 * minutes here, and the run ends at its limit.
 */
describe("a file with long literals and comments", function () {
  const RUNS = {
    "one word, as in an inline source map": "A".repeat(300_000),
    spaces: " ".repeat(300_000),
    "empty lines": "\n".repeat(300_000),
    brackets: "[".repeat(300_000),
    "words with commas": "a, ".repeat(100_000),
    "words with dots": "a.".repeat(150_000),
  };
  for (const [name, run] of Object.entries(RUNS))
    it(`is measured where these are ${name}`, async () => {
      const { counters } = await completed("fs-await.js", {
        text: `const { setTimeout: wait } = require("node:timers/promises");
          const text = \`${run}\`;
          module.exports = async function load(db, ids) {
            const text = \`${run}\`;
            const rows = [];
            for (const id of ids) rows.push(await db.get(id));
            await wait(1);
            return rows;
          };
          /*${run.replaceAll("*/", "")}*/`,
      });
      assert.ok(counters.ioCalls > 1, `${counters.ioCalls}`);
    });

  it("is measured where it has a list of very many numbers", async () => {
    const numbers = Array.from({ length: 60_000 }, (_, at) => at).join(", ");
    const { counters } = await completed("fs-await.js", {
      text: `const all = [${numbers}];
        module.exports = async function load(db) { return await db.get(all.length); };`,
    });
    assert.equal(counters.ioCalls, 1);
  });
});
