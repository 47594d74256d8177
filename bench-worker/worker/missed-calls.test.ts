import assert from "node:assert/strict";
import { analyze } from "../../analysis/analyze.ts";
import type { IoCall } from "../../analysis/model.ts";
import { mayMiss, missedSentence, watchedCall, withoutIoRemark } from "./missed-calls.ts";
import type { RecordedOperation } from "./measure/record.ts";

function ioCalls(body: string): readonly IoCall[] {
  return analyze(`async function f(db, cache) {\n${body}\n}`, "js").functions[0]!.ioCalls;
}

function operation(expression: string, line: number | null): RecordedOperation {
  return { expression, line, kind: "promise", column: null, callbackText: null, depth: 0, frames: [] };
}

describe("I/O calls that may be missed", () => {
  const may = (body: string, ...made: (readonly [string, number | null])[]) =>
    mayMiss(ioCalls(body), { operations: made.map(([name, line]) => operation(name, line)) });

  it("are those of a name and line that none was made of", () => {
    assert.equal(may("await db.find(1);", ["pool.find", 9]), false);
    assert.equal(may("await db.load(1);", ["pool.find", 9]), true);
    assert.equal(may("await db.load(1);", ["pool.query", 2]), false);
  });

  it("are told by their lines where several go by one name", () => {
    const body = "await db.find(1);\nawait cache.find(2);";
    assert.equal(may(body, ["db.find", 2]), true);
    assert.equal(may(body, ["db.find", 2], ["cache.find", 3]), false);
    assert.equal(may(body, ["db.find", null]), false);
  });
});

describe("I/O calls that a call does not come to", () => {
  const calls = ioCalls("await db.get(1);\nawait cache.set(2);");

  it("may be there where nothing of theirs is recorded, by name or line", () => {
    assert.ok(mayMiss(calls, { operations: [] }));
    assert.ok(mayMiss(calls, { operations: [operation("db.get", 2)] }));
    assert.ok(!mayMiss(calls, { operations: [operation("pg.get", null), operation("redis.send", 3)] }));
  });

  it("are not hidden by another on their line", () => {
    const both = ioCalls("if (db.x) await db.get(1); else await db.load(1);");
    assert.ok(mayMiss(both, { operations: [operation("db.get", 2)] }));
    assert.ok(!mayMiss(both, { operations: [operation("db.get", 2), operation("pg.query", 2)] }));
  });

  it("are watched for by line and last name", () => {
    const watched = (body: string, head = "") =>
      ioCalls(body).map((call) => watchedCall(call, `${head}${body}`));
    assert.deepEqual(watched("await db.get(1);\nawait cache.set(2);"), [
      { line: 2, name: "get" },
      { line: 3, name: "set" },
    ]);
    const head = 'import load, { put as save, read } from "x";';
    assert.deepEqual(watched("await load(1); await save(2); await read(3); await db.load(4);", head), [
      { line: 2, name: "load", importedAs: "default" },
      { line: 2, name: "save", importedAs: "put" },
      { line: 2, name: "read" },
      { line: 2, name: "load" },
    ]);
  });

  it("are named in one sentence, the first four", () => {
    assert.equal(missedSentence([]), null);
    assert.equal(
      missedSentence(calls.slice(0, 1)),
      "Of its I/O calls, db.get at line 2 is no part of the numbers: the call did not come there. Where it should, say in a fakes file what leads it there: async-cost fakes TARGET --write.",
    );
    assert.match(missedSentence(calls, "other")!, /did not come there\.$/);
    assert.match(
      missedSentence(calls, "cache")!,
      /no part of the numbers: the call left before them with what it had found/,
    );
    assert.match(missedSentence(calls)!, /db\.get at line 2 and cache\.set at line 3 are no part/);
    const six = ioCalls("await a.b();\nawait c.d();\nawait e.f();\nawait g.h();\nawait i.j();\nawait k.l();");
    assert.match(missedSentence(six)!, /g\.h at line 5 and 2 more are no part/);
  });

  it("are named once where they stand beside each other, with how many they are", () => {
    const twice = ioCalls("await db.get(1); await db.get(2); await db.get(3);\nawait cache.set(2);");
    assert.match(
      missedSentence(twice)!,
      /^Of its I\/O calls, db\.get at line 2 \(3 calls\) and cache\.set at line 3 are no part/,
    );
  });

  it("take the verdict away where a call came to none, with the line at which it left and what to do", () => {
    const left = { line: 2, text: "`if (!db.open) return;`." };
    const { code, severity, text, data } = withoutIoRemark(calls, { isWatched: true, left });
    assert.deepEqual([code, severity, data?.left], ["without-io", "decisive", 2]);
    assert.equal(
      text,
      "Of its I/O calls, db.get at line 2 and cache.set at line 3 are no part of the numbers: the call did not come there. It left at line 2: `if (!db.open) return;`. So these are the numbers of a call without I/O. Where it should come to them, record a call (async-cost record), or say in a fakes file what leads it past line 2: async-cost fakes TARGET --write.",
    );
    const unknown = withoutIoRemark(calls, { isWatched: false, givenAt: "up.async-cost.js, line 3" });
    assert.match(
      unknown.text,
      /or there was no I\/O in there\. So these .*up\.async-cost\.js, line 3 may be/,
    );
  });
});
