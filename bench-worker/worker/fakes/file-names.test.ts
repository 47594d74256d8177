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
      ['for (const name of names) { if (!name.endsWith(".log")) continue; await unlink(name); }', "file.log"],
      ['if (!isOpen || path.extname(name) !== ".log") { return; }', "file.log"],
      ['if (!(name.endsWith(".yml") || name.endsWith(".yaml"))) continue;', "file.yml"],
      ['if (!minimatch(name, "*.sql")) continue;', "file.sql"],
      ['if (name.endsWith(".gz")) return gunzip(name);', "file.gz"],
      ['if (name.endsWith(".gz")) { await gunzip(name); continue; }', "file.gz"],
    ] as const)
      assert.equal(fileNamesFor(text)[0], name, text);
    assert.equal(fileNamesFor("").length, 2);
  });

  it("get through what the function itself looks for, before what others of its file do", () => {
    const own = "names.filter((name) => /\\.md$/.test(name))";
    assert.equal(fileNamesFor(own, 'if (name.endsWith(".js")) return;')[0], "file.md");
    assert.equal(fileNamesFor("await readdir(folder)", own)[0], "file.md");
  });

  it("are none that the source looks for to leave them out", () => {
    for (const [text, name] of [
      ['for (const name of names) { if (name.endsWith(".gz")) continue; await unlink(name); }', "file.txt"],
      ['if (!entry.isFile() || entry.name.endsWith(".txt")) continue;', "file.data"],
      ['names.filter((name) => !name.endsWith(".d.ts") && name.endsWith(".ts"))', "file.ts"],
      ['names.filter((name) => { if (name.endsWith(".map")) return false; return true; })', "file.txt"],
      ["if (/\\.min\\.js$/.test(name)) { return; }", "file.txt"],
      ["names.filter((name) => !/\\.js$/.test(name))", "file.txt"],
      ['if (path.extname(name) === ".gz") return callback();', "file.txt"],
      ['if (path.extname(name) !== ".gz") await gzip(name);', "file.txt"],
      ['await fg(["!**/*.test.ts", "src/**/*.ts"])', "file.ts"],
      ['await glob(pattern, { ignore: ["**/node_modules/**", "**/*.d.ts"] })', "file.txt"],
    ] as const)
      assert.equal(fileNamesFor(text)[0], name, text);
  });
});
