import assert from "node:assert/strict";
import { createRequire } from "node:module";

type Compile = (
  text: string,
  options: { source: string; file: string; requireCompiler: (name: string) => { compile: () => string } },
) => string;
const compile = createRequire(import.meta.url)("./traceur.js") as Compile;

type Evaluate = (module: { exports: () => number }, require: (name: string) => void, global: object) => void;

describe("what Traceur compiled", () => {
  it("keeps to the runtime that it loaded, whoever loads another", () => {
    const text = compile("", {
      source: "a.js",
      file: "b.js",
      requireCompiler: () => ({
        compile: () => '"use strict";module.exports = function () { return $traceurRuntime.made(); };',
      }),
    });
    assert.match(text, /^"use strict";/);
    const shared: { $traceurRuntime: { made?: () => number } } = { $traceurRuntime: {} };
    const load = (runtime: number): (() => number) => {
      const module = { exports: (): number => 0 };
      const require = (name: string): void => {
        assert.equal(name, "traceur/bin/traceur-runtime");
        shared.$traceurRuntime.made = () => runtime;
      };
      const evaluate = new Function("module", "require", "global", text) as Evaluate;
      evaluate(module, require, shared);
      return module.exports;
    };
    const first = load(1);
    const second = load(2);
    assert.deepEqual([first(), second()], [1, 2]);
  });
});
