import assert from "node:assert/strict";
import { firstFrameIn, framesOf, sayThrown, stackOf } from "./call-site.ts";

const stack = `Error: failed (see a.js:1:1)
    at upload (/work/a b.js:12:7)
    at async Promise.all (index 0)
    at async /work/main.mjs:3:1
    at Object.<anonymous> (file:///work/with%20space.mjs:4:5)
    at new Store (C:\\work\\store.js:6:7)
    at node:internal/process/task_queues:95:5
From previous event:
    at eval (eval at <anonymous> (/work/eval.js:1:1), <anonymous>:1:1)
    at /work/q.js:9:2`;

describe("reading a stack trace", () => {
  it("takes every frame that names a file, also behind async and in a library's sections", () => {
    assert.deepEqual(
      framesOf(stack).map(({ file, line, column }) => `${file}:${line}:${column}`),
      [
        "/work/a b.js:12:7",
        "/work/main.mjs:3:1",
        "/work/with space.mjs:4:5",
        "C:\\work\\store.js:6:7",
        "/work/q.js:9:2",
      ],
    );
  });

  it("finds the first frame of a file", () => {
    assert.equal(firstFrameIn(stack, "/work/q.js")?.line, 9);
    assert.equal(firstFrameIn(stack, "/work/other.js"), null);
  });

  it("survives values that are hostile to being looked at", () => {
    const hostile = new Proxy({}, { get: () => assert.fail("looked"), has: () => true });
    assert.equal(stackOf(hostile), "");
    assert.equal(stackOf(null), "");
    assert.equal(sayThrown(hostile), "something that cannot be shown");
    assert.equal(sayThrown(new TypeError("a\nb")), "TypeError: a");
    const lost = Object.assign(new Error("x"), { name: undefined, message: undefined });
    const plain = [{ code: 1, status: 2 }, {}, { message: "no row" }, ["a"], "text", null];
    assert.deepEqual(
      [lost, ...plain].map((one) => sayThrown(one)),
      ["Error", "an object that has code, status", "an empty object", "no row", "a", "text", "null"],
    );
    assert.equal(sayThrown(new TypeError("It is no list.")), "TypeError: It is no list");
    assert.equal(
      sayThrown(new AggregateError([new TypeError("first\nline"), 2])),
      "AggregateError (TypeError: first, and 1 more)",
    );
    assert.equal(
      sayThrown(new Error(JSON.stringify([{ path: ["days"] }], null, 2))),
      'Error: [ { "path": [ "days" ] } ]',
    );
  });
});
