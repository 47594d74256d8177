import assert from "node:assert/strict";
import { between, judgeWaiting as judge, type ProcessTimes, type Waited } from "./patience.ts";
import { parsePsTime, parseSchedstat } from "./process-times.ts";

/** Of a process that others may keep from running for as long as they like. */
const judgeWaiting = (own: number, ...rest: Rest): Waited => judge({ own, kept: Infinity }, ...rest);
type Rest = [passed: number, meanwhile: ProcessTimes | null, lately?: Parameters<typeof judge>[3]];

describe("patience with a process that does not answer", () => {
  it("ends at the limit for one that computed all the while", () => {
    assert.deepEqual(judgeWaiting(13_000, 13_100, { computed: 13_000, kept: 50 }), { what: "endless" });
  });

  it("ends at the limit for one that does nothing", () => {
    assert.deepEqual(judgeWaiting(13_000, 13_100, { computed: 40, kept: 3 }), { what: "silent" });
  });

  it("goes on by what others kept it from running", () => {
    const waited = judgeWaiting(13_000, 13_000, { computed: 600, kept: 12_200 });
    assert.deepEqual(waited, { what: "wait", milliseconds: 12_200 });
  });

  it("takes a loop for one as soon as it has computed for so long, however busy the machine is", () => {
    assert.deepEqual(judgeWaiting(13_000, 60_000, { computed: 13_000, kept: 46_900 }), { what: "endless" });
  });

  it("ends for good at ten times the limit, and blames the machine", () => {
    assert.deepEqual(judgeWaiting(13_000, 130_000, { computed: 1_500, kept: 128_000 }), { what: "starved" });
  });

  it("ends once others have kept it from running for as long as they may, and looks in time", () => {
    const limits = { own: 13_000, kept: 8_000 };
    const waited = judge(limits, 7_000, { computed: 1_500, kept: 5_500 });
    assert.deepEqual(waited, { what: "wait", milliseconds: 2_500 });
    assert.deepEqual(judge(limits, 9_600, { computed: 1_500, kept: 8_100 }), { what: "starved" });
    // Computing is its own time, however long that takes.
    assert.equal(judge(limits, 12_000, { computed: 12_000, kept: 0 }).what, "wait");
  });

  it("counts computing only where nobody tells what kept it waiting, up to four times the limit", () => {
    assert.deepEqual(judgeWaiting(1_000, 1_000, { computed: 200, kept: null }), {
      what: "wait",
      milliseconds: 1_000,
    });
    assert.deepEqual(judgeWaiting(1_000, 1_500, { computed: 1_000, kept: null }), { what: "endless" });
    assert.deepEqual(judgeWaiting(1_000, 4_000, { computed: 200, kept: null }), { what: "starved" });
  });

  it("ends at the limit for one that hardly computes, where nobody tells what kept it waiting", () => {
    assert.deepEqual(judgeWaiting(13_000, 13_100, { computed: 200, kept: null }), { what: "silent" });
    // As a program does that starts another one and waits for it.
    assert.deepEqual(judgeWaiting(20_000, 20_000, { computed: 30, kept: null }), { what: "silent" });
  });

  it("ends there for one that computed first and does nothing any more, once it is seen to", () => {
    const meanwhile = { computed: 6_000, kept: null };
    assert.deepEqual(judgeWaiting(13_000, 13_000, meanwhile), { what: "wait", milliseconds: 7_000 });
    const lately = { passed: 7_000, meanwhile: { computed: 10, kept: null } };
    assert.deepEqual(judgeWaiting(13_000, 20_000, meanwhile, lately), { what: "silent" });
    const busy = { passed: 7_000, meanwhile: { computed: 900, kept: null } };
    assert.equal(judgeWaiting(13_000, 20_000, meanwhile, busy).what, "wait");
  });

  it("keeps to the limit where the system tells nothing", () => {
    assert.deepEqual(judgeWaiting(1_000, 999, null), { what: "wait", milliseconds: 1 });
    assert.deepEqual(judgeWaiting(1_000, 1_000, null), { what: "silent" });
  });

  it("counts from when it was asked", () => {
    const before = { computed: 300, kept: 100 };
    assert.deepEqual(between(before, { computed: 500, kept: 1_100 }), { computed: 200, kept: 1_000 });
    assert.deepEqual(between(before, { computed: 500, kept: null }), { computed: 200, kept: null });
    assert.equal(between(before, null), null);
  });
});

describe("what the system says of a process", () => {
  it("is read off Linux's statistics", () => {
    assert.deepEqual(parseSchedstat("1054279 8084637 4\n"), { computed: 1.054279, kept: 8.084637 });
    assert.equal(parseSchedstat("0 0 0\n"), null);
    assert.equal(parseSchedstat(""), null);
  });

  it("is read off ps in all its ways to write a time", () => {
    assert.deepEqual(parsePsTime("   0:13.25\n"), { computed: 13_250, kept: null });
    assert.deepEqual(parsePsTime("01:02:03"), { computed: 3_723_000, kept: null });
    assert.deepEqual(parsePsTime("2-00:00:01"), { computed: 172_801_000, kept: null });
    assert.equal(parsePsTime(""), null);
  });
});
