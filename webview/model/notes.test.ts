import assert from "node:assert/strict";
import {
  comparisonDocument,
  exampleDocument,
  oneDocument,
  recordedDocument,
  troubledDocument,
} from "../fixtures/document.ts";
import { KIND_WORDS } from "../../bench-worker/fake-words.ts";
import { KINDS_TO_CHOOSE } from "../../bench-worker/fakes-file/kinds.ts";
import { fakes, problems, warnings } from "./notes.ts";

describe("problems", () => {
  it("gives cause and next step of everything that did not complete", () => {
    assert.deepEqual(problems(troubledDocument), [
      {
        label: "upload · async-await.js",
        state: "failed",
        reason: "Line 24: blob.stat is not a function.",
        hint: "Name what blob.stat gives in a fakes file.",
        fakesFor: null,
      },
      {
        label: "upload · promises.js",
        state: "timed out",
        reason: "The function did not settle in 30 s.",
        hint: "Look for an I/O call whose callback is never called.",
        fakesFor: null,
      },
      {
        label: "upload · co.js",
        state: "not supported",
        reason: "Fibers need Node 14 or older.",
        hint: "",
        fakesFor: null,
      },
    ]);
    assert.deepEqual(problems(exampleDocument), []);
  });

  it("says once what became of several", () => {
    const results = exampleDocument.results.map((result) => ({ ...result, state: "cancelled" as const }));
    assert.deepEqual(
      problems({ ...exampleDocument, results: results.slice(0, 3) }).map(({ label, state }) => [
        label,
        state,
      ]),
      [["upload · callbacks.js, upload · async-await.js and upload · promises.js", ""]],
    );
  });

  it("does not leave a missing cause empty", () => {
    const [result] = exampleDocument.results;
    const [problem] = problems({ ...exampleDocument, results: [{ ...result!, state: "cancelled" }] });
    assert.equal(problem?.reason, "The run was stopped before it was done.");
  });
});

describe("warnings", () => {
  it("says each once, with all that it is about", () => {
    assert.deepEqual(
      warnings(troubledDocument).map(({ labels }) => labels),
      [["upload · callbacks.js", "upload · promises.js"]],
    );
  });

  it("names nobody where it is about all of several", () => {
    const results = exampleDocument.results.map((result) => ({
      ...result,
      warnings: ["The machine is busy."],
    }));
    const labelsOf = (count: number) =>
      warnings({ ...exampleDocument, results: results.slice(0, count) }).map(({ labels }) => labels);
    assert.deepEqual(labelsOf(4), [["All 4 functions"]]);
    assert.deepEqual(labelsOf(2), [["upload · callbacks.js", "upload · async-await.js"]]);
    assert.deepEqual(labelsOf(1), [[]]);
  });

  it("offers to write fakes where it says to, and names nobody twice", () => {
    const [first] = oneDocument.results;
    const text = "Say so in a fakes file: async-cost fakes src/upload.js:3 --write.";
    const { name } = first!.target;
    const failed = {
      ...first!,
      state: "failed" as const,
      reason: `${name} failed at line 3.`,
      warnings: [text],
    };
    const document = { ...oneDocument, results: [failed] };
    assert.deepEqual(
      warnings(document).map(({ fakesFor }) => fakesFor),
      [0],
    );
    assert.ok(warnings(oneDocument).every(({ fakesFor }) => fakesFor === null));
    const [problem] = problems(document);
    assert.deepEqual([problem?.label, problem?.state, problem?.reason], [name, "", "failed at line 3."]);
  });

  it("tells apart those that decide what the numbers mean", () => {
    assert.deepEqual(
      warnings(oneDocument).map(({ decides }) => decides),
      [false, true, true],
    );
  });
});

describe("warnings on the call that was measured", () => {
  it("stand with that call", () => {
    const [result] = recordedDocument.results;
    assert.equal(result!.warnings.length, 1);
    assert.deepEqual(warnings(recordedDocument), []);
    const other = { ...result!, scenario: { origin: "inferred" as const } };
    assert.equal(warnings({ ...recordedDocument, results: [other] }).length, 1);
  });
});

describe("warnings of pairs", () => {
  it("stand under the pair's name, unless a function has them already", () => {
    const [pair] = comparisonDocument.pairs!;
    const pairs = [
      { ...pair!, warnings: ["Of both.", ...troubledDocument.results.flatMap((one) => one.warnings)] },
    ];
    assert.deepEqual(
      warnings({ ...troubledDocument, pairs }).map(({ labels }) => labels),
      [["upload · callbacks.js", "upload · promises.js"], [pair!.name]],
    );
  });
});

describe("fakes", () => {
  it("says in words what was faked and how that was known", () => {
    const [first] = fakes(exampleDocument);
    assert.equal(first?.counters, "7 I/O calls, 7 one after the other, 9 promises");
    assert.deepEqual(first.fakes[2], {
      expression: "self.createQuery",
      kind: "gives a promise",
      choices: KINDS_TO_CHOOSE.map((kind) => ({
        kind,
        words: KIND_WORDS[kind],
        isPresent: kind === "promise",
      })),
      why: "its promise is used in line 12",
      calls: "2",
      line: 12,
    });
    const [result] = exampleDocument.results;
    const results = [{ ...result!, counters: { ...result!.counters!, ioCalls: 1 } }];
    assert.match(
      fakes({ ...exampleDocument, results })[0]!.counters,
      /^1 I\/O call, .*, \d+ more I\/O calls? once it had settled$/,
    );
    assert.equal(first.unlike, "");
    assert.equal(first.fakes[0]!.why, "known API");
    assert.deepEqual(first.fakes[0]!.choices, []);
    assert.equal(fakes(troubledDocument).length, 1);
  });

  it("says where the source shows other I/O calls", () => {
    const [result] = exampleDocument.results;
    const inSource = { ioCalls: 9, criticalPath: 9, inLoop: false, why: [] };
    const counters = { ...result!.counters!, inSource };
    const [first] = fakes({ ...exampleDocument, results: [{ ...result!, counters }] });
    assert.equal(
      first?.unlike,
      "Its source shows 9 I/O calls in sequence; the measured call made 7 in sequence.",
    );
  });
});
