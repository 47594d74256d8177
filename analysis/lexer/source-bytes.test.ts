import { deepEqual } from "node:assert/strict";

import { SourceBytes } from "./source-bytes.ts";

/** What the bytes of a text are, slowly. */
function expected(text: string): number[] {
  return Array.from({ length: text.length }, (_, at) => Math.min(text.charCodeAt(at), 0x80));
}

describe("the bytes of a text", () => {
  const source = new SourceBytes();
  const texts = [
    "a".repeat(1000),
    "",
    "plain",
    "\u00e4",
    `${"a".repeat(13)}\u00e4\u20ac${"b".repeat(9)}\ud83d\ude00c\u2028`,
    "\ud83d lone \ude00",
    "\u20ac".repeat(500),
    `${"x".repeat(700)}\u20ac`,
    `${"x".repeat(4095)}\ud83d\ude00${"y".repeat(5000)}\u00e4`,
    "\u2028".repeat(9000),
    `${"x".repeat(20_001)}\u0141${"y".repeat(40_000)}`,
    `\u20ac${"\u00e4".repeat(20_000)}${"z".repeat(40_001)}`,
    `${"x".repeat(8192)}\u0141${"y".repeat(8191)}\u00e4${"z".repeat(8191)}`,
    "plain again",
    "\ufeff#!",
  ];
  for (const text of texts) {
    it(`are one a code unit, with zeros behind them, of ${JSON.stringify(text.slice(0, 20))}`, () => {
      // A text that is read again, or behind another one, is read in another way.
      const own = new SourceBytes();
      for (const bytes of [source.read(text), own.read(text), own.read(text)]) {
        deepEqual([...bytes.subarray(0, text.length)], expected(text));
        deepEqual(
          bytes.subarray(text.length).findIndex((byte) => byte !== 0),
          -1,
        );
      }
    });
  }
});
