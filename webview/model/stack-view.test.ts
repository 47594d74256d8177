import assert from "node:assert/strict";
import { exampleDocument, runningDocument, troubledDocument } from "../fixtures/document.ts";
import type { InjectionMode } from "../../bench-worker/stack-traces.ts";
import { MODES, stacksAbsence, stackView } from "./stack-view.ts";

describe("stackView", () => {
  const [callbacks, asyncAwait] = stackView(exampleDocument, new Set([0]));

  it("groups injected errors by call site, in the order of lines", () => {
    assert.deepEqual(
      asyncAwait!.sites.map(({ line }) => line),
      [27, 29, 38, 49, 51, 64, 70],
    );
    assert.equal(asyncAwait!.sites[0]!.outcomes.get("throw calls-back")!.length, 1);
    assert.equal(callbacks!.stale, true);
    assert.equal(asyncAwait!.level, "5 of 5");
    assert.equal(callbacks!.missing, "7 of 14 errors do not name their line");
  });

  it("says what each stack tells", () => {
    const outcome = (site: number, mode: InjectionMode, layer = "calls-back") =>
      callbacks!.sites[site]!.outcomes.get(`${mode} ${layer}`)![0]!;
    assert.equal(outcome(0, "throw").sentence, "The stack leads to the I/O call at line 27.");
    assert.equal(outcome(3, "error").sentence, "The stack names line 48 instead of the call's, 49.");
    assert.equal(outcome(3, "error").tone, "near");
    assert.equal(outcome(3, "error").short, "line 48 (1 off)");
    assert.equal(
      outcome(0, "async-throw").sentence,
      "The stack does not name the function's file; it ends the program as an uncaught exception.",
    );
    assert.equal(outcome(0, "async-throw", "async").short, "no line, unhandled");
    assert.equal(
      outcome(6, "async-throw").sentence,
      "There is no stack; the error never reached the caller.",
    );
    assert.deepEqual(outcome(6, "async-throw").lines, []);
  });

  it("has a column for each mode and I/O layer, one for each mode where the document knows no layers", () => {
    assert.deepEqual(
      callbacks!.columns.map(({ id }) => id),
      MODES.flatMap(({ mode }) => [`${mode} calls-back`, `${mode} async`]),
    );
    const [result] = exampleDocument.results;
    const { sites, level, flag, why } = result!.stackTraces!;
    const plain = sites
      .slice(0, 3)
      .map(({ line, expression, mode, found, exact, reportedLine, crashed, stack }) => {
        return { line, expression, mode, found, exact, reportedLine, crashed, stack };
      });
    const stackTraces = { level, flag, why, sites: plain };
    const [old] = stackView({ ...exampleDocument, results: [{ ...result!, stackTraces }] }, new Set());
    assert.deepEqual(
      old!.columns.map(({ id }) => id),
      ["error", "throw", "async-throw"],
    );
    assert.equal(old!.missing, "1 of 2 errors does not name its line");
    assert.equal(old!.sites[0]!.outcomes.get("async-throw")![0]!.short, "no line, uncaught");
  });

  it("has both levels where it is not known how the I/O layer is written, and what each comes of", () => {
    const result = exampleDocument.results[0]!;
    const ofLayer = (layer: "calls-back" | "async", level: number, named: number) => ({
      ...{ layer, level, named, flag: null, why: "", injected: 14 },
      ...{ injectedBehindHelper: 14, namedBehindHelper: 0 },
    });
    const layers = [ofLayer("calls-back", 1, 7), ofLayer("async", 4, 14)];
    const view = (layer: "calls-back" | "async", level: number) =>
      stackView(
        {
          ...exampleDocument,
          results: [{ ...result, stackTraces: { ...result.stackTraces!, layer, level, layers } }],
        },
        new Set(),
      )[0]!;
    const unknown = view("calls-back", 1);
    assert.equal(unknown.level, "1–4 of 5");
    assert.equal(
      unknown.missing,
      "7 of 14 errors do not name their line where the I/O layer calls back, all do where it is async itself",
    );
    const known = view("async", 4);
    assert.deepEqual([known.level, known.missing], ["4 of 5", "all 14 errors name their line"]);
  });

  it("says what an option costs", () => {
    const costs = stackView(exampleDocument, new Set()).flatMap((view) => view.costs);
    assert.ok(costs.length > 0);
    assert.match(costs[0]!, /takes 4\.32 times as long/);
  });

  it("keeps two errors at one call site and mode apart", () => {
    const [result] = exampleDocument.results;
    const site = result!.stackTraces!.sites[0]!;
    const stackTraces = { ...result!.stackTraces!, sites: [site, site] };
    const [view] = stackView({ ...exampleDocument, results: [{ ...result!, stackTraces }] }, new Set());
    const ids = view!.sites[0]!.outcomes.get("error calls-back")!.map(({ id }) => id);
    assert.equal(new Set(ids).size, 2);
  });

  it("leaves out targets without stack traces, and can say why there are none", () => {
    assert.equal(stackView(troubledDocument, new Set()).length, 1);
    assert.equal(stackView(runningDocument, new Set()).length, 0);
    assert.equal(stacksAbsence(runningDocument), "No error has been injected yet.");
    const options = { ...exampleDocument.options, measures: ["time" as const] };
    assert.equal(
      stacksAbsence({ ...exampleDocument, options }),
      "Stack traces were left out of this benchmark.",
    );
  });
});
