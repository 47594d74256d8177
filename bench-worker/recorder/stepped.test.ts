import assert from "node:assert/strict";
import { watchSteps } from "./stepped.ts";

describe("an iterator whose steps are watched", () => {
  it("gives and fails as it would, and tells how it goes on and ends", () => {
    const told: unknown[] = [];
    const stepping = {
      goesOn: (value: unknown) => told.push(["goes on", value]),
      hasFailed: (error: unknown) => told.push(["failed", error]),
      ends: (how: string, value: unknown) => told.push([how, value]),
    };
    const made = {
      left: [1],
      next(sent: unknown) {
        const value = this.left.pop();
        return { value: value ?? sent, done: value === undefined };
      },
      throw(error: unknown): never {
        throw error;
      },
    };
    const { next } = made;
    assert.equal(watchSteps(made, stepping), true);
    assert.deepEqual(Object.keys(made), ["left", "next", "throw"]);
    assert.notEqual(made.next, next);
    assert.deepEqual(
      [made.next("a"), made.next("b")],
      [
        { value: 1, done: false },
        { value: "b", done: true },
      ],
    );
    assert.throws(
      () => made.throw("bad"),
      (error) => error === "bad",
    );
    assert.deepEqual(told, [
      ["goes on", "a"],
      ["goes on", "b"],
      ["value", "b"],
      ["failed", "bad"],
      ["error", "bad"],
    ]);
  });

  it("is none of anything else", () => {
    const never = (): never => assert.fail();
    const stepping = { goesOn: never, hasFailed: never, ends: never };
    for (const other of [undefined, "text", {}, new Proxy({ next: () => undefined }, {})])
      assert.equal(watchSteps(other, stepping), false);
  });
});
