import assert from "node:assert/strict";
import { documentShard, inShard, missingInWords, shardInWords, type DocumentShard } from "./shard.ts";

const part = (numbers: number[], of: number, functions: number, allFunctions: number): DocumentShard => ({
  ...{ numbers, of, functions, allFunctions },
});

describe("shards", () => {
  it("share out everything, each thing once, and are as large as is said of them", () => {
    const all = Array.from({ length: 11 }, (_, index) => index);
    const shards = [1, 2, 3, 4].map((number) => ({ number, of: 4 }));
    const each = shards.map((shard) => inShard(all, shard));
    assert.deepEqual(each[1], [1, 5, 9]);
    assert.deepEqual(
      each.flat().sort((a, b) => a - b),
      all,
    );
    for (const [index, shard] of shards.entries()) {
      const complete = documentShard(shard, each[index]!.length, all.length).shard;
      assert.deepEqual(missingInWords({ ...complete, of: 4 }).slice(1), []);
      const [left] = missingInWords({ ...complete, functions: complete.functions - 1 }).slice(-1);
      assert.equal(left, `1 of the ${each[index]!.length} functions of shard ${shard.number} is missing`);
    }
  });

  for (const [shard, words, missing] of [
    [part([1], 4, 12, 48), "shard 1 of 4: 12 of 48 functions", ["shards 2, 3 and 4 of 4 are missing"]],
    [part([1, 2, 4], 4, 36, 48), "shards 1, 2 and 4 of 4: 36 of 48 functions", ["shard 3 of 4 is missing"]],
    [
      part([1, 3], 3, 2, 6),
      "shards 1 and 3 of 3: 2 of 6 functions",
      ["shard 2 of 3 is missing", "2 of the 4 functions of shards 1 and 3 are missing"],
    ],
    [part([1], 1, 45, 48), "45 of 48 functions", ["3 of the 48 functions are missing"]],
    [part([1, 2, 3], 3, 1, 1), "shards 1, 2 and 3 of 3: 1 of 1 functions", []],
  ] as [DocumentShard, string, string[]][]) {
    it(`are told as ${words}, and what is missing: ${missing.join("; ") || "nothing"}`, () => {
      assert.equal(shardInWords(shard), words);
      assert.deepEqual(missingInWords(shard), missing);
    });
  }
});
