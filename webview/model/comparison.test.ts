import assert from "node:assert/strict";
import { ENDS_COLD } from "../../bench-worker/cold.ts";
import {
  exampleDocument,
  failuresDocument,
  runningDocument,
  troubledDocument,
} from "../fixtures/document.ts";
import { columnsOf, comparison, nextSort, sortRows, type ColumnId } from "./comparison.ts";
import { stacksAbsence } from "./stack-view.ts";

const texts = (rows: ReturnType<typeof comparison>, column: ColumnId) =>
  rows.map(({ cells }) => cells[column].text);

describe("comparison", () => {
  const rows = comparison(exampleDocument, new Set([3]));

  it("writes numbers with units, interval and floor", () => {
    const { cells } = rows[0]!;
    assert.equal(cells.time.text, "1.23 µs (1.19–1.28)");
    assert.equal(cells.time.aside, "floor 402 ns");
    assert.match(cells.time.detail, /over 5 processes; 828 ns above the floor/);
    assert.equal(cells.inFlight.text, "533 B");
    assert.equal(cells.stackTraces.text, "1 of 5");
    assert.equal(cells.debuggability.text, "6 of 10");
  });

  it("marks a time that was taken of cold code", () => {
    const [first] = exampleDocument.results;
    const warnings = [`It was measured after 400 calls, ${ENDS_COLD}`];
    const [row] = comparison({ ...exampleDocument, results: [{ ...first!, warnings }] }, new Set());
    assert.equal(row!.cells.time.aside, "not warm; floor 402 ns, not warm");
  });

  it("says until when how many calls had settled and how many failed, with the largest n", () => {
    const [first, second] = comparison(failuresDocument, new Set());
    assert.equal(first!.cells.settled.text, "4.08 ms");
    assert.equal(first!.cells.settled.aside, "of 2,000 calls together; 90 % 4.31 ms, 99 % 4.40 ms");
    assert.match(first!.cells.settled.detail, /^Of 2,000 calls .* the last after 4\.44 ms$/);
    assert.equal(first!.cells.failed.text, "6.8 %");
    assert.equal(first!.cells.failed.aside, "1.02 % of I/O calls");
    assert.equal(second!.cells.failed.text, "not measured");
  });

  it("says what share of its time goes into collecting garbage, where that is known", () => {
    const [first, second] = exampleDocument.results;
    const [time, unknown] = [first!, second!].map((result) => ({ ...result.time! }));
    time!.garbageCollectionShare = 0.0312;
    delete unknown!.garbageCollectionShare;
    const results = [
      { ...first!, time: time! },
      { ...second!, time: unknown! },
    ];
    const rows = comparison({ ...exampleDocument, results }, new Set());
    assert.deepEqual(texts(rows, "collecting"), ["3.12 %", "not measured"]);
    assert.ok(columnsOf(rows).some(({ id }) => id === "collecting"));
  });

  it("says why there is no level where nothing could fail", () => {
    const [first] = exampleDocument.results;
    const { stackTraces, debuggability, ...rest } = first!;
    assert.ok(stackTraces !== undefined && debuggability !== undefined);
    const counters = { ioCalls: 0, criticalPath: 0 };
    const document = { ...exampleDocument, results: [{ ...rest, counters }] };
    const [row] = comparison(document, new Set());
    assert.deepEqual(
      [row!.cells.stackTraces, row!.cells.debuggability].map(({ text, aside }) => [text, aside]),
      [
        ["–", "no I/O call to fail"],
        ["–", "no I/O call to fail"],
      ],
    );
    assert.equal(stacksAbsence(document), "There is no stack trace to look at: no I/O call to fail.");
  });

  it("has no column for what no function has", () => {
    const ids = (document: typeof exampleDocument): ColumnId[] =>
      columnsOf(comparison(document, new Set())).map(({ id }) => id);
    assert.equal(ids(exampleDocument).includes("settled"), false);
    assert.equal(ids(exampleDocument).includes("failed"), false);
    assert.deepEqual(
      ids(failuresDocument).filter((id) => id === "settled" || id === "failed"),
      ["settled", "failed"],
    );
  });

  it("relates tokens to the fewest", () => {
    assert.deepEqual(
      rows.map(({ cells }) => cells.tokens.aside),
      ["×1.36", "×1.00", "×1.25", "×1.05"],
    );
  });

  it("relates nothing where there is one target alone", () => {
    const [row] = comparison({ ...exampleDocument, results: exampleDocument.results.slice(0, 1) }, new Set());
    assert.equal(row!.cells.tokens.aside, "");
  });

  it("says which stack-trace level needs an option, and why", () => {
    assert.deepEqual(
      rows.map(({ cells }) => cells.stackTraces.aside),
      ["", "", "with an option", ""],
    );
    assert.match(rows[2]!.cells.stackTraces.detail, /--async-stack-traces/);
  });

  it("marks what was edited since", () => {
    assert.deepEqual(
      rows.map(({ stale }) => stale),
      [false, false, false, true],
    );
  });

  it("says not measured, and never 0, of what was not", () => {
    const troubled = comparison(troubledDocument, new Set());
    assert.equal(troubled[1]!.cells.time.text, "not measured");
    assert.equal(troubled[2]!.cells.allocated.text, "not measured");
    assert.equal(comparison(runningDocument, new Set())[3]!.cells.time.text, "not yet");
    for (const { cells } of troubled) {
      for (const cell of Object.values(cells)) assert.doesNotMatch(cell.text, /^0|NaN|undefined/);
    }
  });

  it("shows a measured zero as zero", () => {
    const [first] = exampleDocument.results;
    const memory = { ...first!.memory!, bytesInFlightPerCall: { median: 0, low: 0, high: 0 } };
    const [row] = comparison({ ...exampleDocument, results: [{ ...first!, memory }] }, new Set());
    assert.equal(row!.cells.inFlight.text, "0 B");
  });
});

describe("sortRows", () => {
  it("sorts by numbers, not by their text", () => {
    const rows = comparison(exampleDocument, new Set());
    assert.deepEqual(texts(sortRows(rows, { column: "tokens", descending: true }), "tokens"), [
      "410",
      "377",
      "318",
      "302",
    ]);
  });

  it("keeps what was not measured last either way", () => {
    const rows = comparison(troubledDocument, new Set());
    for (const descending of [false, true]) {
      assert.deepEqual(texts(sortRows(rows, { column: "time", descending }), "time").slice(2), [
        "not measured",
        "not measured",
      ]);
    }
  });

  it("goes from ascending to descending to the document's order", () => {
    const once = nextSort(null, "time");
    const twice = nextSort(once, "time");
    assert.deepEqual(once, { column: "time", descending: false });
    assert.deepEqual(twice, { column: "time", descending: true });
    assert.equal(nextSort(twice, "time"), null);
    assert.deepEqual(nextSort(twice, "tokens"), { column: "tokens", descending: false });
  });
});
