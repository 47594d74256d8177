import assert from "node:assert/strict";
import { variantPath } from "./variant-name.ts";

describe("the name of a variant", () => {
  for (const [path, taken, expected] of [
    ["/src/upload.js", [], "/src/upload.variant.js"],
    ["/src/upload.test.ts", [], "/src/upload.test.variant.ts"],
    ["/src/upload.js", ["/src/upload.variant.js"], "/src/upload.variant-2.js"],
    ["/src/upload.variant.js", ["/src/upload.variant.js"], "/src/upload.variant-2.js"],
    ["/src.d/upload", [], "/src.d/upload.variant"],
  ] as const) {
    it(`is ${expected} for ${path}${taken.length > 0 ? ` beside ${taken.join()}` : ""}`, () => {
      assert.equal(
        variantPath(path, (candidate) => taken.some((other) => other === candidate)),
        expected,
      );
    });
  }
});
