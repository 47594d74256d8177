import assert from "node:assert/strict";
import type { ToPanel } from "../../bench-worker/panel-messages.ts";
import { exampleDocument, exampleResult } from "../test/examples.ts";
import { exportName } from "./export-name.ts";
import { restoredDocument } from "./restored.ts";

describe("what a panel kept of an earlier session", () => {
  it("is a benchmark, of which nothing runs any more", () => {
    const document = exampleDocument([exampleResult(), exampleResult({ state: "running" })]);
    const message: ToPanel = { type: "show", document, running: null, stale: [] };
    const restored = restoredDocument(JSON.parse(JSON.stringify({ version: 1, message, ui: {} })));
    assert.deepEqual(
      restored?.results.map(({ state }) => state),
      ["completed", "cancelled"],
    );
  });

  it("is nothing where it cannot be read", () => {
    for (const state of [undefined, null, {}, "x", { message: { type: "empty", message: "" } }]) {
      assert.equal(restoredDocument(state), undefined);
    }
  });
});

describe("the name of an exported file", () => {
  const nameOf = (...names: string[]) =>
    exportName(exampleDocument(names.map((name) => exampleResult({}, name))));

  it("is that of the function, as far as a file may be called that", () => {
    assert.equal(nameOf("upload"), "async-cost-upload.json");
    assert.equal(nameOf("Store.#flush"), "async-cost-Store.-flush.json");
    assert.equal(nameOf("(anonymous)"), "async-cost-anonymous.json");
    assert.equal(nameOf("../.."), "async-cost-benchmark.json");
    assert.equal(nameOf("a", "b"), "async-cost-benchmark.json");
  });
});
