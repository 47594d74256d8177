import assert from "node:assert/strict";
import { SourceHints } from "./io-hints.ts";

describe("how a target's own calls answer", () => {
  it("is a plain value where they drop it, unless the file waits for the very same elsewhere", () => {
    const hints = new SourceHints();
    hints.explain("this.log.write", "awaited in line 1");
    hints.setTarget({ ioCalls: [] }, "log.write('started');\njar.write(1);\n", "js", new Set());
    assert.equal(hints.kindHere("jar.write"), null);
    assert.equal(hints.kindHere("log.write"), undefined);
  });
});
