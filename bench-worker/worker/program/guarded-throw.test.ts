import assert from "node:assert/strict";
import { isGuardedThrow } from "./guarded-throw.ts";

const guarded = (text: string): boolean =>
  isGuardedThrow(text, "a.ts", text.slice(0, text.indexOf("throw")).split("\n").length);

describe("a module that throws while it loads", () => {
  it("would load in other surroundings where the throw stands behind an if", () => {
    assert.ok(guarded('import { isMainThread } from "w";\nif (isMainThread) throw new Error("a worker");'));
    assert.ok(guarded("const a = { b: [1] };\nif (pool.isMain) {\n  log(a);\n  throw new Error();\n}"));
    assert.ok(guarded("if (a.b) {\n} else throw 1;"));
    assert.ok(guarded("function check() { if (!key) throw new Error(); }\ncheck();"));
  });

  it("would not where nothing asks before", () => {
    assert.ok(!guarded("if (a) { b(); }\nthrow new Error();"));
    assert.ok(!guarded("{ throw 1; }"));
    assert.ok(!guarded("function f() { throw new Error(); }\nf();"));
    assert.ok(!isGuardedThrow("settings.port = 1;", "a.js", 1));
  });
});
