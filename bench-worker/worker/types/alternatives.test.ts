import assert from "node:assert/strict";
import { alternativesOf } from "./alternatives.ts";

describe("the alternatives of a type", () => {
  it("are parted at its own bars", () => {
    assert.deepEqual(alternativesOf("string | null"), ["string", "null"]);
    assert.deepEqual(alternativesOf("| 'a|b' | 'c'"), ["'a|b'", "'c'"]);
    assert.deepEqual(alternativesOf("Map<string, number | null> | { a: 1 | 2 }"), [
      "Map<string, number | null>",
      "{ a: 1 | 2 }",
    ]);
  });

  it("are not parted in what a function takes or gives", () => {
    const render = "(source: string | Buffer) => Promise<string> | undefined";
    assert.deepEqual(alternativesOf(render), [render]);
    assert.deepEqual(alternativesOf("null | ((a: string) => void | string)"), [
      "null",
      "((a: string) => void | string)",
    ]);
  });
});
