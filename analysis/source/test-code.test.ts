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
  const told = (text: string): [string, boolean][] =>
    analyze(text, "js").functions.map((one) => [one.name, isTestCallback(one, text, "js")]);

  it("is what it and test are given", () => {
    const text =
      'it("loads", async () => { await a(); }); test("z", async () => { await b(); }); app.get("/it", async () => { await c(); });';
    assert.deepEqual(told(text), [
      ["it loads", true],
      ["test z", true],
      ["get /it", false],
    ]);
  });

  it("is so without a label, and under a name of its own", () => {
    const text =
      'it(async () => { await a(); }); test.only("b", async function works() { await b(); }); run(async () => { await c(); });';
    assert.deepEqual(
      told(text).map(([, isTest]) => isTest),
      [true, true, false],
    );
  });

  it("has beside it what runs before and after", () => {
    const text =
      'beforeEach(async () => { await a(); }); describe("b", () => { after(async function () { await b(); }); });';
    assert.deepEqual(told(text), [
      ["(anonymous)", true],
      ["(anonymous)", true],
    ]);
  });

  it("has nothing to do with what only goes by such a word", () => {
    for (const text of [
      "after(async () => { await log(); });",
      "router.beforeEach(async (to) => { await allowed(to); });",
      "describe('a', () => {}); server.before(async (request) => { await allowed(request); });",
    ])
      assert.deepEqual(told(text), [["(anonymous)", false]], text);
  });

  it("is no function of that name", () => {
    assert.deepEqual(told("export async function test() { await a(); }"), [["test", false]]);
  });
});
