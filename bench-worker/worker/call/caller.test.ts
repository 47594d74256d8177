import assert from "node:assert/strict";
import { callOnce, once, type Settled } from "./caller.ts";

describe("a call that settles again", () => {
  it("counts as one settlement, with what it said first", () => {
    const run = (...parameters: unknown[]): void => {
      const done = parameters[0] as (error?: unknown) => void;
      done(null);
      done(new Error("again"));
    };
    const callable = {
      run,
      receiver: undefined,
      makeArguments: (settled: unknown) => [settled],
      completion: "callback",
    } as const;
    const settlements = (wrap: (settled: Settled) => Settled): unknown[] => {
      const heard: unknown[] = [];
      callOnce(
        callable,
        wrap((error) => heard.push(error)),
      );
      return heard;
    };
    assert.deepEqual(settlements(once), [null]);
    assert.equal(settlements((settled) => settled).length, 2);
  });
});

describe("a call of what does nothing but fail", () => {
  it("has ended well once it has failed, whichever way", async () => {
    const heard: unknown[] = [];
    const fails = [
      () => {
        throw new Error("not here");
      },
      () => Promise.reject(new Error("not there")),
    ];
    for (const run of fails) {
      const callable = { run, receiver: undefined, makeArguments: () => [], completion: "promise" } as const;
      callOnce({ ...callable, alwaysFails: true }, (error) => heard.push(error));
      await Promise.resolve();
    }
    assert.deepEqual(heard, [null, null]);
  });
});
