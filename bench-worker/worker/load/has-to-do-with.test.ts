import assert from "node:assert/strict";
import { analyze } from "../../../analysis/analyze.ts";
import type { FakeUse } from "../../target-result.ts";
import { hasToDoWith } from "./has-to-do-with.ts";

describe("whether a call has to do with a package that was made up", () => {
  const text =
    'import { createClient } from "@base/base-js";\nimport slug from "slug";\nconst base = createClient();\n' +
    "export async function list() { return await base.from('a'); }\n" +
    "export async function other(db) { return await db.get(slug('a')); }";
  const source = { id: "a", file: "/p/a.js", text, language: "js", functionStart: 0 } as const;
  const has = (
    name: string,
    packageName: string,
    uses: readonly FakeUse[],
    others: readonly string[] = [],
  ): boolean => {
    const asyncFunction = analyze(text, "js").functions.find((one) => one.name === name)!;
    const fakes = {
      packageOf: (expression: string) => (expression.startsWith("base.") ? "@base/base-js" : undefined),
    };
    const projectTexts = new Map([text, ...others].map((one, at) => [`${at}.js`, one]));
    const target = { source, asyncFunction, analyzedText: text, fakes, projectTexts };
    return hasToDoWith(packageName, target, uses);
  };
  const use = {
    expression: "base.createClient().from",
    kind: "promise",
    from: "inferred",
    why: "awaited",
  } as const;

  it("is so where it calls it, names what comes of it, or another file of the project imports it", () => {
    assert.ok(has("list", "@base/base-js", [{ ...use, calls: 1 }]));
    assert.ok(has("other", "slug", []));
    assert.ok(has("other", "@base/base-js", [], ['import { x } from "@base/base-js/x";']));
  });

  it("is so where only another package imports it", () => {
    assert.ok(has("other", "refusing", []));
  });

  it("is so where it names what the top of the file makes of it, or of that", () => {
    assert.ok(has("list", "@base/base-js", []));
    const made =
      'const { Pool } = require("pool");\nconst pool = new Pool({\n  max: 1,\n});\nfunction query(text) {\n  return pool.query(text);\n}\n' +
      "async function one() { return await query('a'); }\nasync function two(db) { return await db.get(); }\nmodule.exports = { one, two };";
    const related = (name: string): boolean => {
      const asyncFunction = analyze(made, "js").functions.find((found) => found.name === name)!;
      const fakes = { packageOf: () => undefined };
      const target = {
        source: { ...source, text: made },
        asyncFunction,
        analyzedText: made,
        fakes,
        projectTexts: new Map([["made.js", made]]),
      };
      return hasToDoWith("pool", target, []);
    };
    assert.deepEqual([related("one"), related("two")], [true, false]);
  });

  it("is not so where only the module was loaded with it", () => {
    assert.ok(!has("other", "@base/base-js", [use]));
    assert.ok(!has("list", "slug", [{ ...use, calls: 1 }], ['import { x } from "slugs";']));
  });
});
