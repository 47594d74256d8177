import assert from "node:assert/strict";
import { judgeTruth, type Inferred, type Site, type TruePath } from "./judge-truth.ts";

/** `4 db.get`, `b.ts:4 db.get` of another file, `– get` of nobody knows where; with a star where it was handed in. */
const site = (text: string): Site => {
  const [, file = null, line, expression = ""] = /^(?:(.+):)?(\d+|–) ([^*]+)/.exec(text)!;
  return { file, line: line === "–" ? null : Number(line), expression, isHandedIn: text.endsWith("*") };
};

const path = (calls: number, sites: string[], more: Partial<TruePath> = {}): TruePath => ({
  calls,
  sites: sites.map(site),
  end: "value",
  sequence: sites.length === 0 ? null : { atMost: sites.length, overlaps: false },
  ...more,
});

const inferred = (sites: string[], more: Partial<Inferred> = {}): Inferred => ({
  ...{ isMeasured: true, sites: sites.map(site), inSequence: sites.length, loops: [] },
  ...{ fails: false, isDecided: false, hasHelp: false },
  ...more,
});

const judged = (one: Inferred, ...paths: TruePath[]) => {
  const verdict = judgeTruth(one, paths);
  return verdict === null ? null : [verdict.class, verdict.difference, verdict.otherRounds];
};

const RIGHT = ["right", null, false];

describe("The truth of inference", () => {
  it("is right by the call sites, their number, their sequence and the end of the ordinary path", () => {
    const recorded = path(3, ["4 db.get", "5 db.put"]);
    assert.deepEqual(judged(inferred(["4 this.db.get", "5 db.put"]), recorded), RIGHT);
    assert.deepEqual(judged(inferred(["4 db.get"]), recorded), ["wrong and unsaid", "fewer calls", false]);
    assert.deepEqual(judged(inferred([]), recorded), ["wrong and unsaid", "no call", false]);
    assert.deepEqual(judged(inferred(["4 db.get", "5 db.put", "6 db.end"]), recorded), [
      ...["wrong and unsaid", "more calls", false],
    ]);
    assert.deepEqual(judged(inferred(["4 db.get", "9 db.put"]), recorded), [
      ...["wrong and unsaid", "other calls", false],
    ]);
    assert.deepEqual(judged(inferred(["4 db.get", "5 db.put"], { inSequence: 1 }), recorded), [
      ...["wrong and unsaid", "sequence", false],
    ]);
    assert.deepEqual(judged(inferred(["4 db.get", "5 db.put"], { fails: true }), recorded), [
      ...["wrong and unsaid", "outcome", false],
    ]);
  });

  it("deviates and says so where a remark decides, and refuses with a help or without", () => {
    const recorded = path(3, ["4 db.get"]);
    assert.deepEqual(judged(inferred([], { isDecided: true }), recorded), [
      ...["deviates and says so", "no call", false],
    ]);
    assert.deepEqual(judged(inferred(["4 db.get"], { isDecided: true }), recorded), RIGHT);
    const refused = { isMeasured: false };
    assert.deepEqual(
      judged(inferred([], { ...refused, hasHelp: true }), recorded)?.[0],
      "refused with a help",
    );
    assert.deepEqual(judged(inferred([], refused), recorded)?.[0], "refused without");
  });

  it("takes any path that one in ten ordinary calls took, and the most frequent one", () => {
    const often = path(80, ["4 db.get"]);
    const seldom = path(20, []);
    const rare = path(2, ["9 db.reset"]);
    assert.deepEqual(judged(inferred([]), often, seldom, rare), RIGHT);
    assert.deepEqual(judged(inferred(["9 db.reset"]), often, seldom, rare)?.[0], "wrong and unsaid");
    const many = Array.from({ length: 20 }, (_, line) => path(line === 7 ? 2 : 1, [`${line + 1} get`]));
    assert.deepEqual(judged(inferred(["8 get"]), ...many), RIGHT);
  });

  it("takes a path that fails for an ordinary one only where none ends well, and none that never ended", () => {
    const fails = path(9, ["4 db.get"], { end: "error" });
    assert.deepEqual(judged(inferred(["4 db.get"], { fails: true }), fails), RIGHT);
    assert.deepEqual(judged(inferred(["4 db.get"]), fails), ["wrong and unsaid", "outcome", false]);
    assert.deepEqual(judged(inferred(["5 db.put"]), fails, path(1, ["5 db.put"])), RIGHT);
    assert.deepEqual(
      judged(inferred(["5 db.put"]), fails, path(9, ["4 db.get"]), path(1, ["5 db.put"]))?.[0],
      RIGHT[0],
    );
    assert.equal(judged(inferred([]), path(1, [], { end: "never" })), null);
    const told = path(9, [], { end: "told" });
    assert.deepEqual(
      [judged(inferred([]), told), judged(inferred([], { fails: true }), told)],
      [RIGHT, RIGHT],
    );
    assert.deepEqual(judged(inferred(["5 db.put"]), told, path(1, ["5 db.put"])), RIGHT);
  });

  it("does not hold the rounds of a loop against it that the recording shows", () => {
    const three = path(1, ["3 open", "4 read", "4 read", "4 read"]);
    assert.deepEqual(judged(inferred(["3 open", "4 read", "4 read"]), three), ["right", null, true]);
    assert.deepEqual(judged(inferred(["3 open"]), three)?.[0], "wrong and unsaid");
    assert.deepEqual(judged(inferred(["3 open", "3 open", "4 read"]), three)?.[0], "wrong and unsaid");
    const once = path(1, ["4 read"]);
    assert.deepEqual(judged(inferred(["4 read", "4 read"]), once)?.[0], "wrong and unsaid");
  });

  it("takes calls in a row for wrong where some ran together, and all together where none did", () => {
    const sites = ["4 get", "5 get", "6 get"];
    const together = path(1, sites, { sequence: { atMost: 2, overlaps: true } });
    assert.deepEqual(judged(inferred(sites, { inSequence: 1 }), together), RIGHT);
    assert.deepEqual(judged(inferred(sites, { inSequence: 3 }), together)?.[1], "sequence");
    assert.deepEqual(judged(inferred(sites, { inSequence: 2 }), path(1, sites))?.[1], "sequence");
  });

  it("does not hold the rounds of a loop against it that only the inferred call goes round, or a rare recorded one", () => {
    const once = path(80, ["4 read"]);
    const twice = inferred(["4 read", "4 read"], { loops: [site("4 read")] });
    assert.deepEqual(judged(twice, once), ["right", null, true]);
    assert.deepEqual(judged(inferred(["4 read", "4 read"]), once, path(1, ["4 read", "4 read"])), [
      ...["right", null, true],
    ]);
    assert.deepEqual(judged(twice, path(1, []))?.[1], "more calls");
    assert.deepEqual(judged({ ...twice, inSequence: 1 }, once), ["right", null, true]);
    const three = path(1, ["4 read", "4 read", "4 read"]);
    assert.deepEqual(judged({ ...twice, inSequence: 1 }, three)?.[1], "sequence");
  });

  it("knows calls by their places in the project's text, whatever is called there", () => {
    const recorded = path(1, ["lib/a.js:3 this.send", "7 send"]);
    assert.deepEqual(judged(inferred(["lib/a.js:3 fetch", "7 this.socket.write"]), recorded), RIGHT);
    assert.deepEqual(judged(inferred(["lib/a.js:4 fetch", "7 send"]), recorded)?.[1], "other calls");
    assert.deepEqual(judged(inferred(["lib/a.js:3 fetch", "8 send"]), recorded)?.[1], "other calls");
  });

  it("knows those of other files by their names as well, and the inner method by the public one", () => {
    const recorded = path(1, ["lib/a.js:3 fs.readFile", "7 send"]);
    assert.deepEqual(judged(inferred(["3 fs.promises.readFile", "7 send"]), recorded), RIGHT);
    assert.deepEqual(judged(inferred(["– fs.stat", "7 send"]), recorded)?.[1], "other calls");
    assert.deepEqual(judged(inferred(["3 this.rows.next"]), path(1, ["b.js:9 this._next"])), RIGHT);
    assert.deepEqual(judged(inferred(["3 this.rows.next"]), path(1, ["4 this._next"]))?.[1], "other calls");
  });

  it("takes what the project's own function does for the same as a test's double of that", () => {
    const [made] = inferred(["lib/git.js:19 spawn"]).sites;
    const leading = (line: number) => ({ sites: [{ ...made!, via: ["lib/git.js:19", `:${line}`] }] });
    const recorded = path(1, ["28 execGit*"]);
    assert.deepEqual(judged(inferred([], { ...leading(28), inSequence: 1 }), recorded), RIGHT);
    assert.deepEqual(judged(inferred([], { ...leading(29), inSequence: 1 }), recorded)?.[1], "other calls");
  });

  it("takes a call of what the function is handed for the same, whoever calls it for the function", () => {
    const recorded = path(1, ["lib/wrap.js:9 func.apply*"]);
    assert.deepEqual(judged(inferred(["4 iteratee*"]), recorded), RIGHT);
    assert.deepEqual(judged(inferred(["4 db.get"]), recorded)?.[1], "other calls");
    assert.deepEqual(
      judged(inferred(["4 iteratee*"]), path(1, ["lib/wrap.js:9 fs.stat"]))?.[1],
      "other calls",
    );
    assert.deepEqual(judged(inferred(["4 iteratee*"]), path(1, ["5 done*"]))?.[1], "other calls");
  });
});
