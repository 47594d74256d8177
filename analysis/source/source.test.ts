import assert from "node:assert/strict";
import { lineStartsOf, positionAt } from "./lines.ts";

describe("lines", () => {
  it("end at LF, CR LF and CR, alone and mixed", () => {
    assert.deepEqual(lineStartsOf("a\nb\n\nc"), [0, 2, 4, 5]);
    assert.deepEqual(lineStartsOf("a\r\nb\rc\n\r\r\nd"), [0, 3, 5, 7, 8, 10]);
    assert.deepEqual(lineStartsOf(""), [0]);
  });

  it("do not end at U+2028, as in editors", () => {
    assert.deepEqual(lineStartsOf("a\u2028b"), [0]);
  });

  it("give positions from 1, the line's end included", () => {
    const starts = lineStartsOf("ab\ncd\n");
    assert.deepEqual(positionAt(starts, 0), { line: 1, column: 1 });
    assert.deepEqual(positionAt(starts, 2), { line: 1, column: 3 });
    assert.deepEqual(positionAt(starts, 3), { line: 2, column: 1 });
    assert.deepEqual(positionAt(starts, 6), { line: 3, column: 1 });
  });
});
