import assert from "node:assert/strict";
import { analyze } from "../analysis/analyze.ts";
import { KEPT } from "./part-measured.ts";
import { remark } from "./remark.ts";
import type { TargetResult } from "./target-result.ts";
import { oneWithLess } from "./one-in-part.ts";
import { missedSentence } from "./worker/missed-calls.ts";

const { functions } = analyze("async function load(id) { await db.get(id); await db.save(id); }", "js");

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
  for (const [who, warnings] of [["the function itself", [missed!]]] as const) {
    it(`had less to do where ${who} left out what the other did not, be that faked, run as it is, or gone`, () => {
      const left = result(warnings, "db.get");
      for (const other of [result([], "pool.save"), result([], "db.get"), result([])]) {
        assert.deepEqual(oneWithLess(left, other), { which: "former", part: "left" });
        assert.deepEqual(oneWithLess(other, left), { which: "latter", part: "left" });
        const [one, two] = [left, other].map((each) => ({ ...each, warnings: [...each.warnings, KEPT] }));
        assert.deepEqual(oneWithLess(one!, two!), { which: "former", part: "left" });
      }
      assert.equal(oneWithLess(left, result([missed!.replace("db.save", "pool.save")])), null);
    });
  }

  it("is none that has no I/O call at all, as far as its source and the call tell", () => {
    const counted = (ioCalls: number, more: Partial<TargetResult["counters"]> = {}): TargetResult => ({
      ...result([]),
      remarks: [],
      counters: { ioCalls, criticalPath: ioCalls, ...more },
    });
    assert.equal(oneWithLess(counted(2), counted(0)), null);
    const fakes = result([], "queue.add").fakes.map((fake) => ({ ...fake, kind: "sync" as const, calls: 1 }));
    assert.deepEqual(oneWithLess(counted(2), { ...counted(0), fakes }), { which: "latter", part: "none" });
    const inSource = { ioCalls: 1, criticalPath: 1, inLoop: false, why: ["at-once" as const] };
    const none = { which: "latter", part: "none" } as const;
    assert.deepEqual(oneWithLess(counted(2), counted(0, { inSource })), none);
    assert.deepEqual(
      oneWithLess(counted(2), { ...counted(0), remarks: [remark("without-io", "It made none.")] }),
      none,
    );
  });

  it("are no less to do where a function that is called made another of their name", () => {
    const calls = [{ expression: "repo.get", line: 4 }];
    const said =
      "In charge, of its I/O calls, repo.get at line 4 is no part of the numbers: the call went another way there.";
    const elsewhere = (made: string): TargetResult => {
      const one = result([said], made);
      const fakes = one.fakes.map((fake) => ({ ...fake, calls: 1 }));
      return { ...one, fakes, remarks: [remark("left-out-elsewhere", said, { calls })] };
    };
    assert.equal(oneWithLess(elsewhere("repo.get"), result([], "repo.get")), null);
    assert.deepEqual(oneWithLess(elsewhere("repo.put"), result([], "repo.get")), {
      which: "former",
      part: "left",
    });
  });

  it("are no less to do where those of another branch were made in their place", () => {
    const calls = [{ expression: "db.save", line: 1, isReplaced: true } as const];
    const left = { ...result([missed!], "db.get"), remarks: [remark("left-out", missed!, { calls })] };
    assert.equal(oneWithLess(left, result([], "db.get")), null);
    const made = result([], "db.save");
    const taken = { ...made, fakes: made.fakes.map((fake) => ({ ...fake, calls: 1 })) };
    assert.deepEqual(oneWithLess(left, taken), { which: "former", part: "left" });
    const both = [...calls, { expression: "db.save", line: 2 }];
    assert.deepEqual(
      oneWithLess({ ...left, remarks: [remark("left-out", missed!, { calls: both })] }, result([], "db.get")),
      { which: "former", part: "left" },
    );
  });
});
