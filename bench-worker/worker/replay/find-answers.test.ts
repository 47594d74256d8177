import assert from "node:assert/strict";
import type { RecordedAnswer } from "../../contract/recording.ts";
import { AnswerFinder, inOtherStyle, type Asked } from "./find-answers.ts";
import { volatileNear } from "./volatile.ts";

const AT = "2026-11-25T12:00:00.000Z";

/** An answer of `db.get("a")` and the like. */
function answer(expression: string, given: unknown[], parts: Partial<RecordedAnswer> = {}): RecordedAnswer {
  return {
    ...{ file: "a.js", line: 1, column: 1, expression, kind: "package", style: "promise", outcome: "value" },
    ...{ startMilliseconds: 0, endMilliseconds: 1, inFlight: 0, arguments: given },
    ...parts,
  };
}

function finder(answers: RecordedAnswer[], here: readonly string[] = []): AnswerFinder {
  const comparing = { isRedacted: false };
  const loosely = { ...comparing, mayDiffer: volatileNear(AT) };
  const isCalledHere = (one: string): boolean => here.includes(one);
  return new AnswerFinder(answers, { comparing, loosely, isCalledHere, isOther: () => false });
}

const asked = (expression: string, given: unknown[] | null, parts: Partial<Asked> = {}): Asked => ({
  ...{ expression, given, name: null, receiverFrom: undefined, isNative: false },
  ...parts,
});

describe("the answer of a call in another text", () => {
  it("is that of the same operation with the same arguments, in any order and by any name", () => {
    const found = finder([answer("db.get", ["a"]), answer("db.get", [{ id: "b" }]), answer("db.put", ["a"])]);
    assert.equal(found.take(asked("this.store.get", [{ id: "b" }])), 1);
    assert.equal(found.take(asked("get", ["a"])), 0);
    assert.equal(found.take(asked("put", ["a", undefined])), 2);
    assert.equal(found.take(asked("get", ["a"])), undefined);
  });

  it("is the first that is left where arguments are the same", () => {
    const found = finder([answer("queue.next", []), answer("queue.next", [])]);
    assert.deepEqual(
      [0, 1].map(() => found.take(asked("queue.next", []))),
      [0, 1],
    );
  });

  it("is found by what a function calls itself where an alias calls it", () => {
    const found = finder([answer("readFile", ["a.txt"])]);
    assert.equal(found.take(asked("read", ["a.txt"], { name: "readFile" })), 0);
  });

  it("need not have the same dates, functions, and identifiers of chance, unless another one has", () => {
    const put = (id: string, at: number, when: string): RecordedAnswer =>
      answer("db.put", [
        { id, at, when: { $: "date", milliseconds: at } },
        when,
        { $: "function", name: "done" },
      ]);
    const [then, later] = [Date.parse(AT), Date.parse(AT) + 5];
    const ids = ["6fa459ea-ee8a-4ca4-894e-db77e160355e", "16fd2706-8baf-433b-82eb-8c7fada847da"];
    const found = finder([put(ids[0]!, then, AT), put(ids[1]!, later, AT)]);
    const call = (id: string, at: number, more: string): Asked =>
      asked("db.put", [{ id, at, when: new Date(at) }, more, () => undefined]);
    assert.equal(found.take(call(ids[1]!, later, AT)), 1);
    assert.equal(
      found.take(call("886313e1-3b8a-4372-9b90-0c9aee199e5d", then + 1, "2026-11-25T12:00:09.000Z")),
      0,
    );
    const other = finder([answer("db.put", [{ id: 7 }])]);
    assert.equal(other.take(asked("db.put", [{ id: 8 }])), undefined);
  });

  it("is that of the same thing where several have the operation", () => {
    const of = (): RecordedAnswer[] => [answer("users.get", ["a"]), answer("orders.get", ["a"])];
    assert.equal(finder(of()).take(asked("orders.get", ["a"])), 1);
    // What the other name is of is called by it elsewhere.
    assert.equal(finder(of(), ["users.get"]).take(asked("repository.get", ["a"])), 1);
    assert.equal(finder(of()).take(asked("repository.get", ["a"])), undefined);
  });

  it("is that of what it is called on, where a recorded answer gave that, or one of the same call", () => {
    const fetched = (url: string): RecordedAnswer => answer("fetch", [url], { kind: "core" });
    const all = (): RecordedAnswer[] => [
      ...[fetched("/a"), fetched("/b"), fetched("/a")],
      ...[0, 1, 2].map((receiverFrom) => answer("response.json", [], { receiverFrom })),
    ];
    assert.equal(finder(all()).take(asked("r.json", [], { receiverFrom: 1 })), 4);
    assert.equal(finder(all()).take(asked("r.json", [], { receiverFrom: 2 })), 5);
    const twice = finder(all());
    const first = asked("r.json", [], { receiverFrom: 0 });
    assert.deepEqual(
      [1, 2, 3].map(() => twice.take(first)),
      [3, 5, undefined],
    );
  });

  it("of a package is given to none of the engine's own functions", () => {
    const found = finder([answer("cursor.map", [])]);
    assert.equal(found.take(asked("rows.map", [() => 1], { isNative: true })), undefined);
    assert.equal(
      finder([answer("Date.now", [], { kind: "clock" })]).take(asked("Date.now", [], { isNative: true })),
      0,
    );
  });

  it("of an iteration is told by what is iterated", () => {
    const rows = answer("for await of rows", [], { style: "iterator" });
    assert.equal(finder([answer("rows", []), rows]).take(asked("for await of cursor", null)), 1);
  });
});

describe("a call without an answer", () => {
  const nearest = (answers: RecordedAnswer[], one: Asked) => finder(answers).nearest(one);

  it("is told the recorded call that is most like it, and what differs", () => {
    const answers = [answer("db.get", ["users", { id: 1 }]), answer("db.get", ["orders", { id: 1 }])];
    assert.deepEqual(nearest(answers, asked("db.get", ["orders", { id: 2 }])), {
      index: 1,
      otherwise: { what: "argument", index: 1, where: ".id" },
    });
    assert.deepEqual(nearest(answers, asked("db.get", ["orders"]))?.otherwise, { what: "count" });
  });

  it("is told one of what it is called on, where nothing has its operation", () => {
    const answers = [answer("cache.get", ["a"]), answer("this.db.get", ["a"])];
    assert.deepEqual(nearest(answers, asked("db.getMany", [["a"]])), {
      index: 1,
      otherwise: { what: "operation" },
    });
    assert.equal(nearest([], asked("db.getMany", [["a"]])), null);
  });

  it("is told that it is made more often than it was", () => {
    const found = finder([answer("db.get", ["a"]), answer("db.get", ["b"])]);
    found.take(asked("db.get", ["a"]));
    assert.deepEqual(found.nearest(asked("db.get", ["a"]))?.otherwise, { what: "used-up" });
  });

  it("gives nothing where none of its kind ever gave something", () => {
    const info = answer("log.info", ["begun"], { style: "sync", value: { $: "undefined" } });
    assert.equal(finder([info]).ofNothing(asked("log.info", ["done"])), 0);
    assert.equal(finder([{ ...info, value: 1 }]).ofNothing(asked("log.info", ["done"])), undefined);
  });
});

describe("an answer in the other style", () => {
  it("is what the callback was told, and back, by Node's convention", () => {
    const at = [1];
    const read = answer("fs.readFile", ["a.txt", { $: "function", name: "done" }], {
      style: "callback",
      callbacks: [{ at, milliseconds: 1, arguments: [null, "text"] }],
    });
    const promised = inOtherStyle(read)!;
    assert.deepEqual([promised.style, promised.outcome, promised.value], ["promise", "value", "text"]);
    const back = inOtherStyle(answer("readFile", ["a.txt"], { value: "text" }))!;
    assert.deepEqual(back.callbacks, read.callbacks);
    const failed = { $: "error", class: "Error", message: "no", properties: {} };
    const error = inOtherStyle({ ...read, callbacks: [{ at, milliseconds: 1, arguments: [failed] }] })!;
    assert.deepEqual([error.outcome, error.value], ["error", failed]);
  });

  it("is none where a callback was told more, or no error first", () => {
    const style = "callback";
    const done = { $: "function", name: "done" };
    const told = (...given: unknown[]): RecordedAnswer =>
      answer("db.query", ["q", done], { style, callbacks: [{ at: [1], milliseconds: 1, arguments: given }] });
    assert.equal(inOtherStyle(told(null, ["row"], ["field"])), null);
    assert.equal(inOtherStyle(told(true)), null);
    assert.equal(inOtherStyle(answer("db.get", [], { outcome: "pending" })), null);
  });
});
