import assert from "node:assert/strict";
import { inspect } from "node:util";
import { peek, stateOf } from "./peek.ts";

describe("what a promise has come to", () => {
  const reasons = [
    new RangeError("no"),
    Object.assign(new Error("several\nlines"), { code: "E", cause: { of: [1, 2] } }),
    { why: "no", inner: { one: 1 }, list: [1, 2, 3] },
    "a text",
    undefined,
  ];

  it("shows without being waited for", async () => {
    const failed = reasons.map((reason) => Promise.resolve().then(() => Promise.reject(reason as Error)));
    await Promise.allSettled(failed);
    assert.deepEqual(
      failed.map((promise) => stateOf(promise)),
      reasons.map(() => "error"),
    );
    // What is no object is told as it shows.
    assert.deepEqual(
      failed.slice(0, 3).map((promise) => peek(promise)),
      reasons.slice(0, 3).map((reason) => ({ state: "error", reason })),
    );
    const values = [
      1,
      "<rejected>",
      reasons[0],
      Buffer.from("ab"),
      Symbol("<rejected>"),
      { "<rejected>": 1 },
    ];
    assert.deepEqual(
      values.map((value) => stateOf(Promise.resolve(value))),
      values.map(() => "value"),
    );
    assert.equal(stateOf(new Promise(() => undefined)), "pending");
  });

  it("changes nothing that all objects have, but for the reason why one has failed", () => {
    let asked = 0;
    const value = { [inspect.custom]: () => ++asked };
    const { defineProperty } = Object;
    const changed: unknown[] = [];
    Object.defineProperty = (object, ...more) => {
      changed.push(object);
      return defineProperty(object, ...more);
    };
    try {
      assert.deepEqual(peek(Promise.resolve(value)), { state: "value" });
      assert.deepEqual(peek(new Promise(() => undefined)), { state: "pending" });
    } finally {
      Object.defineProperty = defineProperty;
    }
    assert.deepEqual([changed.includes(Object.prototype), asked], [false, 0]);
  });
});
