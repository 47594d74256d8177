import assert from "node:assert/strict";
import { analyze } from "../analyze.ts";
import { isTestCallback, isTestFile } from "./test-code.ts";

describe("a file of tests", () => {
  for (const path of [
    "test/a.js",
    "packages/b/__tests__/a.tsx",
    "spec/ParseServer.spec.js",
    "src/a.test.ts",
    "src/a-test.js",
    "src/a_test.mjs",
    "test.js",
    "lib/test-buffer.js",
    "src/a.e2e.ts",
    "Tests/a.js",
  ])
    it(`is ${path}`, () => assert.equal(isTestFile(path), true));

  for (const path of [
    "src/contest.js",
    "src/latest.ts",
    "testing.js",
    "src/inspect.js",
    "attest/a.js",
    "a.js",
  ])
    it(`is not ${path}`, () => assert.equal(isTestFile(path), false));
});

describe("a test in any file", () => {
  const named = (text: string): Record<string, boolean> =>
    Object.fromEntries(analyze(text, "js").functions.map((one) => [one.name, isTestCallback(one)]));

  it("is what it and test are given", () => {
    const text =
      'it("loads", async () => { await a(); }); test("z", async () => { await b(); }); app.get("/it", async () => { await c(); });';
    assert.deepEqual(named(text), { "it loads": true, "test z": true, "get /it": false });
  });

  it("is no function of that name", () => {
    assert.deepEqual(named("export async function test() { await a(); }"), { test: false });
  });
});
