import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { Linter } from "eslint";
import tseslint from "typescript-eslint";
import { noCircle } from "./no-circle.mjs";

describe("the lint rule against circles of imports", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), "async-cost-circle-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** What it says of each of some files. */
  function said(files: Readonly<Record<string, string>>): Record<string, string[]> {
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
    const linter = new Linter({ cwd: folder });
    const config: Linter.Config = {
      files: ["**/*.ts"],
      languageOptions: { parser: tseslint.parser },
      plugins: { own: { rules: { "no-circle": noCircle } } },
      rules: { "own/no-circle": "error" },
    };
    const of = (name: string): string[] => {
      const file = path.join(folder, name);
      return linter.verify(readFileSync(file, "utf8"), config, file).map(({ message }) => message);
    };
    return Object.fromEntries(Object.keys(files).map((name) => [name, of(name)]));
  }

  it("tells of each file of one by which way it leads back, and of no other", () => {
    const told = said({
      "main.ts": 'import { a } from "./a.ts"; a;',
      "a.ts": 'import { b } from "./b.ts"; export const a = () => b;',
      "b.ts": 'export * from "./c.ts"; export const b = 1;',
      "c.ts": 'import { a } from "./a.ts"; export const c = a;',
    });
    assert.deepEqual(told, {
      "main.ts": [],
      "a.ts": ["This import leads back here: b.ts → c.ts → a.ts."],
      "b.ts": ["This import leads back here: c.ts → a.ts → b.ts."],
      "c.ts": ["This import leads back here: a.ts → b.ts → c.ts."],
    });
  });

  it("counts what is imported for a type", () => {
    const told = said({
      "maker.ts": 'import { made } from "./made.ts"; export interface Maker { made: typeof made }',
      "made.ts": 'import type { Maker } from "./maker.ts"; export const made: Maker[] = [];',
    });
    assert.deepEqual(told["made.ts"], ["This import leads back here: maker.ts → made.ts."]);
  });

  it("goes by what a file has become, where it is linted again", () => {
    const one = { "one.ts": 'import { two } from "./two.ts"; export const one = two;' };
    const circle = said({
      ...one,
      "two.ts": 'import { one } from "./one.ts"; export const two = () => one;',
    });
    assert.equal(circle["one.ts"]!.length, 1);
    const cut = said({ "two.ts": "export const two = 2;", ...one });
    assert.deepEqual(cut["one.ts"], []);
  });
});
