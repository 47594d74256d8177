import assert from "node:assert/strict";
import { analyze } from "../../analysis/analyze.ts";
import type { FakeUse } from "../target-result.ts";
import { inSource } from "./in-source.ts";
import type { RecordedOperation } from "./measure/record.ts";

describe("I/O calls that a source shows and a call makes otherwise", () => {
  const operation = (expression: string, line: number | null): RecordedOperation => ({
    expression,
    line,
    kind: "promise",
    column: null,
    callbackText: null,
    depth: 0,
    frames: [],
  });
  const why = (body: string, operations: RecordedOperation[], uses: FakeUse[] = []) =>
    inSource(
      analyze(`async function f(db, x) {\n${body}\n}`, "js").functions[0]!,
      { operations, inSequence: operations.length },
      uses,
      new Set(),
    )?.why;

  const TWO = "await db.get(1);\nawait db.put(2);";
  const get = operation("db.get", 2);
  const put = operation("db.put", 3);

  it("are none where it makes as many, in all and one after the other", () => {
    assert.equal(why(TWO, [get, put]), undefined);
    assert.equal(why(TWO, [operation("pg.query", 2), operation("pg.query", 3)]), undefined);
  });

  it("come with the counts of the source", () => {
    const [found] = analyze(
      "async function f(db) { for (const x of db.all) await db.get(x); }",
      "js",
    ).functions;
    assert.deepEqual(inSource(found!, { operations: [], inSequence: 0 }, [], new Set()), {
      ioCalls: 1,
      criticalPath: 1,
      inLoop: true,
      why: ["not-reached"],
    });
  });

  it("were not reached, or gave their answer at once", () => {
    assert.deepEqual(why(TWO, [get]), ["not-reached"]);
    const use = { expression: "x.put", kind: "sync", from: "inferred", calls: 1 } as const;
    assert.deepEqual(why(TWO, [get], [use]), ["at-once"]);
    assert.deepEqual(why("if (x) await db.get(1); else await db.put(2);", [get]), ["not-reached"]);
  });

  it("are said to be missed only where that is known", () => {
    const unwatched = (body: string, operations: RecordedOperation[]) =>
      inSource(
        analyze(`async function f(db, x) {\n${body}\n}`, "js").functions[0]!,
        { operations, inSequence: operations.length },
        [],
        undefined,
      )?.why;
    assert.deepEqual(unwatched("await sign(x);", []), []);
    assert.deepEqual(unwatched(TWO, [get]), []);
    assert.deepEqual(unwatched("if (x) await db.get(1);\nelse await db.get(2);", [get]), ["not-reached"]);
  });

  it("were made more than once, elsewhere, or cannot be seen", () => {
    assert.deepEqual(why("for (const y of x) await db.get(y);", [get, get, get]), ["repeated"]);
    assert.deepEqual(why(TWO, [get, put, operation("fs.stat", null)]), ["elsewhere"]);
    assert.deepEqual(why(TWO, [get, put, operation("fs.stat", 9)]), ["elsewhere"]);
    assert.deepEqual(why(`${TWO}\nx.start();`, [get, put, operation("x.start", 4)]), ["unseen"]);
    assert.deepEqual(why(TWO, [get, operation("db.put", null)]), undefined);
  });

  it("were not made more than once where another that nothing waits for stands on the same line", () => {
    const at = (expression: string, column: number) => ({ ...operation(expression, 2), column });
    const body = "db.put(2); await db.get(1);";
    assert.deepEqual(why(body, [at("db.put", 4), at("db.get", 22)]), []);
    assert.deepEqual(why(body, [at("db.put", 4), at("db.get", 22), at("db.get", 22)]), ["repeated"]);
  });

  it("are not called missed where as many are made further in, by what they call", () => {
    const body = "await this.hasBranch();\nawait this.branchName();";
    const [a, b, c] = [20, 21, 30].map((line) => operation("shell.exec", line));
    assert.deepEqual(why(body, [a!, b!, c!]), ["elsewhere"]);
    assert.deepEqual(why(body, [a!]), ["not-reached", "elsewhere"]);
    const both = "await this.load();\nif (x) await db.get(1);";
    assert.deepEqual(why(both, [a!, b!, c!]), ["not-reached", "elsewhere"]);
  });

  it("are not called missed where it came to them, and they only computed or did their work further in", () => {
    const text = "async function f(x) {\nawait x.get(1);\nawait sign(2);\n}";
    const [found] = analyze(text, "js").functions;
    const reached = new Set([text.indexOf("sign")]);
    const whyOf = (operations: RecordedOperation[]) =>
      inSource(found!, { operations, inSequence: operations.length }, [], reached)?.why;
    assert.deepEqual(whyOf([operation("x.get", 2)]), ["at-once"]);
    assert.deepEqual(whyOf([operation("x.get", 2), operation("x.put", 9), operation("x.put", 9)]), [
      "elsewhere",
    ]);
  });

  it("gave no answer at once where they ran a function that they were given, and that made others", () => {
    const text = "async function f(x) {\nawait locked(x, async () => {\nawait x.get(1);\n});\n}";
    const [found] = analyze(text, "js").functions;
    const made = { operations: [operation("x.get", 3)], inSequence: 1 };
    const reached = new Set([text.indexOf("locked"), text.indexOf("x.get")]);
    assert.deepEqual(inSource(found!, made, [], reached)?.why, []);
  });

  it("were not missed where functions within it, that it calls by their names, made them", () => {
    const text = `async function pool(jobs, work) {
  async function one(job) {
    return await work(job);
  }
  async function lane() {
    for (const job of jobs) await one(job);
  }
  await Promise.all(Array.from({ length: 2 }, lane));
}`;
    const { functions } = analyze(text, "js");
    const [pool] = functions;
    const made = { operations: [operation("work", 3), operation("work", 3)], inSequence: 1 };
    for (const reached of [new Set<number>(), new Set(pool!.ioCalls.map(({ range }) => range.start))])
      assert.deepEqual(inSource(pool!, made, [], reached, functions)?.why, ["elsewhere"]);
    const kept = analyze(
      text.replace(/await Promise.*/, "await jobs.start();\n  return lane;"),
      "js",
    ).functions;
    assert.deepEqual(inSource(kept[0]!, made, [], new Set(), kept)?.why, ["not-reached", "unseen"]);
  });

  it("may only wait for each other otherwise", () => {
    const [found] = analyze(
      "async function f(db) {\nawait Promise.all([db.a(1),\ndb.b(2)]);\n}",
      "js",
    ).functions;
    const operations = [operation("db.a", 2), operation("db.b", 3)];
    assert.deepEqual(inSource(found!, { operations, inSequence: 2 }, [], new Set())?.why, []);
  });

  it("are none where it does not wait for what it makes, as then none are in sequence either way", () => {
    for (const [body, ...operations] of [
      ["db.get(1).then(() => {});\nreturn 1;", get],
      ["db.get(1).then(() => {});\ndb.put(2).then(() => {});", get, put],
    ] as const) {
      const [found] = analyze(`async function f(db) {\n${body}\n}`, "js").functions;
      assert.deepEqual([found!.ioCalls.length, found!.criticalPath.ioCalls], [operations.length, 1]);
      assert.equal(inSource(found!, { operations, inSequence: 0 }, [], undefined), undefined);
    }
  });
});
