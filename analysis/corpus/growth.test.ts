import assert from "node:assert/strict";
import { growingTexts, growthOf, readConstructs, stepsOfAnalysis } from "./growth.ts";
import { seededRandom } from "./mutations.ts";

const CALLS = { name: "calls", textOf: (times: number) => "a();\n".repeat(times) };

describe("the growth of the work with the text", function () {
  this.timeout(60_000);

  it("is told where it is more than in proportion, and nowhere else", () => {
    assert.equal(
      growthOf(CALLS, ({ length }) => 1000 + 5 * length),
      undefined,
    );
    const growth = growthOf(CALLS, ({ length }) => length ** 2);
    assert.equal(growth?.ratio, 4);
    // Something that is read another way once there is enough of it.
    assert.equal(
      growthOf(CALLS, ({ length }) => (length > 3000 ? 20 * length : length)),
      undefined,
    );
  });

  it("is in proportion where nothing stands behind `await` yet", () => {
    const textOf = (times: number): string =>
      `async function f() { await Promise.all([${"(await ).a()".repeat(times)}]); }`;
    assert.equal(growthOf({ name: "await", textOf }), undefined);
  });

  const nesting: readonly (readonly [string, (times: number) => string])[] = [
    [
      "each of many functions within each other emits",
      (times) => `f(${"class A { m() { e.emit('end');\n".repeat(times)}`,
    ],
    [
      "each of many parentheses within each other is called in a generator",
      (times) => `co(function* () { ${"(a, ".repeat(times)}b${")()".repeat(times)}; yield c(); });`,
    ],
    [
      "many asynchronous functions stand behind operators within each other",
      (times) => `function f(cb) { ${"async () => a < ".repeat(times)} b; cb(null); }`,
    ],
  ];
  for (const [what, textOf] of nesting)
    it(`is in proportion where ${what}`, () => {
      assert.ok(stepsOfAnalysis(textOf(400)) < 2.2 * stepsOfAnalysis(textOf(200)));
    });

  it("is in proportion for constructs at random", () => {
    const texts = growingTexts(readConstructs(), seededRandom(5));
    const names = new Set<string>();
    for (let left = 12; left > 0; left--) {
      const text = texts.next().value;
      names.add(text.name);
      assert.equal(growthOf(text), undefined, text.name);
    }
    assert.equal(names.size, 12);
  });
});
