import assert from "node:assert/strict";
import type { BytesVerdict, TimeVerdict } from "../pair.ts";
import type { TargetResult } from "../target-result.ts";
import { ENDS_CACHE, ENDS_LEFT, ENDS_NONE, SHARED } from "../part-measured.ts";
import type { Preparation } from "../preparation.ts";
import { remark } from "../remark.ts";
import { sequenceTone, stackTracesText, stackTracesTone } from "../verdict-words.ts";
import { comparedCounts, unjudged, unlessUnlike } from "./pair-of-results.ts";

const result = (criticalPath: number, preparations: Preparation[] = []): TargetResult => ({
  target: { file: "a.js", name: "f", line: 1, column: 1, pattern: "async-await", tokens: 9, textHash: "0" },
  state: "completed",
  warnings: [],
  preparations,
  counters: { ioCalls: criticalPath, criticalPath },
  fakes: [],
});

const NUMBERS = { reason: "", ratio: { median: 1, low: 1, high: 1 }, smallestDetectable: 0.01, processes: 4 };

const FAKE = { from: "inferred" as const, why: "it is awaited" };

const LOOP: Preparation = { what: "loops-ended", lines: [3] };
const LOOPS: Preparation = { what: "loops-ended", lines: [4, 9] };

describe("the I/O calls of a pair", () => {
  it("are judged where both were prepared alike, at whatever lines", () => {
    for (const [base, head] of [
      [result(1), result(3)],
      [result(1, [LOOP]), result(3, [LOOPS])],
      [result(1), result(3, [{ what: "made", by: "make", line: 1 }])],
      [result(1, [{ what: "apart", from: "surroundings" }]), result(3)],
    ] as const) {
      const counts = comparedCounts(base, head);
      assert.equal(sequenceTone(counts), "worse");
      assert.deepEqual(unjudged(counts), []);
    }
  });

  it("are not where values could not be the same for both, or an operation answered at once in one only", () => {
    const unlike: Preparation = { what: "values-unlike" };
    const said = "(made-up values could not be the same for both)";
    for (const [base, head] of [
      [result(1, [unlike]), result(3)],
      [result(1, [unlike]), result(3, [unlike])],
    ] as const)
      assert.ok(comparedCounts(base, head).preparedUnlike!.includes(said));
    const named = result(1, [{ what: "values-unlike", names: ["options.kind"] }]);
    assert.match(comparedCounts(named, named).preparedUnlike!, /the same for both: options\.kind\)/);
    const calling = (...fakes: (readonly [string, "sync" | "promise" | "stream"])[]): TargetResult => ({
      ...result(fakes.length),
      fakes: fakes.map(([expression, kind]) => ({ expression, kind, from: "inferred", calls: 1 })),
    });
    const plain = calling(["db.get", "sync"], ["db.put", "promise"]);
    const waited = calling(["db.get", "promise"], ["db.put", "promise"], ["db.end", "promise"]);
    assert.match(
      comparedCounts(plain, waited).preparedUnlike!,
      /\(db\.get answered at once in the former only\)/,
    );
    assert.match(
      comparedCounts(waited, plain).preparedUnlike!,
      /\(db\.get answered at once in the latter only\)/,
    );
    const streamed = calling(["db.get", "sync"], ["db.get()", "stream"], ["db.put", "promise"]);
    assert.equal(comparedCounts(streamed, waited).preparedUnlike, undefined);
  });

  it("are not where something was decided, ended or made up for one of them only", () => {
    for (const [{ preparations }, said] of [
      [result(3, [LOOP]), "loops were made to end"],
      [result(3, [LOOPS]), "loops were made to end"],
      [result(3, [{ what: "branches-decided", lines: [3] }]), "branches were decided"],
      [result(3, [{ what: "values-cut-off", after: 100 }]), "a call was taken to end early"],
      [result(3, [{ what: "apart", from: "module" }]), "measured apart from what is around it"],
      [result(3, [{ what: "path-of-failure", line: 3 }]), "its path of failure was measured"],
    ] as const) {
      const prepared = { ...result(3), preparations: [...preparations!] };
      const counts = comparedCounts(result(1), prepared);
      assert.equal(sequenceTone(counts), "open");
      assert.ok(unjudged(counts)[0]!.includes(`(${said} in the latter only)`), unjudged(counts)[0]);
      assert.ok(comparedCounts(prepared, result(1)).preparedUnlike!.includes(`(${said} in the former only)`));
    }
  });

  it("are not where a function of the project was made up for one of them only", () => {
    const helped = (criticalPath: number, ...expressions: string[]): TargetResult => ({
      ...result(criticalPath, [{ what: "apart", from: "module" }]),
      remarks: [
        remark("stand-ins-called", "What stands behind them is not known.", {
          calls: expressions.map((expression) => ({ expression, line: 3 })),
        }),
      ],
    });
    const said = "(this.loadAll, a function of the project, was made up in the latter only)";
    const { preparedUnlike } = comparedCounts(helped(3, "open"), helped(2, "open", "this.loadAll"));
    assert.ok(preparedUnlike!.includes(said), preparedUnlike);
    for (const alike of [helped(2, "open"), helped(2, "open", "db.get")])
      assert.equal(comparedCounts(helped(3, "open"), alike).preparedUnlike, undefined);
  });

  it("are not where what nobody gives decides on the I/O calls of one of them only", () => {
    for (const [code, said] of [
      ["number-made-up", "a number that nobody gives decides"],
      ["items-alike", "whether items hold the same decides"],
    ] as const) {
      const open = { ...result(1), remarks: [remark(code, "How many it makes depends on that.")] };
      const counts = comparedCounts(result(3), open);
      assert.equal(sequenceTone(counts), "open");
      assert.ok(counts.preparedUnlike!.includes(`(${said} in the latter only)`), counts.preparedUnlike);
      assert.equal(comparedCounts({ ...result(3), remarks: open.remarks }, open).preparedUnlike, undefined);
    }
  });

  it("are not where a package of control flow of one is not installed, nor is its time", () => {
    const data = { packages: ["p-map"], calls: [{ expression: "pMap", line: 3 }] };
    const open = { ...result(2), remarks: [remark("control-flow-made-up", "It is not installed.", data)] };
    const said = /^p-map is not installed, and what runs, and how often, is up to it, so /;
    for (const base of [result(3), open]) {
      assert.match(comparedCounts(base, open).preparedUnlike!, said);
      const judged = unlessUnlike<TimeVerdict>({ verdict: "faster", ...NUMBERS }, base, open);
      assert.ok(judged.verdict === "not-measured" && said.test(judged.reason), JSON.stringify(judged));
    }
  });

  it("are not where one goes round as often as it is told, and makes as many as the other with one round", () => {
    const open = (count: number) => ({ ...result(count), remarks: [remark("rounds", "It goes round.")] });
    assert.match(
      comparedCounts(open(1), result(1)).preparedUnlike!,
      /^How often the former goes round is up to/,
    );
    assert.equal(comparedCounts(open(1), open(1)).preparedUnlike, undefined);
    assert.equal(sequenceTone(comparedCounts(open(3), result(1))), "better");
  });

  it("are not where those of one grow with its lists, and nobody knows whether those of the other do", () => {
    const law = { once: 2, perItem: 2 };
    const grows: TargetResult = {
      ...result(6),
      counters: {
        ioCalls: 6,
        criticalPath: 6,
        byItems: { ioCalls: law, criticalPath: law, lists: ["rows"] },
      },
    };
    const unknown = {
      ...result(5),
      remarks: [remark("growth-unknown", "Whether it makes more is not known.")],
    };
    for (const [base, head, who] of [
      [grows, unknown, "latter"],
      [unknown, grows, "former"],
    ] as const) {
      const counts = comparedCounts(base, head);
      assert.equal(sequenceTone(counts), "open");
      assert.match(counts.preparedUnlike!, new RegExp(`^Whether the ${who} makes more .* is not judged\\.$`));
    }
    assert.equal(
      comparedCounts(unknown, { ...unknown, counters: result(3).counters! }).preparedUnlike,
      undefined,
    );
  });

  it("are not where the one that made fewer did not come to all that it has", () => {
    const cached = { ...result(1), warnings: [`Of its I/O calls, … ${ENDS_CACHE}`] };
    const left = {
      ...result(1),
      warnings: [`Of its I/O calls, db.get at line 4 is no part of the numbers: ${ENDS_LEFT}`],
    };
    const none = { ...left, warnings: left.warnings.map((one) => one.replace(ENDS_LEFT, ENDS_NONE)) };
    const other = { ...result(3), fakes: [{ ...FAKE, expression: "pool.get", kind: "promise" as const }] };
    const counts = comparedCounts(result(3), cached);
    assert.equal(sequenceTone(counts), "open");
    assert.match(unjudged(counts)[0]!, /^The latter answered from a cache, so whether/);
    for (const one of [left, none])
      assert.match(unjudged(comparedCounts(one, other))[0]!, /^The former did not reach all/);
    // What it left out may have run for real in the other.
    assert.match(unjudged(comparedCounts(left, result(3)))[0]!, /^The former did not reach all/);
    // Both live on a cache; and what makes more for all that makes more.
    assert.equal(
      sequenceTone(comparedCounts({ ...cached, counters: result(2).counters! }, cached)),
      "better",
    );
    assert.equal(
      sequenceTone(comparedCounts(result(1), { ...left, counters: result(3).counters! })),
      "worse",
    );
  });

  it("lend no verdict to who had less to do, unless it takes more all the same", () => {
    const cached = { ...result(1), warnings: [`Of its I/O calls, … ${ENDS_CACHE}`] };
    const judged = (verdict: "faster" | "slower" | "no-difference" | "less" | "more") =>
      ({ verdict, ...NUMBERS }) as TimeVerdict | BytesVerdict;
    for (const [base, head, kept, lost] of [
      [result(1), cached, ["slower", "more"], ["faster", "no-difference", "less"]],
      [cached, result(1), ["faster", "less"], ["slower", "no-difference", "more"]],
      [cached, cached, ["faster", "slower", "no-difference"], []],
    ] as const) {
      for (const verdict of kept) assert.equal(unlessUnlike(judged(verdict), base, head).verdict, verdict);
      for (const verdict of lost) {
        const { verdict: told, reason } = unlessUnlike(judged(verdict), base, head);
        assert.equal(told, "not-measured");
        assert.match(reason, /answered from a cache, so what the change costs is not judged/);
      }
    }
  });

  it("lend no verdict where values were not the same, though the one with less to do takes more", () => {
    const left = {
      ...result(2),
      warnings: [`Of its I/O calls, db.get at line 4 is no part of the numbers: ${ENDS_LEFT}`],
    };
    const head = { ...left, preparations: [{ what: "values-unlike" } as const] };
    const judged = { verdict: "slower", ...NUMBERS } as const;
    assert.equal(unlessUnlike(judged, result(2), left).verdict, "slower");
    assert.match(unlessUnlike(judged, result(2), head).reason, /^The two were prepared differently/);
  });

  it("lend no verdict on time where calls in flight together share I/O calls in one of them only", () => {
    const shares = {
      ...result(1),
      warnings: [`Calls in flight together made 0.1 I/O calls each instead of 1, ${SHARED}: …`],
    };
    for (const [base, head, who] of [
      [result(1), shares, "latter"],
      [shares, result(1), "former"],
    ] as const)
      assert.match(
        unlessUnlike({ verdict: "faster", ...NUMBERS }, base, head).reason,
        new RegExp(`^In the ${who} only, calls`),
      );
    assert.equal(unlessUnlike({ verdict: "faster", ...NUMBERS }, shares, shares).verdict, "faster");
    assert.equal(comparedCounts(result(1), shares).preparedUnlike, undefined);
  });

  it("lend no verdict, nor one on stack traces, where something was decided for one of them only", () => {
    const decided = result(1, [{ what: "branches-decided", lines: [3] }]);
    for (const [base, head, who] of [
      [result(1), decided, "latter"],
      [decided, result(1), "former"],
    ] as const) {
      for (const verdict of ["faster", "slower", "no-difference", "less", "more"] as const) {
        const judged = { verdict, ...NUMBERS } as TimeVerdict | BytesVerdict;
        const told = unlessUnlike(judged, base, head);
        assert.deepEqual([told.verdict, "cause" in told && told.cause], ["not-measured", "in-part"]);
        assert.match(
          told.reason,
          new RegExp(`decided in the ${who} only\\), so what the change costs is not`),
        );
      }
      const { preparedUnlike = "" } = comparedCounts(base, head);
      const stackTraces = { base: 5, head: 3 };
      assert.equal(stackTracesTone({ stackTraces, preparedUnlike }), "open");
      assert.equal(stackTracesText({ stackTraces, preparedUnlike }), "5 → 3, not judged");
      assert.equal(stackTracesTone({ stackTraces }), "worse");
    }
  });

  it("lend no verdict to who made none, though both left out some, be it less or more", () => {
    const left = (calls: number): TargetResult => ({
      ...result(calls),
      warnings: [`Of its I/O calls, db.get at line 4 is no part of the numbers: ${ENDS_LEFT}`],
    });
    for (const [base, head, who] of [
      [left(10), left(0), "latter"],
      [left(0), left(10), "former"],
      [result(10), result(0), "latter"],
    ] as const) {
      for (const verdict of ["faster", "slower", "no-difference"] as const) {
        const judged = unlessUnlike({ verdict, ...NUMBERS }, base, head);
        assert.equal(judged.verdict, "not-measured");
        assert.match(
          judged.reason,
          new RegExp(`^The ${who} made no I/O call, and the .* did, so .*fakes file`),
        );
        // What could not be measured is no excuse.
        assert.ok(!("cause" in judged));
      }
      assert.equal(sequenceTone(comparedCounts(base, head)), "open");
    }
    assert.equal(unlessUnlike({ verdict: "faster", ...NUMBERS }, left(2), left(2)).verdict, "faster");
    const neither = unlessUnlike({ verdict: "faster", ...NUMBERS }, left(0), left(0));
    assert.equal(neither.verdict, "not-measured");
    assert.match(neither.reason, /^Neither of the two reached any of its I\/O calls, so .*fakes file/);
    assert.equal(unlessUnlike({ verdict: "faster", ...NUMBERS }, result(0), result(0)).verdict, "faster");
  });

  it("lend no verdict where each left out what the other did not", () => {
    const left = (missed: string, made: string): TargetResult => ({
      ...result(2),
      warnings: [`Of its I/O calls, ${missed} at line 4 is no part of the numbers: ${ENDS_LEFT}`],
      fakes: [{ ...FAKE, expression: made, kind: "promise" }],
    });
    const [base, head] = [left("db.get", "db.put"), left("db.put", "db.get")];
    for (const verdict of ["faster", "slower"] as const) {
      const judged = unlessUnlike({ verdict, ...NUMBERS }, base, head);
      assert.ok(judged.verdict === "not-measured" && judged.cause === "in-part");
      assert.match(judged.reason, /^Each of the two left out I\/O calls that the other did not, so/);
    }
    assert.equal(unlessUnlike({ verdict: "faster", ...NUMBERS }, base, base).verdict, "faster");
  });

  it("are judged where a document of an older version does not tell how one was prepared", () => {
    const { preparations, ...older } = result(1, [LOOP]);
    assert.ok(preparations);
    assert.equal(comparedCounts(older, result(3, [LOOP])).preparedUnlike, undefined);
  });

  it("need no word where the numbers are the same or one of the two was not called", () => {
    assert.deepEqual(unjudged(comparedCounts(result(3), result(3, [LOOP]))), []);
    const { counters, ...uncalled } = result(3, [LOOP]);
    assert.ok(counters);
    assert.equal(comparedCounts(result(3), uncalled).preparedUnlike, undefined);
  });
});
