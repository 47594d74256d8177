import assert from "node:assert/strict";
import { ComparisonSelection } from "./selection.ts";

const reference = (name: string, ordinal = 0) => ({ uri: "file:///a.js", name, ordinal });

describe("the selection for a comparison", () => {
  it("keeps the order of selecting, and a second selecting takes out", () => {
    const selection = new ComparisonSelection();
    assert.equal(selection.toggle(reference("b")), true);
    assert.equal(selection.toggle(reference("a")), true);
    assert.equal(selection.toggle(reference("a", 1)), true);
    assert.equal(selection.toggle(reference("b")), false);
    assert.deepEqual(selection.selected, [reference("a"), reference("a", 1)]);
  });

  it("is taken with the function to compare as the last, once, and is then empty", () => {
    const selection = new ComparisonSelection();
    selection.toggle(reference("a"));
    selection.toggle(reference("b"));
    assert.deepEqual(selection.take(reference("a")), [reference("b"), reference("a")]);
    assert.deepEqual(selection.selected, []);
  });
});
