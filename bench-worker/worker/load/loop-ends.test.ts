import assert from "node:assert/strict";
import { endOfLoop } from "./loop-ends.ts";

describe("what ends a loop", () => {
  for (const [text, name, value] of [
    [
      'do { [cursor, keys] = await redis.scan(cursor, "COUNT", 9); } while (cursor !== "0");',
      "*.scan()[0]",
      "0",
    ],
    [
      "do {\n  const [next, keys] = await redis.scan(cursor);\n  cursor = next;\n} while (cursor !== '0');",
      "*.scan()[0]",
      "0",
    ],
    ["do { const page = await db.scan(at); at = page.cursor; } while (at != 0)", "*.cursor", 0],
    ["while (at !== -1) { const { done, next: at } = await db.scan(); }", "*.next", -1],
    ["do { reply = await db.scan(reply); at = reply[0]; } while (at !== '0')", "*.scan()[0]", "0"],
  ] as const) {
    it(`is told by ${JSON.stringify(text)}`, () => {
      assert.deepEqual(endOfLoop("scan", ["", text]), { name, shape: { value } });
    });
  }

  it("is not told by a loop around something else, or that goes by nothing that was answered", () => {
    assert.equal(endOfLoop("scan", ["do { [a] = await db.rescan(a); } while (a !== '0')"]), undefined);
    assert.equal(endOfLoop("scan", ["let i = 9; while (i !== 0) { await db.scan(i); i--; }"]), undefined);
  });
});
