import assert from "node:assert/strict";
import type { ComplexityTable, MeasuredTable } from "../../bench-worker/gallery-table.ts";
import { chartsOf } from "./charts.ts";
import { thenAndNowPage } from "./page.ts";

const article = { title: "An article", author: "Somebody", date: "2013-08-09" };
const estimate = (median: number) => ({ median, low: median, high: median });

const complexity: ComplexityTable = {
  schemaVersion: 1,
  table: "complexity",
  measuredAt: "2026-01-02T03:04:05.000Z",
  article,
  rows: [
    {
      name: "callbacks",
      system: "Raw callbacks",
      library: null,
      tokens: 410,
      ratio: 1,
      seed: { tokens: 421, ratio: 1 },
    },
  ],
  remarks: [],
};

const row = (name: string, milliseconds: number | null, seed: MeasuredTable["rows"][number]["seed"]) => ({
  name,
  system: name,
  library: null,
  state: milliseconds === null ? ("missing" as const) : ("measured" as const),
  measured:
    milliseconds === null
      ? []
      : [{ setting: "all", series: [{ n: 100, milliseconds: estimate(milliseconds), peakBytes: 1000 }] }],
  seed,
  warnings: [],
});

const closures: MeasuredTable = {
  schemaVersion: 1,
  table: "closures",
  measuredAt: "2026-01-02T03:04:05.000Z",
  article,
  environment: { runtime: "node", version: "20.0.0", v8: "11", cpu: "an abacus", cores: 1, os: "none" },
  settings: [{ name: "all", title: "All", latency: { model: "fixed", milliseconds: 1 }, concurrency: [100] }],
  base: "callbacks",
  budgetMilliseconds: 1000,
  rows: [
    row("callbacks", 10, [{ setting: "all", n: 100, milliseconds: 4 }]),
    row("slow", 30, [{ setting: "all", n: 100, milliseconds: 8 }]),
    row("missing", null, []),
  ],
  remarks: [],
};

describe("the charts of then and now", () => {
  it("show time and memory next to the base's, now and then, without what was not measured", () => {
    const [time, memory] = chartsOf(closures);
    assert.deepEqual(time?.configuration.data.labels, ["callbacks", "slow"]);
    assert.deepEqual(
      time.configuration.data.datasets.map(({ label, data }) => [label, data]),
      [
        ["now", [1, 3]],
        ["2013", [1, 2]],
      ],
    );
    assert.deepEqual(
      memory?.configuration.data.datasets.map(({ label }) => label),
      ["now"],
    );
  });

  it("stand on the page below their table, which says what it was measured on", () => {
    const page = thenAndNowPage([complexity, closures]);
    assert.match(page, /^Not measured for this page yet: performance, debuggability, promises\.$/m);
    for (const { name } of [complexity, closures].flatMap(chartsOf)) {
      assert.ok(page.includes(`](pictures/then-and-now/${name}.png)`), name);
    }
    assert.match(page, /_node 20\.0\.0 on an abacus \(1 core, none\), 2026-01-02_/);
    assert.match(page, /An article\]\(how-we-measure\.md#sources\)/);
  });
});
