import assert from "node:assert/strict";
import { inspect, types } from "node:util";
import { innerErrors } from "./inner-errors.ts";

const isError = types.isNativeError;
const told = (thrown: unknown): string[] =>
  innerErrors(thrown, isError).map(({ key, error }) => `${key}: ${(error as Error).message}`);

describe("the errors inside of an error", () => {
  const low = new Error("low");
  const middle = new Error("middle", { cause: low });

  it("are those that Node prints with it", () => {
    for (const thrown of [
      new Error("top", { cause: middle }),
      new AggregateError([new Error("one"), middle], "several"),
      Object.assign(new Error("top"), { original: new TypeError("kept"), code: 4, where: { low } }),
      Object.defineProperty(new Error("top"), "hidden", { value: new Error("unseen"), enumerable: false }),
      new Error("top", { cause: "a text" }),
      low,
    ]) {
      const printed = inspect(thrown);
      const inner = innerErrors(thrown, isError);
      for (const { key, error } of inner) {
        assert.ok(printed.includes((error as Error).message), printed);
        assert.ok(printed.includes(key), printed);
      }
      assert.ok(!printed.includes("unseen") && !told(thrown).includes("hidden: unseen"));
    }
    assert.deepEqual(told(new Error("top", { cause: middle })), ["cause: middle", "cause: low"]);
    assert.deepEqual(told(Object.assign(new Error("top"), { original: low })), ["original: low"]);
    assert.deepEqual(told(new AggregateError([low, middle])), ["errors: low", "errors: middle"]);
  });

  it("are read without running anything, once each, and not without end", () => {
    const trap = Object.defineProperty(new Error("top"), "cause", {
      enumerable: true,
      get: () => assert.fail("it was run"),
    });
    assert.deepEqual(told(trap), []);
    const circle: Error = new Error("circle");
    circle.cause = new Error("back", { cause: circle });
    assert.deepEqual(told(circle), ["cause: back"]);
    const wide = new AggregateError(Array.from({ length: 1e5 }, (_, index) => new Error(`${index}`)));
    assert.equal(innerErrors(wide, isError).length, 10);
    let deep = low;
    for (let i = 0; i < 100; i++) deep = new Error(`${i}`, { cause: deep });
    assert.equal(innerErrors(deep, isError).length, 3);
    assert.deepEqual(innerErrors("a text", isError), []);
  });
});
