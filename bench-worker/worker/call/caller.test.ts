import assert from "node:assert/strict";
import { EventEmitter } from "node:events";
import { Readable } from "node:stream";
import { callOnce, callToFailure, failureOf, isFailure, once, type Settled } from "./caller.ts";

describe("a call that gives an emitter back", () => {
  const heardOf = async (make: () => unknown, endingEvents?: readonly string[]): Promise<unknown[]> => {
    const heard: unknown[] = [];
    const callable = {
      run: make,
      receiver: undefined,
      makeArguments: () => [],
      completion: "emitter",
      ...(endingEvents === undefined ? {} : { endingEvents }),
    } as const;
    callOnce(callable, (error) => heard.push(error));
    await new Promise((resolve) => setImmediate(resolve));
    return heard;
  };

  it("has settled with the first event that tells of an end, once", async () => {
    const emitter = new EventEmitter();
    process.nextTick(() => ["data", "end", "close"].forEach((event) => emitter.emit(event)));
    assert.deepEqual(await heardOf(() => emitter), [null]);
  });

  it("has not settled with another event where the function emits its end itself", async () => {
    const emitter = new EventEmitter();
    process.nextTick(() => emitter.emit("ready"));
    assert.deepEqual(await heardOf(() => emitter, ["end"]), []);
    process.nextTick(() => ["ready", "end"].forEach((event) => emitter.emit(event)));
    assert.deepEqual(await heardOf(() => emitter, ["end"]), [null]);
  });

  it("fails with what it emits as an error", async () => {
    const emitter = new EventEmitter();
    const error = new Error("no");
    process.nextTick(() => emitter.emit("error", error));
    assert.deepEqual(await heardOf(() => emitter), [error]);
  });

  it("is read to its end where it is a stream", async () => {
    assert.deepEqual(await heardOf(() => Readable.from(["a", "b"])), [null]);
  });

  it("that gives something else back settles at once", async () => {
    assert.deepEqual(await heardOf(() => 1), [null]);
  });
});

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

describe("what a call ends with", () => {
  it("is a failure unless it says that there is none, however it was called back", () => {
    assert.deepEqual([undefined, null, 0, false, ""].map(isFailure), [false, false, false, false, false]);
    assert.deepEqual(["no", 1, {}].map(isFailure), [true, true, true]);
    assert.deepEqual([[], ["a value"], [1, new Error("no")]].map(isFailure), [false, false, true]);
    assert.match(String(failureOf(0)), /threw 0/);
    assert.equal(failureOf("no"), "no");
  });

  it("is its end where it does nothing but fail", () => {
    const heard: unknown[] = [];
    const callable = { receiver: undefined, makeArguments: () => [], completion: "callback" } as const;
    const settled: Settled = (error) => heard.push(error);
    const run = (): never => {
      throw new Error("not implemented");
    };
    callToFailure({ ...callable, run }, settled);
    assert.deepEqual(heard, [null]);
  });

  it("is one event of what is made up, where every event that is listened to comes", () => {
    const heard: string[] = [];
    const made = { on: (event: string) => void heard.push(event) };
    const callable = {
      run: () => made,
      receiver: undefined,
      makeArguments: () => [],
      completion: "emitter",
    } as const;
    callOnce({ ...callable, isMadeUp: (given) => given === made }, () => undefined);
    assert.deepEqual(heard, ["error", "finish"]);
    callOnce({ ...callable, isMadeUp: () => false }, () => undefined);
    assert.ok(heard.length > 6);
  });
});
