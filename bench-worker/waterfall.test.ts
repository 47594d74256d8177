import assert from "node:assert/strict";
import { IO_AT_MOST, type ScenarioIoCall } from "./contract/played-scenario.ts";
import { busyOf, connectors, unfoldedRows, waterfall, type Waterfall } from "./waterfall.ts";

/** A call of `expression` from one time to another; null: it never answered. */
function io(expression: string, start: number, end: number | null, line = 1): ScenarioIoCall {
  const outcome = end === null ? "pending" : "value";
  return { line, column: 1, expression, startMilliseconds: start, endMilliseconds: end, outcome };
}

function laid(calls: readonly ScenarioIoCall[], milliseconds?: number): Waterfall {
  return waterfall(calls, milliseconds === undefined ? {} : { milliseconds })!;
}

/** Two after each other, then three at once, then one. */
const UPLOAD = [
  io("db.get", 1, 4),
  io("db.user", 5, 9),
  io("blob.put", 10, 30),
  io("index.add", 10, 14),
  io("audit.log", 11, 12),
  io("tx.commit", 31, 36),
];

describe("the waterfall of a recorded call", () => {
  it("tells which calls come one after another, and which one each began after", () => {
    const { calls, steps, mostInFlight, rows } = laid(UPLOAD, 40);
    assert.deepEqual(
      calls.map(({ call, step, after }) => [call.expression, step, after]),
      [
        ["db.get", 1, null],
        ["db.user", 2, 0],
        ["blob.put", 3, 1],
        ["index.add", 3, 1],
        ["audit.log", 3, 1],
        ["tx.commit", 4, 2],
      ],
    );
    assert.deepEqual([steps, mostInFlight], [4, 3]);
    assert.equal(rows.length, 6);
  });

  it("takes a call for one after another that was noted to have answered as it had just begun", () => {
    const { calls } = laid([io("db.get", 0, 20.9), io("db.put", 20, 60), io("db.log", 40, 70)], 70);
    assert.deepEqual(
      calls.map(({ after }) => after),
      [null, 0, 0],
    );
  });

  it("names the chain of calls that leads to the last answer", () => {
    const chain = laid(UPLOAD, 40).calls.filter(({ isOnChain }) => isOnChain);
    assert.deepEqual(
      chain.map(({ call }) => call.expression),
      ["db.get", "db.user", "blob.put", "tx.commit"],
    );
  });

  it("has the axis of a longer one beside which it is drawn", () => {
    const { milliseconds, ticks, calls, own } = waterfall(UPLOAD, {}, 100)!;
    assert.deepEqual([milliseconds, ticks.at(-1), own], [100, 100, null]);
    assert.equal(calls.at(-1)!.end, 36);
  });

  it("takes for its own the time in which no call was under way that answered", () => {
    const { own } = laid(UPLOAD, 40);
    assert.deepEqual(own, {
      milliseconds: 1 + 1 + 1 + 1 + 4,
      share: 0.2,
      stretches: [
        { start: 0, end: 1 },
        { start: 4, end: 5 },
        { start: 9, end: 10 },
        { start: 30, end: 31 },
        { start: 36, end: 40 },
      ],
    });
    const withPending = laid([...UPLOAD, io("heartbeat", 0, null)], 40);
    assert.equal(withPending.own?.share, 0.2);
    assert.equal(withPending.calls[0]?.end, 40);
    assert.equal(withPending.calls[0].isOnChain, false);
  });

  it("claims no time as its own where calls or the end may be missing", () => {
    assert.equal(laid(UPLOAD).own, null);
    assert.equal(laid(UPLOAD).milliseconds, 36);
    const many = Array.from({ length: IO_AT_MOST }, (_, at) => io("db.get", at, at + 0.5));
    assert.equal(laid(many, 900).own, null);
  });

  it("has a row a call, and one for a call site of many", () => {
    const rounds = Array.from({ length: 20 }, (_, at) => [
      io("db.get", at * 4 + 2, at * 4 + 3, 3),
      io("db.put", at * 4 + 4, at * 4 + 5, 4),
    ]).flat();
    const { rows, steps } = laid([io("begin", 0, 1), ...rounds], 90);
    assert.deepEqual(
      rows.map(({ calls, start, end }) => [calls[0]!.call.expression, calls.length, start, end]),
      [
        ["begin", 1, 0, 1],
        ["db.get", 20, 2, 79],
        ["db.put", 20, 4, 81],
      ],
    );
    assert.equal(steps, 41);
    const few = Array.from({ length: 7 }, (_, at) => io("db.get", at, at + 0.5));
    assert.equal(laid(few, 8).rows.length, 7);
  });

  it("unfolds the calls of a row behind it, and leads connectors to them", () => {
    const calls = [
      io("begin", 0, 1),
      ...Array.from({ length: 12 }, (_, at) => io("db.get", 2 + at, 2.5 + at, 3)),
    ];
    const { rows } = laid([...calls, io("end", 20, 21, 5)], 22);
    assert.deepEqual(
      connectors(rows).map(({ from, to, start, end }) => [from, to, start, end]),
      [
        [0, 1, 1, 2],
        [1, 2, 13.5, 20],
      ],
    );
    const open = unfoldedRows(rows, ({ calls: [first] }) => first!.call.expression === "db.get");
    assert.equal(open.length, 3 + 12);
    assert.deepEqual(
      connectors(open)
        .map(({ from, to }) => [from, to])
        .slice(0, 4),
      [
        [0, 1],
        [0, 2],
        [2, 3],
        [3, 4],
      ],
    );
    assert.deepEqual(connectors(open).at(-1), { from: 13, to: 14, start: 13.5, end: 20, isOnChain: true });
  });

  it("counts how many calls of a row are under way when", () => {
    assert.deepEqual(
      busyOf([
        { start: 0, end: 4 },
        { start: 2, end: 6 },
        { start: 6, end: 7 },
        { start: 9, end: 9 },
      ]),
      [
        { start: 0, end: 2, inFlight: 1 },
        { start: 2, end: 4, inFlight: 2 },
        { start: 4, end: 7, inFlight: 1 },
      ],
    );
  });

  it("has round times on its axis", () => {
    const ticks = (end: number): readonly number[] => laid([io("a", 0, end)], end).ticks;
    assert.deepEqual(ticks(67.1), [0, 20, 40, 60]);
    assert.deepEqual(ticks(6), [0, 1, 2, 3, 4, 5, 6]);
    assert.deepEqual(ticks(1234), [0, 500, 1000]);
    assert.deepEqual(ticks(0), [0]);
    assert.ok(ticks(0.3).every((tick, at) => Math.abs(tick - at * 0.05) < 1e-12));
  });

  it("is none without I/O calls", () => {
    assert.equal(waterfall([], { milliseconds: 3 }), null);
  });
});
