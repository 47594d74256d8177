import assert from "node:assert/strict";
import { Activation, type FunctionState } from "./activation.ts";
import { written } from "./encoded.ts";
import { statesOf } from "./hooks.ts";
import { Keeping } from "./keeping.ts";
import { Pauses } from "./pauses.ts";
import { Snapshots } from "./snapshot.ts";

const OPTIONS = {
  redact: (text: string) => text,
  shapesOnly: false,
  classes: {
    of: () => undefined,
    ofInstance: () => undefined,
    holdersOf: () => [],
    constructorsOf: () => [],
    isPrototype: () => false,
  },
  made: { of: () => undefined },
  captured: { of: () => null, ofCall: () => null, boundOf: () => undefined, functionOf: () => null },
};

describe("what is kept of calls", () => {
  /** Whether a call is kept where the program was active for a second, so many milliseconds of it to keep others. */
  const isKept = (spent: number): boolean => {
    let now = 0;
    const keeping = new Keeping(
      OPTIONS,
      () => now,
      () => 1_000,
      new Pauses(() => now),
      () => now,
    );
    keeping.timed(() => (now += spent));
    const { module } = statesOf("/project/a.js", { mark: "", functions: [], sites: [], classes: [] });
    const path = { sites: [], calls: 1, kept: 1, written: 1 };
    const fn: FunctionState = { ...module, depth: 0, mayBeAsync: true, paths: new Map([["", path]]) };
    const begun = new Activation(fn, new Activation(module, null, null, null, 0), null, null, 0);
    return keeping.wanted(begun)?.isWhole === true;
  };

  it("is less where it takes too much of the time for which the program is active", () => {
    assert.equal(isKept(300), true);
    assert.equal(isKept(700), false);
  });

  it("is little at once, as a program has limits of time: twice as much of functions of which there is no path yet", () => {
    let [now, computed] = [0, 0];
    const keeping = new Keeping(
      OPTIONS,
      () => now,
      () => 1_000_000,
      new Pauses(() => now),
      () => computed,
    );
    const { module } = statesOf("/project/a.js", { mark: "", functions: [], sites: [], classes: [] });
    const path = { sites: [], calls: 1, kept: 1, written: 1 };
    const areKept = (): boolean[] =>
      [new Map([["", path]]), new Map()].map((paths) => {
        const fn: FunctionState = { ...module, depth: 0, mayBeAsync: true, paths };
        const begun = new Activation(fn, new Activation(module, null, null, null, 0), null, null, 0);
        return keeping.wanted(begun)?.isWhole === true;
      });
    const keep = (milliseconds: number): void => void keeping.timed(() => (computed += milliseconds));
    assert.deepEqual(areKept(), [true, true]);
    keeping.timed(() => (now += 90));
    assert.deepEqual(areKept(), [true, true], "it waited for a processor that others kept busy");
    keep(40);
    assert.deepEqual(areKept(), [false, true]);
    keep(30);
    assert.deepEqual(areKept(), [false, false]);
    now += 100;
    assert.deepEqual(areKept(), [true, true]);
  });

  it("is nothing of the recorder's own, which Node has what runs in the context of a call hold under a symbol", () => {
    const { module } = statesOf("/project/a.js", { mark: "", functions: [], sites: [], classes: [] });
    const store = new Activation(module, null, null, null, 0);
    class Job {
      readonly name = "job";
    }
    const made = Object.assign(new Job(), { [Symbol("store")]: store, [Symbol("own")]: 1 });
    const timer = setImmediate(() => undefined);
    clearImmediate(timer);
    Reflect.set(timer, Symbol("store"), { of: store });
    const keeping = new Keeping(
      OPTIONS,
      () => 0,
      () => 0,
      new Pauses(() => 0),
      () => 0,
    );
    const [job, immediate] = written(keeping.values([made, timer])).value as { symbols?: unknown }[];
    assert.deepEqual(job!.symbols, [[{ $: "symbol", text: "own" }, 1]]);
    assert.equal(immediate!.symbols, undefined);
  });

  it("asks nothing of the functions of a handle, which are left out of it, however many it has", () => {
    const asked: unknown[] = [];
    const of = (one: unknown): null => {
      asked.push(one);
      return null;
    };
    class Handle {
      readonly open = true;
    }
    const functions = Array.from({ length: 60 }, (_, at) => [`on${at}`, () => at] as const);
    const handle = Object.assign(new Handle(), Object.fromEntries(functions), { last: 1 });
    const snapshots = new Snapshots({ ...OPTIONS, captured: { ...OPTIONS.captured, of } });
    const { kept } = snapshots.whole(() => snapshots.of(handle));
    assert.deepEqual(written(kept).value, {
      ...{ $: "handle", class: "Handle" },
      properties: { open: true, last: 1 },
    });
    assert.deepEqual(asked, []);
  });
});
