import assert from "node:assert/strict";
import { copyOf, firstSettings, type Settings } from "./settings.ts";
import { TriedLessons } from "./tried-lessons.ts";

function settingsOf(rung: number): Settings {
  return firstSettings({ rung }, { freeNames: new Set() });
}

/** A failure of an attempt by these settings, of which is learnt what `learn` changes. */
function fails(tried: TriedLessons, failed: string, settings: Settings, learn: () => void): void {
  tried.hear(failed, settings);
  const before = copyOf(settings);
  learn();
  tried.together(failed, before, settings);
}

describe("what was learnt of a failure", () => {
  it("one after the other at one rung, is learnt at once where the same fails at another", () => {
    const tried = new TriedLessons();
    const first = settingsOf(0);
    fails(tried, "no text", first, () => void first.shapes.set("path", { value: "path" }));
    fails(tried, "no text", first, () => void (first.hasTuples = true));
    fails(tried, "no text", first, () => void (first.hasKeys = "few"));
    const next = settingsOf(1);
    fails(tried, "other", next, () => void (next.makesBodies = true));
    assert.deepEqual([next.hasTuples, next.hasKeys, next.shapes.size], [false, "none", 0]);
    fails(tried, "no text", next, () => void (next.hasTuples = true));
    assert.deepEqual([next.hasTuples, next.hasKeys, [...next.shapes.keys()]], [true, "few", ["path"]]);
    assert.equal(first.makesBodies, false);
  });

  it("is what other attempts begin with, where values got over it, and nothing else does", () => {
    const tried = new TriedLessons();
    const first = settingsOf(0);
    fails(tried, "no text", first, () => {
      first.shapes.set("path", { value: "path" });
      first.hasTuples = true;
    });
    fails(tried, "no number", first, () => void first.promises.add("count"));
    fails(tried, "no number", first, () => void first.plain.add("total"));
    const next = settingsOf(1);
    tried.begin(next);
    assert.deepEqual(
      [[...next.shapes.keys()], next.hasTuples, next.promises.size, next.plain.size],
      [["path"], false, 0, 0],
    );
  });
});
