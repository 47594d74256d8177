import assert from "node:assert/strict";
import { fileNamesFor } from "./file-names.ts";

describe("made-up names of files", () => {
  it("get through what the source looks for", () => {
    for (const [text, name] of [
      ['names.filter((name) => name.endsWith(".json"))', "file.json"],
      ["names.filter((name) => name.endsWith('.test.ts'))", "file.test.ts"],
      ['if (path.extname(name) === ".md") return read(name);', "file.md"],
      ["await fg('src/**/*.{ts,tsx}', { cwd })", "file.ts"],
      ["await glob(`${root}/*.css`)", "file.css"],
      ["names.filter((name) => /\\.json$/.test(name))", "file.json"],
      ["names.filter((name) => name.match(/\\.(png|jpg)$/i))", "file.png"],
      ["for (const name of names) await stat(name);", "file.txt"],
    ] as const)
      assert.equal(fileNamesFor(text)[0], name, text);
    assert.equal(fileNamesFor("").length, 2);
  });
});
