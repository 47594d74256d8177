import assert from "node:assert/strict";
import { exampleFunction, exampleResult } from "../test/examples.ts";
import { ordinals, ResultStore } from "./result-store.ts";

describe("results of functions", () => {
  const upload = exampleFunction({ textHash: "a1" });
  const result = exampleResult();

  it("belong to the same name and text in the same document", () => {
    const store = new ResultStore();
    store.put("file:a", 0, result);
    assert.deepEqual([...store.match("file:a", [upload])], [[upload, { result, stale: false }]]);
    assert.equal(store.match("file:b", [upload]).size, 0);
    assert.equal(store.match("file:a", [exampleFunction({ name: "other" })]).size, 0);
  });

  it("are old when the function's text has changed", () => {
    const store = new ResultStore();
    store.put("file:a", 0, result);
    const edited = exampleFunction({ textHash: "b2" });
    assert.equal(store.match("file:a", [edited]).get(edited)?.stale, true);
    assert.equal(store.match("file:a", [upload]).get(upload)?.stale, false);
  });

  it("follow a function that namesakes were put before", () => {
    const store = new ResultStore();
    store.put("file:a", 0, result);
    const other = exampleFunction({ textHash: "b2" });
    const matched = store.match("file:a", [other, upload]);
    assert.equal(matched.get(upload)?.stale, false);
    assert.equal(matched.has(other), false);
  });

  it("of an anonymous function do not pass to another one", () => {
    const store = new ResultStore();
    const [first, second] = [
      exampleFunction({ name: "(anonymous)", textHash: "1" }),
      exampleFunction({ name: "(anonymous)", textHash: "2" }),
    ];
    store.put("file:a", 0, exampleResult({}, "(anonymous)", "1"));
    const edited = { ...first, textHash: "3" };
    const matched = store.match("file:a", [edited, second]);
    assert.equal(matched.get(edited)?.stale, true);
    assert.equal(matched.has(second), false);
  });

  it("tell functions with the same name and text apart by their places", () => {
    const store = new ResultStore();
    const twins = [exampleFunction(), exampleFunction()];
    store.put("file:a", 1, result);
    const matched = store.match("file:a", twins);
    assert.deepEqual(
      twins.map((twin) => matched.has(twin)),
      [false, true],
    );
    assert.deepEqual([...ordinals([...twins, exampleFunction({ name: "other" })]).values()], [0, 1, 0]);
  });

  it("replace an earlier one of the same function", () => {
    const store = new ResultStore();
    store.put("file:a", 0, result);
    const later = exampleResult({ state: "failed", reason: "It threw." });
    store.put("file:a", 0, later);
    assert.equal(store.match("file:a", [upload]).get(upload)?.result, later);
  });

  it("outlast a later benchmark of the same text that was cancelled", () => {
    const store = new ResultStore();
    const estimate = { median: 1, low: 1, high: 1 };
    const memory = { bytesInFlightPerCall: estimate, processes: 1, series: [] };
    const shown = (found = upload) => store.match("file:a", [found]).get(found)?.result;
    store.put("file:a", 0, result);
    store.put("file:a", 0, exampleResult({ state: "cancelled" }));
    store.put("file:a", 0, exampleResult({ state: "cancelled", memory }));
    assert.equal(shown(), result);
    const ofNewText = exampleResult({ state: "cancelled", memory }, "upload", "b2");
    store.put("file:a", 0, ofNewText);
    assert.equal(shown(exampleFunction({ textHash: "b2" })), ofNewText);
  });
});
