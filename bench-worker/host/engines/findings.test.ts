import assert from "node:assert/strict";
import type { AwaitFacts, EngineRow } from "../../gallery-table.ts";
import { findings } from "./findings.ts";

const facts = (ticks: number): AwaitFacts => ({
  order: ticks === 1 ? ["after:await", "tick:a", "tick:b"] : ["tick:a", "tick:b", "after:await"],
  microticksPerAwait: ticks,
  microticksPerReturnedPromise: 3,
  promisesPerAwait: ticks,
  namesAwaiter: ticks === 1,
});
const row = (version: string, median: number, ticks: number): EngineRow => ({
  ...{ runtime: "node", version, v8: "1" },
  loads: { "doxbee-async": { median, low: median, high: median } },
  facts: facts(ticks),
});

describe("what the article says of engines", () => {
  const about = (rows: EngineRow[], what: string) => findings(rows).find((each) => each.about === what)!.here;

  it("stands beside how many times as fast as Node 7 each engine is", () => {
    const rows = [row("7.10.1", 3000, 1), row("10.24.1", 1500, 3), row("24.1.0", 1000, 1)];
    assert.equal(about(rows, "doxbee-async"), "as fast as Node 7: Node 10 2.0 ×, Node 24 3.0 ×");
    assert.equal(about(rows, "parallel-async"), null, "not measured");
  });

  it("tells how sure the factor is, from the intervals of both", () => {
    const estimated = (version: string, median: number, share: number): EngineRow => ({
      ...row(version, median, 1),
      loads: { "doxbee-async": { median, low: median * (1 - share), high: median * (1 + share) } },
    });
    const rows = [estimated("7.10.1", 3000, 0.1), estimated("10.24.1", 1500, 0.1)];
    assert.equal(about(rows, "doxbee-async"), "as fast as Node 7: Node 10 2.0 × (1.7 to 2.3)");
  });

  it("stands beside the facts of await, engine by engine", () => {
    const rows = [row("8.17.0", 1, 1), row("10.24.1", 1, 3), row("12.22.12", 1, 1)];
    assert.equal(about(rows, "await order"), "Node 8 await first, Node 10 ticks first, Node 12 await first");
    assert.equal(about(rows, "microticks of an await"), "Node 8 1, Node 10 3, Node 12 1");
    assert.equal(about(rows, "async stack traces"), "Node 8 yes, Node 10 no, Node 12 yes");
  });

  it("says nothing of engines that were not measured, or know no async functions", () => {
    assert.ok(findings([]).every(({ here }) => here === null));
    const old: EngineRow = { ...row("8.17.0", 1, 1), facts: null };
    assert.equal(about([old], "await order"), null);
    assert.equal(about([row("24.1.0", 1, 1)], "doxbee-async"), null, "there is no Node 7 to compare with");
  });
});
