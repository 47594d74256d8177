import assert from "node:assert/strict";
import { analyze } from "../analysis/analyze.ts";
import type { TargetResult } from "./target-result.ts";
import { oneWithLess } from "./one-in-part.ts";
import { caughtElsewhere } from "./worker/caught-elsewhere.ts";
import { missedSentence } from "./worker/missed-calls.ts";

const { functions } = analyze(
  `async function load(id) {
    try {
      const row = await db.get(id);
      check(row);
      await db.save(row);
    } catch { return null; }
  }`,
  "js",
);

/** What is said where `load` throws at its fourth line and catches that itself. */
function caught(): readonly string[] {
  const error = new Error("of its I/O calls, db.get at line 3 is no part of the numbers: ");
  error.stack = `${error}\n    at load (/a/store.js:4:7)`;
  return caughtElsewhere([{ error, line: 6, file: "/a/store.js" }], () => functions);
}

function result(warnings: readonly string[], ...expressions: string[]): TargetResult {
  return {
    target: { file: "a.js", name: "f", line: 1, column: 1, pattern: "async-await", tokens: 9, textHash: "0" },
    state: "completed",
    warnings: [...warnings],
    fakes: expressions.map((expression) => ({
      expression,
      kind: "promise",
      from: "inferred",
      why: "it is awaited",
    })),
  };
}

describe("one of two results that did not come to all of its I/O calls", () => {
  const missed = missedSentence(functions[0]!.ioCalls.slice(1));
  for (const [who, warnings] of [
    ["the function itself", [missed!]],
    ["another file, which caught an error", caught()],
  ] as const) {
    it(`had less to do where the other made one of those that ${who} left out`, () => {
      const left = result(warnings, "db.get");
      assert.deepEqual(oneWithLess(left, result([], "pool.save")), { which: "former", part: "left" });
      assert.deepEqual(oneWithLess(result([], "db.get", "db.save"), left), { which: "latter", part: "left" });
      assert.equal(oneWithLess(left, result([], "db.get", "db.find")), null);
    });
  }
});
