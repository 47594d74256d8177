import assert from "node:assert/strict";
import vm from "node:vm";
import { compileModule } from "./compile.ts";
import { routeDynamicImports, toCommonJs } from "./transform.ts";

const lines = (text: string): number => text.split("\n").length;

describe("making a module of the target's text", () => {
  it("keeps every line on its line", () => {
    const text = `import a, { b } from "a";\n\ninterface X {\n  y: string;\n}\n\nexport async function f(x: X): Promise<void> {\n  await b(x.y, a);\n}\n`;
    const code = toCommonJs(text, "ts", "/f.ts");
    assert.equal(lines(code), lines(text));
    assert.match(code.split("\n")[7]!, /await .*b.*x\.y/);
  });

  it("calls nothing by a pattern that is exported behind a line without a semicolon", () => {
    const text =
      "const api = make()\nexport const { get, put } = api\nexport let [a] = b\nx.export\nconst c = 1\n";
    const code = toCommonJs(text, "ts", "/f.ts").split("\n");
    assert.match(code[1]!, /^;\s*\(\s*\{/);
    assert.match(code[2]!, /^;/);
    assert.match(code[3]!, /^x\.export/);
  });

  it("sends dynamic imports to the loader, and leaves text that only looks like one", () => {
    const routed = routeDynamicImports('const t = "import(x)"; // import(y)\nobject.import(z); import (w);');
    assert.equal(routed, 'const t = "import(x)"; // import(y)\nobject.import(z); __asyncCostImport (w);');
  });

  it("gives import.meta a meaning", () => {
    assert.match(
      toCommonJs("export const url = import.meta.url;", "js", "/f.mjs"),
      /__asyncCostImportMeta\.url/,
    );
  });

  it("lets an import be called async beside asynchronous arrow functions, however it is imported", () => {
    const rest = "\nexport const f = async (a) => [a, async.of, async (b) => b, { async }, async(a)];";
    for (const line of [
      'import async from "async";',
      'import * as async from "async"',
      'import async, { each } from "async";',
      'import { each, async } from "async";',
      'import { async, each } from "async"',
      'import { of as async } from "async";',
      'import { async as each } from "x"; import async from "async";',
    ])
      for (const language of ["js", "ts"] as const) {
        const code = toCommonJs(line + rest, language, "/f.mjs");
        assert.equal(lines(code), 2, line);
        assert.match(
          code.split("\n")[1]!,
          /= async \(a\) => \[a, async\.of, async \(b\) => b, \{ async \}, async\(a\)\]/,
        );
        assert.doesNotThrow(() => compileModule("/f.mjs", line + rest, language), line);
      }
    const kept = 'import { async as each } from "x";' + rest.replace("async.of", "each");
    assert.doesNotMatch(toCommonJs(kept, "js", "/f.mjs"), /__asyncCostAsync/);
  });

  it("lets an ES module declare what CommonJS modules are given, every column in its place", () => {
    const text = [
      'import path, { createRequire } from "node:path";',
      "const __filename = name(import.meta.url), other = `${other}}`;",
      "export const __dirname = path.dirname(__filename);",
      "let { a, require } = createRequire(1);",
      "const kept = (require, module) => { const exports = require; return exports; };",
      "const b = require(1), c = { module }",
    ].join("\n");
    const code = toCommonJs(text, "js", "/f.mjs").split("\n");
    assert.match(code[1]!, /^var {3}__filename = /);
    assert.match(code[2]!, /^ var {3}__dirname = /);
    assert.match(code[3]!, /^var \{ a, require \}/);
    assert.equal(code[4], text.split("\n")[4]);
    assert.equal(code[5], text.split("\n")[5]);
    const compiled = compileModule(
      "/f.mjs",
      "const require = 1;\nexport const sum = () => require + 1;",
      "js",
    );
    const exported: { sum?: () => number } = {};
    compiled.evaluate(exported);
    assert.equal(exported.sum?.(), 2);
  });

  it("gives a function that a module exports as a whole by an import of all, with what it inherits", () => {
    const code = toCommonJs(
      'import * as all from "all";\nexports.made = [new all() instanceof all, all.red, all.default === all];',
      "ts",
      "a.ts",
    );
    class All {
      readonly kind = "all";
      static get red(): string {
        return "red";
      }
    }
    const Whole = class extends All {};
    const exports: { made?: unknown } = {};
    vm.runInNewContext(code, { exports, require: () => Whole });
    assert.equal(JSON.stringify(exports.made), '[true,"red",true]');
    const plain: { made?: unknown } = {};
    vm.runInNewContext(
      toCommonJs('import * as all from "all"; exports.made = [all.a, all.default.a];', "ts", "a.ts"),
      { exports: plain, require: () => ({ a: 1 }) },
    );
    assert.equal(JSON.stringify(plain.made), "[1,1]");
    const written = 'const text = "} else { var newObj = {}; if (obj != null)";\nimport * as all from "all";';
    assert.equal(toCommonJs(written, "ts", "a.ts").split(" else if (typeof obj").length, 2);
    assert.ok(toCommonJs(written.split("\n")[0]!, "ts", "a.ts").includes(`"} else { var newObj`));
  });

  it("gives a compiled module without a default as the default that is imported, and one that has it by then", () => {
    const code = toCommonJs('import all from "all"; exports.read = () => all;', "ts", "a.ts");
    const readOf = (given: object): unknown => {
      const exports: { read?: () => unknown } = {};
      vm.runInNewContext(code, { exports, require: () => given });
      Object.assign(given, { isLoaded: true });
      return exports.read!();
    };
    const whole = { __esModule: true, spawn: 1 };
    assert.equal(readOf(whole), whole);
    assert.equal(readOf({ __esModule: true, default: 2 }), 2);
    const cyclic = {
      __esModule: true,
      set isLoaded(is: boolean) {
        Object.defineProperty(this, "default", { value: is ? 3 : 0 });
      },
    };
    assert.equal(readOf(cyclic), 3);
  });

  it("makes a comment of a hashbang", () => {
    assert.equal(routeDynamicImports("#!/usr/bin/env node\n1;"), "///usr/bin/env node\n1;");
  });

  it("takes out types of Flow, also those that newer versions of it share with TypeScript", () => {
    for (const type of ["{| +a: ?T |}", "T extends string ? 1 : 2", "{ [K in keyof T]: K }"]) {
      const code = toCommonJs(`function f(a: ${type}) {}\nexport const b = (c: any);`, "js", "/f.js");
      assert.match(code, /^.*function f\(a *\) \{\}\n/, type);
      assert.doesNotMatch(code, /any/);
    }
    assert.match(toCommonJs("const a = b as any;\nfunction f(c): T {}", "js", "/f.js"), /a = b *;\n/);
  });

  it("throws where the text is not well-formed", () => {
    assert.throws(() => toCommonJs("const = 1;", "ts", "/f.ts"));
  });
});
