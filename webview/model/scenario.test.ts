import assert from "node:assert/strict";
import type { TargetResult } from "../../bench-worker/target-result.ts";
import { comparisonDocument, exampleDocument, recordedDocument } from "../fixtures/document.ts";
import { scenarios, type ScenarioView } from "./scenario.ts";

const [recorded] = recordedDocument.results;

function viewsOf(...results: TargetResult[]): ScenarioView[] {
  return scenarios({ ...recordedDocument, results }, new Set());
}

function withScenario(scenario: NonNullable<TargetResult["scenario"]>): TargetResult {
  return { ...recorded!, io: [], scenario };
}

const { recordings } = recorded!.scenario!;

describe("the call that was measured, in the panel", () => {
  it("has its times, its own share, and the calls that could be measured instead", () => {
    const [view] = viewsOf(recorded!);
    assert.match(view!.sentence, /^Measured is a real call, recorded by npm test on 2026-11-25, path 1 of 3/);
    assert.deepEqual(
      view!.figures.map(({ name, value, aside }) => [name, value, aside]),
      [
        ["Took, when recorded", "130 ms", ""],
        ["Its own time", "15 %", "19.0 ms"],
        ["I/O calls", "8", "at most 3 at a time"],
        ["One after another", "5", ""],
      ],
    );
    assert.deepEqual(
      view!.choices.map(({ path, seen, what, state }) => [path, seen, what, state]),
      [
        [1, "9 of 12 calls", "8 I/O calls, ends well", "measured"],
        [2, "2 of 12 calls", "5 I/O calls, ends with an error", "other"],
        [3, "1 of 12 calls", "1 I/O call, ends with an error", "other"],
        [null, "", "values that are inferred, or that a fakes file gives", "other"],
      ],
    );
  });

  it("counts no I/O calls where the user gives a part by which it made others than were recorded", () => {
    const namesOf = (origin: "given" | "recorded"): string[] => {
      const values = [{ what: "answer of db.get at line 3", origin }];
      const [view] = viewsOf(withScenario({ origin: "recorded", milliseconds: 3, values }));
      return view!.figures.map(({ name }) => name);
    };
    assert.deepEqual(namesOf("given"), ["Took, when recorded"]);
    assert.deepEqual(namesOf("recorded"), ["Took, when recorded", "I/O calls"]);
  });

  it("says where texts were replaced, where that is known", () => {
    const lacksOf = (redactedAt?: string[]): string | undefined =>
      viewsOf(
        withScenario({
          ...{ origin: "recorded", redacted: 1 },
          ...(redactedAt === undefined ? {} : { redactedAt }),
        }),
      )[0]!.lacks[0];
    assert.match(lacksOf([".token of argument 0"])!, /may be secrets\. Replaced: \.token of argument 0\.$/);
    assert.match(lacksOf()!, /may be secrets\.$/);
  });

  it("says why a recorded call was not played, and which one that was", () => {
    const notReplayed = {
      code: "did-not-end",
      text: "Played, it came to no end after db.get at line 3.",
    } as const;
    const [view] = viewsOf(withScenario({ origin: "inferred", path: 2, recordings, notReplayed }));
    assert.match(view!.sentence, /inferred: Played, it came to no end after db\.get at line 3\.$/);
    assert.deepEqual(
      view!.choices.map(({ state }) => state),
      ["other", "not-played", "other", "other"],
    );
    assert.equal(view!.waterfall, null);
  });

  it("leads to recording where nothing is recorded, and to recording again where all is stale", () => {
    const of = (scenario: NonNullable<TargetResult["scenario"]>): unknown[] =>
      viewsOf(withScenario(scenario)).map(({ recording, sentence, choices }) => [
        recording,
        sentence,
        choices.length,
      ]);
    const inferred = "Measured is a call whose arguments and answers are inferred from the source.";
    assert.deepEqual(of({ origin: "inferred" }), [["first", `${inferred} No call of it is recorded.`, 0]]);
    const stale = { paths: [], stale: true };
    assert.deepEqual(of({ origin: "inferred", recordings: stale }), [
      [
        "again",
        `${inferred} Its recorded calls are of an older text of the function, or of one that it calls.`,
        0,
      ],
    ]);
    assert.deepEqual(of({ origin: "inferred", recordings: recordings! }), [
      ["none", `${inferred} Its recorded calls were not played.`, 4],
    ]);
    assert.equal(viewsOf(withScenario({ origin: "given" }))[0]!.recording, "none");
  });

  it("of several functions is told of those only that have more to say", () => {
    const plain = withScenario({ origin: "inferred" });
    assert.deepEqual(
      viewsOf(plain, recorded!, plain).map(({ result }) => result),
      [1],
    );
    assert.deepEqual(scenarios(exampleDocument, new Set()), []);
  });

  it("is not chosen in a comparison", () => {
    const [base, head] = comparisonDocument.results;
    const results = [
      { ...recorded!, target: base!.target },
      { ...recorded!, target: head!.target },
    ];
    const views = scenarios({ ...comparisonDocument, results }, new Set([1]));
    assert.deepEqual(
      views.map(({ choices, isStale, revision }) => [choices.length, isStale, revision]),
      [
        [0, false, "HEAD"],
        [0, true, undefined],
      ],
    );
  });
});
