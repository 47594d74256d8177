import assert from "node:assert/strict";
import { isDeciding } from "../deciding.ts";
import { NOT_INSTALLED } from "../fake-words.ts";
import type { FakeUse } from "../target-result.ts";
import { notInstalledWarnings } from "./not-installed.ts";

describe("packages that are not installed", () => {
  const fake = (expression: string, why: string): FakeUse => ({
    expression,
    kind: "sync",
    from: "inferred",
    why,
  });

  it("are said beside the numbers, with what to do", () => {
    const one = notInstalledWarnings([fake("redis", NOT_INSTALLED), fake("pg", "a known client")]);
    assert.deepEqual(one, [
      "The package redis is not installed and was made up: npm install gives numbers with it.",
    ]);
    const two = notInstalledWarnings([fake("redis", NOT_INSTALLED), fake("pg", NOT_INSTALLED)]);
    assert.deepEqual(two, [
      "The packages redis and pg are not installed and were made up: npm install gives numbers with them.",
    ]);
    const names = ["a", "b", "c", "d", "e", "f", "g", "h"];
    assert.match(
      notInstalledWarnings(names.map((name) => fake(name, NOT_INSTALLED)))[0]!,
      /^The packages a, b, c, d, e, f and 2 more are not installed/,
    );
    assert.ok([...one, ...two].every((one) => isDeciding(one)));
    assert.deepEqual(notInstalledWarnings([fake("pg", "a known client")]), []);
  });
});
