import assert from "node:assert/strict";
import type { Pair } from "../bench-worker/pair.ts";
import type { Trade } from "../bench-worker/trade.ts";
import { crossings, excused, unjudged } from "./compare-gate.ts";

const SIDE = {
  file: "a.js",
  name: "a",
  baseResult: 0,
  headResult: 0,
  warnings: [],
  line: 1,
  column: 1,
  pattern: "callbacks",
  tokens: 10,
  textHash: "0",
} as const;
const NONE = { verdict: "not-measured", reason: "There were too few processes." } as const;
const UNMEASURED: Pair = {
  name: "a",
  baseResult: 0,
  headResult: 0,
  warnings: [],
  base: SIDE,
  head: SIDE,
  tokens: { base: 10, head: 10, delta: 0 },
  time: NONE,
  memory: { ...NONE, allocated: NONE },
  stackTraces: { base: null, head: null },
};

describe("the gate of a comparison", () => {
  it("does not stand open where time was to be judged and could not be", () => {
    assert.deepEqual(crossings([UNMEASURED], { failOn: ["slower"], threshold: 0.05 }), [
      "a.js:1 a: time could not be compared: There were too few processes.",
    ]);
  });

  it("fails for errors that no longer reach the caller, where stack traces are looked at", () => {
    const hidden = (base: number, head: number): Pair => ({
      ...UNMEASURED,
      stackTraces: { base: 1, head: 1 },
      endings: {
        underWay: { base: 0, head: 0 },
        hidden: { base, head },
        lost: head - base,
        namesLine: { base: 1, head: 0 },
      },
    });
    const of = (pair: Pair) => crossings([pair], { failOn: ["stack"], threshold: 0.05 });
    assert.deepEqual(of(hidden(0, 1)), ["a.js:1 a: errors of 1 I/O call no longer reach the caller"]);
    assert.deepEqual(of(hidden(1, 1)), []);
  });

  it("fails nobody for what others did to the machine, and says what was not looked at", () => {
    const busy = {
      verdict: "not-measured",
      reason: "The machine was too busy.",
      cause: "busy-machine",
    } as const;
    const pair: Pair = { ...UNMEASURED, time: busy, memory: { ...busy, allocated: busy } };
    const failOn = ["slower", "memory", "stack", "tokens", "sequence"] as const;
    assert.deepEqual(crossings([pair], { failOn, threshold: 0.05 }), []);
    assert.deepEqual(unjudged([pair], { failOn }), [
      "a.js:1 a: time and memory were not judged, as others kept the machine too busy to measure enough",
      "a.js:1 a: stack traces and the calls in sequence were not judged, as there are no numbers of both",
    ]);
    const unlike = {
      ...pair,
      criticalPath: { base: 1, head: 3 },
      preparedUnlike:
        "The two were prepared differently (loops were made to end in the latter only), so whether …",
    };
    assert.deepEqual(unjudged([unlike], { failOn: ["sequence"] }), [
      "a.js:1 a: the calls in sequence were not judged, as the two were prepared differently",
    ]);
    const cached = { ...unlike, preparedUnlike: "The latter answered from a cache, so whether …" };
    assert.deepEqual(unjudged([cached], { failOn: ["sequence"] }), [
      "a.js:1 a: the calls in sequence were not judged, as the latter answered from a cache",
    ]);
    const notTold = {
      ...unlike,
      preparedUnlike: "A call of a at HEAD (line 2) ended without waiting for I/O: it waits for none.",
    };
    assert.deepEqual(unjudged([notTold], { failOn: ["sequence"] }), [
      "a.js:1 a: the calls in sequence were not judged, as a call of a at HEAD (line 2) ended without waiting for I/O: it waits for none",
    ]);
    const reason = "The latter answered from a cache, so what the change costs is not judged. …";
    const inPart = { verdict: "not-measured", reason, cause: "in-part" } as const;
    const partly = { ...cached, time: inPart, memory: { ...inPart, allocated: inPart } };
    assert.deepEqual(crossings([partly], { failOn, threshold: 0.05 }), []);
    assert.equal(
      unjudged([partly], { failOn: ["slower", "memory", "sequence"] })[0],
      "a.js:1 a: time, memory and the calls in sequence were not judged, as the latter answered from a cache",
    );
    assert.deepEqual(unjudged([UNMEASURED], { failOn: ["memory"] }), [
      "a.js:1 a: memory was not judged, as there are no numbers of both",
    ]);
    assert.deepEqual(unjudged([pair], { failOn: ["tokens"] }), []);
  });

  it("holds back what waits for more I/O calls in sequence, where the user asks for that", () => {
    const more = { ...UNMEASURED, criticalPath: { base: 1, head: 3 } };
    assert.deepEqual(crossings([more], { failOn: ["sequence"], threshold: 0.05 }), [
      "a.js:1 a: I/O calls in sequence grew from 1 to 3",
    ]);
    const byItems = { base: { once: 3, perItem: 0 }, head: { once: 1, perItem: 1 } };
    const growing = { ...UNMEASURED, criticalPath: { base: 3, head: 3 }, criticalPathByItems: byItems };
    assert.deepEqual(crossings([growing], { failOn: ["sequence"], threshold: 0.05 }), [
      "a.js:1 a: I/O calls in sequence grew from 3 to 1 + N",
    ]);
    for (const criticalPath of [{ base: 3, head: 1 }, { base: null, head: 3 }, undefined]) {
      const pair = { ...UNMEASURED, ...(criticalPath === undefined ? {} : { criticalPath }) };
      assert.deepEqual(crossings([pair], { failOn: ["sequence"], threshold: 0.05 }), []);
    }
  });

  it("does not fail by I/O calls in sequence that may have grown by how the two were prepared", () => {
    const pair = { ...UNMEASURED, criticalPath: { base: 1, head: 3 }, preparedUnlike: "One was steered." };
    assert.deepEqual(crossings([pair], { failOn: ["sequence"], threshold: 0.05 }), []);
  });

  it("lets pass what takes more of the processor and is done sooner, and says so", () => {
    const ratio = { median: 1.5, low: 1.4, high: 1.6 };
    const AMOUNT = { median: 400, low: 390, high: 410 };
    const judged = { reason: "", ratio, smallestDetectable: 0.01, processes: 4 };
    const pair = { ...UNMEASURED, time: { verdict: "slower", ...judged } } as const;
    const sooner = (): Trade => ({ calls: -1, nanoseconds: AMOUNT, evenNanoseconds: AMOUNT });
    const failOn = ["slower"] as const;
    assert.equal(crossings([pair], { failOn, threshold: 0.05 }).length, 1);
    assert.deepEqual(crossings([pair], { failOn, threshold: 0.05 }, sooner), []);
    assert.deepEqual(unjudged([pair], { failOn }), []);
    assert.deepEqual(excused([pair], { failOn, threshold: 0.05 }, sooner), [
      "a.js:1 a: slower, +50 % (+40 to +60 %), but calls are done sooner, alone and together: it waits for 1 I/O call fewer, so a call alone is done sooner where an I/O call takes longer than 400 ns (390–410)",
    ]);
    assert.deepEqual(excused([pair], { failOn, threshold: 0.6 }, sooner), []);
    assert.deepEqual(excused([pair], { failOn: ["tokens"], threshold: 0.05 }, sooner), []);
    assert.deepEqual(
      excused([pair], { failOn, threshold: 0.05 }, () => null),
      [],
    );
  });

  it("asks for nothing that the user does not", () => {
    assert.deepEqual(crossings([UNMEASURED], { failOn: ["tokens"], threshold: 0.05 }), []);
    assert.deepEqual(crossings([UNMEASURED], { failOn: [], threshold: 0.05 }), []);
  });
});
