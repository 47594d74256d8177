import assert from "node:assert/strict";
import { seededRandom } from "../corpus/mutations.ts";
import { SourceBytes } from "../lexer/source-bytes.ts";
import { LineCounter } from "./line-counter.ts";
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

  it("are counted the same several characters at a time, in whatever order they are asked for", () => {
    const random = seededRandom(7);
    const pieces = ["\n", "\r\n", "\r", "a", "bcd", "\u00e4", "\n\n", "x".repeat(300), "\u2028", "; "];
    for (const ends of [pieces, pieces.filter((piece) => !piece.includes("\r"))]) {
      const text = Array.from({ length: 900 }, () => ends[Math.floor(random() * ends.length)]!).join("");
      const starts = lineStartsOf(text);
      const counter = new LineCounter(text, new SourceBytes().read(text));
      for (let asked = 0; asked < 300; asked++) {
        const offset = Math.floor(random() * (text.length + 1));
        assert.deepEqual(counter.positionAt(offset), positionAt(starts, offset), `${offset}`);
      }
    }
  });
});
