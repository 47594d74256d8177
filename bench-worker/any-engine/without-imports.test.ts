import assert from "node:assert/strict";
import { withoutImports } from "./without-imports.ts";

describe("import() in engines that have none of ours", () => {
  it("is routed whatever stands before its bracket", () => {
    for (const gap of [
      "",
      " ",
      "\n",
      "/* a */",
      "/***/ /* * / **/\n",
      "/* a\nb */",
      "// a\n",
      "// a /*\r",
      "<!-- a\n",
      "\n--> a\n",
    ]) {
      for (const before of ["", "(", "await ", "...", "/**/"]) {
        assert.equal(
          withoutImports(`${before}import${gap}("fs")`),
          `${before}__asyncCostImport${gap}("fs")`,
          JSON.stringify(before + gap),
        );
      }
    }
  });

  it("is routed within another, and of every phase", () => {
    assert.equal(
      withoutImports('import(import("fs"));import.defer("a");import /**/ . source ("b")'),
      '__asyncCostImport(__asyncCostImport("fs"));__asyncCostImport.defer("a");__asyncCostImport /**/ . source ("b")',
    );
  });

  it("is no property, no part of a name and no declaration", () => {
    for (const text of [
      "loader.import(1)",
      "$import(1)",
      "reimport(1)",
      "imports(1)",
      'import { a } from "b"',
      "import/* a (1)",
      "import.meta.resolve(1)",
    ]) {
      assert.equal(withoutImports(text), text);
    }
  });

  // It took longer than anybody waits by a pattern that read two comments as one, too.
  it("is told in texts of a hundred thousand comments", () => {
    const text = `import${"/**/".repeat(100_000)};`;
    assert.equal(withoutImports(text), text);
  });
});
