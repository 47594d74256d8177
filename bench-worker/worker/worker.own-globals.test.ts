import assert from "node:assert/strict";
import type { Measure } from "../benchmark-options.ts";
import { runWorker } from "./fixtures/run-worker.ts";

/** A module that keeps what it needs on the global object and in the environment, and takes no other's. */
const keeping = (own: string): string => `globalThis.config = { name: "${own}", calls: 0 };
process.env.MODE = "${own}";
if (typeof only_${own === "one" ? "two" : "one"} !== "undefined") throw new Error("the other's was there as it loaded");
only_${own} = true;
module.exports = async (db) => {
  const calls = ++config.calls;
  if (config.name !== "${own}" || process.env.MODE !== "${own}") throw new Error("it has the other's");
  if (typeof only_${own === "one" ? "two" : "one"} !== "undefined") throw new Error("it sees the other's");
  await db.get(config.name, calls);
  if (config.calls < calls) throw new Error("what it had was lost");
};`;

describe("a worker that runs several targets", () => {
  for (const measure of ["time", "memory", "stack"] as const satisfies readonly Measure[])
    it(`has each see its own globals and environment, and none of the others', for ${measure}`, async () => {
      const answers = await runWorker(["fs-await.js", "fs-await.js"], {
        texts: [keeping("one"), keeping("two")],
        measure,
      });
      const said = answers.map((run) => [
        run.state === "completed" ? run.counters.ioCalls : run.reason,
        ...run.warnings.filter(
          (warning) =>
            !/^(?:Without a source map|It is not known what db\.get |db\.get at line \d+ is taken )/.test(
              warning,
            ),
        ),
      ]);
      assert.deepEqual(said, [[1], [1]]);
      for (const run of answers) assert.ok(run.state === "completed" && run[measure] !== undefined);
    });

  it("gives a name that only one of them defines to no other, for which it is made up", async () => {
    const defines = `globalThis.store = { get: async (id) => id };
module.exports = async (db) => { await db.get(await store.get(1)); };`;
    const lacks = "module.exports = async (db) => { await db.get(await store.get(1)); };";
    const calls = async (...texts: readonly string[]): Promise<unknown[]> => {
      const answers = await runWorker(
        texts.map(() => "fs-await.js"),
        { texts },
      );
      return answers.map((run) => (run.state === "completed" ? run.counters.ioCalls : run.reason));
    };
    assert.deepEqual(await calls(defines, lacks), [1, 2]);
    assert.deepEqual(await calls(lacks, defines, lacks), [2, 1, 2]);
  });
});
