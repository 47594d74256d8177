import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { beginsWithModules, isModuleFile, mayLoadModules, type Started } from "./es-modules.ts";

describe("a process that is recorded", () => {
  let root: string;

  before(() => {
    root = mkdtempSync(path.join(os.tmpdir(), "async-cost-es-modules-"));
    for (const [file, text] of [
      ["package.json", "{}"],
      ["modules/package.json", '{ "type": "module" }'],
      ["modules/node_modules/plain/index.js", ""],
    ] as const) {
      mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
      writeFileSync(path.join(root, file), text);
    }
  });

  after(() => rmSync(root, { recursive: true, force: true }));

  it("begins with ES modules where its main file is one, or its options, a thread or standard input may bring one", () => {
    const begins = (change: Partial<Started>): boolean =>
      beginsWithModules({
        argv: ["node", path.join(root, "main.js")],
        ...{ execArgv: [], options: "--require /recorder.cjs", isMainThread: true },
        ...change,
      });
    const main = (file: string): Partial<Started> => ({ argv: ["node", path.join(root, file)] });
    const without = [
      {},
      main("main.cjs"),
      { argv: ["node"], execArgv: ["-e", "0"] },
      { execArgv: ["--test"] },
    ];
    assert.deepEqual(without.map(begins), [false, false, false, false]);
    const withModules = [
      ...[main("main.mjs"), main("modules/main.js"), main("main.ts"), { argv: ["node"] }],
      ...[{ argv: ["node"], execArgv: ["-e", "import('a')"] }, { isMainThread: false }],
      ...[{ execArgv: ["--import", "tsx"] }, { options: "--require a --import=tsx" }],
    ];
    assert.deepEqual(
      withModules.map(begins),
      withModules.map(() => true),
    );
  });

  it("may load one by a text that imports, wherever, or that is one", () => {
    const texts = [
      ...["const load = () => import('./a.js');", "new Function('s', 'return import(s)')"],
      ...["import a from 'a';", "  export const a = 1;", "#!/usr/bin/env node\nimport 'a';"],
    ];
    assert.deepEqual(
      texts.map((text) => mayLoadModules(text)),
      texts.map(() => true),
    );
    const others = [
      ...["require('a')", "exports.a = 1;", "const important = 1;", "module.import = 1;"],
      ...[
        "/** @type {import('.')} */\nexports.a = 1;",
        "/*\n * @type {typeof import('a')}\n */",
        "// import('a')",
      ],
      "const one = /** @type {import('a').A} */ (0);",
    ];
    assert.deepEqual(
      others.map((text) => mayLoadModules(text)),
      others.map(() => false),
    );
    const [ofPackage, state] = ["/project/node_modules/a/a.mjs", "export const a = 1;"];
    assert.deepEqual(
      [mayLoadModules(state, ofPackage), mayLoadModules("import('b')", ofPackage)],
      [false, true],
    );
  });

  it("knows a file as a module by its name, or by the package that it is of", () => {
    const files = [
      "a.js",
      "a.cjs",
      "a.mjs",
      "modules/a.js",
      "modules/a.cjs",
      "modules/node_modules/plain/a.js",
    ];
    assert.deepEqual(
      files.filter((file) => isModuleFile(path.join(root, file))),
      ["a.mjs", "modules/a.js"],
    );
  });
});
