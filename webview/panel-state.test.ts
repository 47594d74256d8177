import assert from "node:assert/strict";
import { exampleDocument } from "./fixtures/document.ts";
import {
  afterMessage,
  INITIAL_STATE,
  restoreState,
  runAgain,
  toggled,
  type PanelState,
} from "./panel-state.ts";

const show = {
  type: "show" as const,
  document: exampleDocument,
  running: { fraction: 0.5, activity: "measuring time", measure: "time" as const },
  stale: [1],
  next: { words: "save waits until load is done.", cancel: "Cancel load" },
};

describe("restoreState", () => {
  const state: PanelState = {
    version: 1,
    message: show,
    ui: { ...INITIAL_STATE.ui, hidden: ["a"], sort: { column: "time", descending: true } },
  };

  it("brings back document and choices, but no run that may long be over", () => {
    const restored = restoreState(JSON.parse(JSON.stringify(state)));
    assert.deepEqual(restored, { ...state, message: { ...show, running: null, next: null } });
  });

  it("starts anew from nothing, from garbage and from another version", () => {
    for (const stored of [
      undefined,
      null,
      "x",
      {},
      { ...state, version: 2 },
      { ...state, ui: { sort: "no" } },
    ]) {
      assert.equal(restoreState(stored), INITIAL_STATE);
    }
  });
});

describe("afterMessage", () => {
  it("forgets a choice once a run has it, and keeps it until then", () => {
    const chosen = { ...INITIAL_STATE, ui: { ...INITIAL_STATE.ui, clock: "real" as const } };
    assert.equal(afterMessage(chosen, show).ui.clock, "real");
    const options = { ...exampleDocument.options, clock: "real" as const };
    assert.equal(afterMessage(chosen, { ...show, document: { ...exampleDocument, options } }).ui.clock, null);
  });
});

describe("runAgain", () => {
  it("sends only the settings that were changed", () => {
    assert.deepEqual(runAgain(INITIAL_STATE.ui), { type: "run-again" });
    assert.deepEqual(runAgain({ ...INITIAL_STATE.ui, clock: "real" }), { type: "run-again", clock: "real" });
  });
});

describe("toggled", () => {
  it("takes out what is in and puts in what is not", () => {
    assert.deepEqual(toggled(["a"], "b"), ["a", "b"]);
    assert.deepEqual(toggled(["a", "b"], "a"), ["b"]);
  });
});
