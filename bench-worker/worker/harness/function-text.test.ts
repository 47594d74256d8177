import assert from "node:assert/strict";
import { hearing, textOfFunction } from "./function-text.ts";

describe("a function that hears of calls of another", () => {
  it("gives what that gives, and has its name, its length and its text", () => {
    const heard: unknown[] = [];
    const add = function add(this: { start: number }, one: unknown, other: unknown): unknown {
      return [this.start, one, other];
    };
    const run = hearing(add as never, (self, given) => heard.push([self, given]));
    const self = { start: 3 };
    assert.deepEqual(Reflect.apply(run, self, [1, 2]), [3, 1, 2]);
    assert.deepEqual(heard, [[self, [1, 2]]]);
    assert.deepEqual([run.name, run.length, textOfFunction(run)], ["add", 2, String(add)]);
  });
});
