import assert from "node:assert/strict";
import { replaceSection } from "./report.ts";

describe("a section of docs/benchmarks.md", () => {
  const before = "# Benchmarks\n\n<!-- a -->\n\nold a\n\n<!-- /a -->\n\n<!-- b -->\n\nold b\n\n<!-- /b -->\n";

  it("takes the place of its last one and leaves the others", () => {
    const after = replaceSection(before, "a", "new a");
    assert.match(after, /new a[^]*old b/);
    assert.doesNotMatch(after, /old a/);
  });

  it("is put last when it is new", () => {
    assert.match(
      replaceSection(before, "c", "new c"),
      /old a[^]*old b[^]*<!-- c -->\n\nnew c\n\n<!-- \/c -->\n$/,
    );
  });
});
