import assert from "node:assert/strict";
import { exampleDocument, runningDocument, troubledDocument } from "../fixtures/document.ts";
import { legend, memoryChart, timeChart } from "./series.ts";

describe("timeChart", () => {
  it("has one series a target, in one unit, with intervals", () => {
    const { axis, series, concurrency, absence } = timeChart(exampleDocument);
    assert.equal(axis, "Time of n calls (ms)");
    assert.equal(absence, null);
    assert.deepEqual(concurrency, [100, 500, 1000, 1500, 2000]);
    assert.deepEqual(
      series.map(({ label }) => label),
      ["upload · callbacks.js", "upload · async-await.js", "upload · promises.js", "upload · co.js"],
    );
    const point = series[0]!.points[2]!;
    assert.equal(point.n, 1000);
    assert.ok(Math.abs(point.value - 2.1) < 1e-9);
    assert.ok(point.low! < point.value && point.value < point.high!);
    assert.equal(point.text, "2.10 ms");
    assert.equal(point.aside, "interval 1.97 ms to 2.25 ms, first settled after 1.68 ms");
  });

  it("gives a target without time a series without points, never zeros", () => {
    const { series } = timeChart(troubledDocument);
    assert.deepEqual(
      series.map(({ points }) => points.length),
      [5, 0, 5, 0],
    );
  });
});

describe("missing", () => {
  it("tells what may still come from what was not measured", () => {
    const labels = ["upload · promises.js", "upload · co.js"];
    assert.deepEqual(timeChart(runningDocument).missing, { yet: labels, atAll: [] });
    assert.deepEqual(timeChart(troubledDocument).missing, {
      yet: [],
      atAll: ["upload · async-await.js", "upload · co.js"],
    });
    assert.deepEqual(memoryChart(runningDocument).missing, { yet: [], atAll: [] });
  });
});

describe("memoryChart", () => {
  it("has no intervals where none were taken", () => {
    const { axis, series } = memoryChart(exampleDocument);
    assert.equal(axis, "Peak live heap of n calls (MB)");
    assert.equal(series[0]!.points[0]!.low, null);
    assert.equal(series[0]!.points[0]!.text, "4.34 MB");
    assert.equal(series[0]!.points[0]!.aside, "");
  });

  it("says why it is empty", () => {
    assert.equal(memoryChart(runningDocument).absence, "Memory has not been measured yet.");
    const options = { ...exampleDocument.options, measures: ["time" as const] };
    assert.equal(
      memoryChart({ ...runningDocument, options }).absence,
      "Memory was left out of this benchmark.",
    );
    assert.equal(
      memoryChart({ ...troubledDocument, results: troubledDocument.results.slice(1) }).absence,
      "Memory was not measured.",
    );
  });
});

describe("legend", () => {
  it("marks what was edited since", () => {
    assert.deepEqual(
      legend(exampleDocument, new Set([1])).map(({ stale }) => stale),
      [false, true, false, false],
    );
  });
});
