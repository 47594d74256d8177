import assert from "node:assert/strict";
import type {
  ComplexityTable,
  EnginesTable,
  GalleryTable,
  MeasuredTable,
} from "../../bench-worker/gallery-table.ts";
import { chartsOf as chartsIn, ON_PAPER } from "../../webview/gallery/table-charts.ts";
import { thenAndNowPage } from "./page.ts";

const chartsOf = (table: GalleryTable) => chartsIn(table, ON_PAPER);
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
  findings: [],
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
  findings: [],
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

  it("show what a load takes on each engine next to the last, and nothing where there is only one", () => {
    const engine = (version: string, nanoseconds: number): EnginesTable["engines"][number] => ({
      ...{ runtime: "node", version, v8: "1", facts: null },
      loads: { "doxbee-async": estimate(nanoseconds) },
    });
    const { environment, measuredAt } = closures;
    const table: EnginesTable = {
      ...{ schemaVersion: 1, table: "engines", measuredAt, article, environment, findings: [], remarks: [] },
      ...{ engines: [engine("7.10.1", 30), engine("20.0.0", 10)], missing: [] },
    };
    const [chart] = chartsOf(table);
    assert.deepEqual(chart?.configuration.data.labels, ["node 7.10.1", "node 20.0.0"]);
    assert.deepEqual(
      chart.configuration.data.datasets.map(({ label, data }) => [label, data]),
      [["doxbee-async", [3, 1]]],
    );
    assert.deepEqual(chartsOf({ ...table, engines: table.engines.slice(1) }), []);
  });

  it("stand on the page below their table, which says what it was measured on", () => {
    const page = thenAndNowPage([complexity, closures]);
    assert.match(page, /^Not measured for this page yet: performance, debuggability, promises, engines\.$/m);
    for (const { name } of [complexity, closures].flatMap(chartsOf)) {
      assert.ok(page.includes(`](pictures/then-and-now/${name}.png)`), name);
    }
    assert.match(page, /_node 20\.0\.0 on an abacus \(1 core, none\), 2026-01-02_/);
    assert.match(page, /An article\]\(how-we-measure\.md#sources\)/);
  });
});
