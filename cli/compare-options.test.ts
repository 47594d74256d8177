import assert from "node:assert/strict";
import { compareOptions, type RawCompareOptions } from "./compare-options.ts";
import { UsageError } from "./terminal.ts";

describe("the options of a comparison", () => {
  it("are a table that fails for nothing where nothing was typed", () => {
    const { format, failOn, threshold, benchmark } = compareOptions({});
    assert.deepEqual([format, failOn, threshold], ["table", [], 0.05]);
    assert.equal(benchmark.budgetMilliseconds, 5000);
  });

  it("are read as they were typed", () => {
    const options = compareOptions({
      failOn: "tokens, slower",
      threshold: "2.5 %",
      format: "markdown",
      budget: "1s",
    });
    assert.deepEqual(options.failOn, ["slower", "tokens"]);
    assert.equal(options.threshold, 0.025);
    assert.equal(options.format, "markdown");
    assert.equal(options.benchmark.budgetMilliseconds, 1000);
    assert.equal(compareOptions({ json: true }).format, "json");
    assert.equal(compareOptions({ json: true, format: "json" }).format, "json");
  });

  for (const [raw, message] of [
    [{ format: "xml" }, /--format is table, markdown, json; not "xml"/],
    [{ format: "table", json: true }, /--json and --format table exclude each other/],
    [{ failOn: "slow" }, /--fail-on takes slower, memory, stack, tokens, .* not "slow"/],
    [{ threshold: "5%" }, /give both/],
    [{ failOn: "slower", threshold: "5" }, /--threshold takes per cent, such as 5%; not "5"/],
    [{ failOn: "slower", threshold: "-5%" }, /--threshold cannot be below 0/],
    [{ failOn: "memory", only: "time,stack" }, /--fail-on memory needs memory, which --only leaves out/],
    [{ n: "x" }, /--n takes/],
  ] as [RawCompareOptions, RegExp][]) {
    it(`refuse ${JSON.stringify(raw)}`, () => {
      assert.throws(
        () => compareOptions(raw),
        (error) => error instanceof UsageError && message.test(error.message),
      );
    });
  }
});
