import assert from "node:assert/strict";
import { bytes, nanoseconds } from "./format.ts";
import { table } from "./table.ts";
import { characters, printable } from "./text.ts";

describe("a measured value", () => {
  for (const [value, text] of [
    [1234, "1.23 µs"],
    [0, "0 ns"],
    [{ median: 1234, low: 1180, high: 1310 }, "1.23 µs (1.18–1.31)"],
    [{ median: 1234, low: 800, high: 12_100 }, "1.23 µs (0.80–12.10)"],
    [{ median: 1000, low: 1000, high: 1000 }, "1.00 µs"],
  ] as const) {
    it(`of time is written ${text}`, () => assert.equal(nanoseconds(value), text));
  }

  it("of memory has decimal units and may be negative", () => {
    assert.equal(bytes(533), "533 B");
    assert.equal(bytes(-2500), "−2.50 kB");
    assert.equal(bytes({ median: 3_000_000, low: 2_900_000, high: 3_100_000 }), "3.00 MB (2.90–3.10)");
  });
});

describe("a table", () => {
  it("aligns its columns, numbers at the right, and leaves no space at line ends", () => {
    const text = table(
      [{ title: "name" }, { title: "tokens", right: true }, { title: "note" }],
      [
        ["upload", "7", ""],
        ["µ", "1234567", "x"],
      ],
    );
    assert.equal(text, ["name     tokens  note", "upload        7", "µ       1234567  x"].join("\n"));
  });
});

describe("a table of very many rows", () => {
  it("is laid out like any other", () => {
    const rows = Array.from({ length: 200_000 }, () => ["a"]);
    assert.equal(table([{ title: "name" }], rows).length, "name".length + 2 * rows.length);
  });
});

describe("text out of measured code", () => {
  it("cannot steer the terminal", () => {
    assert.equal(printable("a\u001b[2Jb\r\nc\rd\u0007\u009bm\n"), "a\uFFFD[2Jb\nc\uFFFDd\uFFFD\uFFFDm\n");
  });

  it("is counted as a person counts", () => assert.equal(characters("né👩‍👩‍👧").length, 3));
});
