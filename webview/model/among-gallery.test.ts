import assert from "node:assert/strict";
import type { BenchmarkDocument } from "../../bench-worker/document.ts";
import { exampleDocument, galleryDocument } from "../fixtures/document.ts";
import { amongGallery, pointInWords, type Axes } from "./among-gallery.ts";

const AXES: Axes = { x: "tokens", y: "time" };
const model = (document: BenchmarkDocument = galleryDocument, axes = AXES) => amongGallery(document, axes)!;

/** The document with something else in the first result, which is the user's function. */
function withOwn(change: Partial<BenchmarkDocument["results"][number]>): BenchmarkDocument {
  const [own, ...others] = galleryDocument.results;
  return { ...galleryDocument, results: [{ ...own!, ...change }, ...others] };
}

describe("a function among the gallery's patterns", () => {
  it("is nothing for another benchmark, nor where the mark does not fit the results", () => {
    assert.equal(amongGallery(exampleDocument, AXES), null);
    assert.equal(amongGallery({ ...galleryDocument, results: [] }, AXES), null);
  });

  it("lies where its tokens and its time above the floor for each I/O call are", () => {
    const { points, titles, own } = model();
    assert.equal(own, "load");
    assert.deepEqual(titles, { x: "Tokens", y: "CPU time per I/O call, above the floor (ns)" });
    assert.deepEqual(
      points.map(({ label, isOwn, x, y }) => [label, isOwn, x.value, Math.round(y.value)]),
      [
        // (1002 − 402) / 2, and for the others the same with seven I/O calls.
        ["load", true, 310, 300],
        ["Raw callbacks", false, 410, Math.round((1230 - 402) / 7)],
        ["Native async/await", false, 302, Math.round((2410 - 402) / 7)],
        ["Native promises", false, 377, Math.round((3890 - 402) / 7)],
      ],
    );
    assert.equal(pointInWords(points[0]!, model())[0], "Tokens: 310");
    assert.match(pointInWords(points[0]!, model())[1]!, /^Time per I\/O call: 300 ns \(285–320\)$/);
  });

  it("divides the time by the I/O calls of the calls that were timed, where the first one made others", () => {
    const { time } = galleryDocument.results[0]!;
    const later = (ioCallsPerCall: number) => model(withOwn({ time: { ...time!, ioCallsPerCall } }));
    assert.equal(Math.round(later(1).points[0]!.y.value), 1002 - 402);
    assert.match(
      later(0).absent[0]!,
      /^load .*time per I\/O call: the calls that were timed make no I\/O call\./,
    );
  });

  it("lies below or above others only where the intervals do not overlap", () => {
    const said = (document: BenchmarkDocument) =>
      Object.fromEntries(model(document).standings.map(({ axis, text }) => [axis, text]));
    assert.deepEqual(said(galleryDocument), {
      tokens: "310. Of 4 patterns: 1 with fewer, 3 with more, 0 with as many.",
      time: "300 ns (285–320). Of 3 patterns: 1 below, 1 above, 1 not told apart.",
      memory: "700 B. Of 3 patterns: 1 below, 2 above, 0 not told apart.",
      debuggability: "10 of 10. Of 3 patterns: 2 lower, 0 higher, 1 equal.",
    });
  });

  it("has no point for what was not measured, and says why and what to do", () => {
    const { points, absent } = model();
    assert.ok(!points.some(({ label }) => label === "co with promises"));
    assert.deepEqual(absent, [
      "co with promises (generator (co)): time per I/O call: not measured. It threw before its first I/O call. Look at the log.",
      "generator (gens): gens@1.1.0 is not installed. Install it: “Async Cost: Open Gallery” or async-cost variants install gens.",
    ]);
  });

  it("says so where the function makes no I/O call, instead of dividing by nothing", () => {
    const { points, absent, standings } = model(withOwn({ counters: { ioCalls: 0, criticalPath: 0 } }));
    assert.ok(!points.some(({ isOwn }) => isOwn));
    assert.match(absent[0]!, /^load \(async\/await\): time per I\/O call: it makes no I\/O call\.$/);
    assert.equal(standings.find(({ axis }) => axis === "time")!.text, "it makes no I/O call");
  });

  it("can have any two measures as its axes, each in its own unit", () => {
    const { titles, points } = model(galleryDocument, { x: "memory", y: "debuggability" });
    assert.deepEqual(titles, { x: "Memory that a call in flight holds (kB)", y: "Debuggability" });
    assert.deepEqual([points[0]!.x.value, points[0]!.y.value], [0.7, 10]);
    assert.equal(model(galleryDocument, { x: "tokens", y: "tokens" }).points.length, 5);
  });

  it("has a logarithmic axis where values lie far apart, and says so in its title", () => {
    const { time } = galleryDocument.results[0]!;
    const slow = { median: 100_000, low: 90_000, high: 110_000 };
    const { titles, isLogarithmic } = model(withOwn({ time: { ...time!, nanosecondsPerCall: slow } }));
    assert.deepEqual(isLogarithmic, { x: false, y: true });
    assert.equal(titles.y, "CPU time per I/O call, above the floor (µs, logarithmic)");
    const below = { median: 300, low: 290, high: 310 };
    const none = model(withOwn({ time: { ...time!, nanosecondsPerCall: below } }));
    assert.equal(none.isLogarithmic.y, false, "what is below the floor has no place on one");
  });

  it("says that there is nothing yet while nothing has been measured", () => {
    const results = galleryDocument.results.map(({ target }) => ({
      target,
      state: "running" as const,
      warnings: [],
      fakes: [],
    }));
    const running = { ...galleryDocument, results };
    assert.equal(model(running).absence, "Nothing has been measured yet of tokens and time per I/O call.");
  });
});
