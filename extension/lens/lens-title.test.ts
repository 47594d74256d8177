import assert from "node:assert/strict";
import { ENDS_COLD } from "../../bench-worker/cold.ts";
import { ENDS_CACHE, ENDS_LEFT, KEPT } from "../../bench-worker/part-measured.ts";
import { remark, type Remark } from "../../bench-worker/remark.ts";
import { exampleResult } from "../test/examples.ts";
import { resultTitle } from "./lens-title.ts";

describe("what a lens says of a benchmark", () => {
  const estimate = (median: number) => ({ median, low: median, high: median });
  const measured = {
    time: { nanosecondsPerCall: estimate(1234), floorNanosecondsPerCall: 300, processes: 3, series: [] },
    memory: { bytesInFlightPerCall: estimate(533.4), processes: 3, series: [] },
    stackTraces: { level: 5, flag: null, why: "All were exact.", sites: [] },
  };
  const title = (given: Parameters<typeof exampleResult>[0], stale = false) =>
    resultTitle({ result: exampleResult(given), stale });

  it("is time, memory and stack traces", () => {
    assert.equal(title(measured), "1.2 µs/call · 533 B · stacks 5/5");
  });

  it("is only the time, or what else there is, where the panel tells the rest", () => {
    const beside = (given: Parameters<typeof exampleResult>[0]) =>
      resultTitle({ result: exampleResult(given), stale: true }, true);
    assert.equal(beside(measured), "1.2 µs/call (edited since)");
    assert.equal(beside({ memory: measured.memory }), "533 B in flight (edited since)");
  });

  it("has both levels of stack traces where it is not known how the I/O layer is written", () => {
    const ofLayer = (layer: "calls-back" | "async", level: number) => ({
      layer,
      level,
      flag: null,
      why: "",
      injected: 2,
      named: 2,
      injectedBehindHelper: 2,
      namedBehindHelper: 0,
    });
    const layers = [ofLayer("calls-back", 1), ofLayer("async", 4)];
    const stackTraces = { ...measured.stackTraces, layers };
    assert.equal(
      title({ stackTraces: { ...stackTraces, level: 1, layer: "calls-back" as const } }),
      "stacks 1–4/5",
    );
    assert.equal(title({ stackTraces: { ...stackTraces, level: 4, layer: "async" as const } }), "stacks 4/5");
  });

  it("leaves out what was not measured", () => {
    assert.equal(title({ memory: measured.memory }), "533 B in flight");
    assert.equal(title({}), "nothing was measured");
  });

  it("says where a call made none of its I/O calls, in place of numbers that are not the function's", () => {
    const without = (data: Remark["data"]) =>
      title({ ...measured, remarks: [remark("without-io", "…", data)] });
    assert.equal(without({ left: 3 }), "made none of its I/O calls: left at line 3");
    assert.equal(without({}), "made none of its I/O calls");
  });

  it("says where the numbers are of a failure, or of a part of what it does", () => {
    const warnings = (one: string) => ({ ...measured, warnings: [one] });
    const failed = { ...measured, preparations: [{ what: "path-of-failure" as const, line: 3 }] };
    assert.equal(title(failed), "1.2 µs/call · 533 B · stacks 5/5 (path of failure)");
    assert.match(title(warnings(`… ${ENDS_CACHE}`)), / \(from a cache\)$/);
    assert.match(title(warnings(`Later calls …, ${KEPT}: …`)), / \(from what it keeps\)$/);
    assert.match(title(warnings(`… ${ENDS_CACHE}`), true), / \(from a cache\) \(edited since\)$/);
    assert.match(title(warnings(`… ${ENDS_LEFT}`)), /stacks 5\/5$/);
  });

  it("says where so few calls were timed that they are slower than they would be later", () => {
    const warnings = [`It was measured after 400 calls, ${ENDS_COLD}`];
    assert.match(title({ ...measured, warnings }), /stacks 5\/5 \(not warm\)$/);
    const both = [...warnings, `… ${ENDS_CACHE}`];
    assert.match(title({ ...measured, warnings: both }), / \(from a cache, not warm\)$/);
    assert.equal(title({ memory: measured.memory, warnings }), "533 B in flight");
  });

  it("says when the function was edited since, and when the benchmark was cancelled", () => {
    assert.equal(title({ memory: measured.memory }, true), "533 B in flight (edited since)");
    assert.equal(title({ memory: measured.memory, state: "cancelled" }), "533 B in flight (cancelled)");
    assert.equal(title({ state: "cancelled" }), "benchmark cancelled");
  });

  it("gives the reason of a benchmark that came to nothing, in one short line", () => {
    assert.equal(title({ state: "failed", reason: "It threw." }), "benchmark failed: It threw.");
    assert.equal(title({ state: "unsupported", reason: "No.\nMore" }), "cannot be measured: No.");
    const long = title({ state: "timed-out", reason: "x".repeat(200) });
    assert.equal(long, `benchmark took too long: ${"x".repeat(59)}…`);
  });
});
