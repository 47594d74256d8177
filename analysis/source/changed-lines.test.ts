import assert from "node:assert/strict";
import { changedLines } from "./changed-lines.ts";

const lines = (...all: string[]): string => all.join("\n");

describe("lines that were changed", () => {
  it("are those that only one of two texts has, however they are indented", () => {
    const before = lines("async function a() {", "  await b();", "  await c();", "}");
    const after = lines("async function a() {", "  if (d) {", "    await b();", "  }", "  await e();", "}");
    assert.deepEqual(changedLines(before, after), { removed: [3], added: [2, 5] });
    assert.deepEqual(changedLines(after, before), { removed: [2, 5], added: [3] });
  });

  it("are none of the same text, and none without a word", () => {
    const text = lines("a();", "b();");
    assert.deepEqual(changedLines(text, text), { removed: [], added: [] });
    assert.deepEqual(changedLines(lines("{", "a();", "}"), lines("a();")), { removed: [], added: [] });
  });

  it("are the first and the last ones, too", () => {
    assert.deepEqual(changedLines(lines("a", "b"), lines("a", "b", "c")), { removed: [], added: [3] });
    assert.deepEqual(changedLines(lines("z", "a", "b"), lines("a", "b")), { removed: [1], added: [] });
  });

  it("are not looked for in texts without measure", () => {
    const long = Array.from({ length: 3000 }, (_, at) => `a${at}`).join("\n");
    assert.equal(changedLines(`x\n${long}`, `y\n${long}`), null);
  });
});
