import assert from "node:assert/strict";
import { Activation, type FunctionState } from "./activation.ts";
import { statesOf } from "./hooks.ts";
import { Keeping } from "./keeping.ts";

describe("what is kept of calls", () => {
  /** Whether a call is kept where the program was active for a second, so many milliseconds of it to keep others. */
  const isKept = (spent: number): boolean => {
    let now = 0;
    const options = {
      redact: (text: string) => text,
      shapesOnly: false,
      classes: {
        of: () => undefined,
        ofInstance: () => undefined,
        constructorsOf: () => [],
        isPrototype: () => false,
      },
      made: { of: () => undefined },
      captured: { of: () => null, ofCall: () => null, boundOf: () => undefined, functionOf: () => null },
    };
    const keeping = new Keeping(
      options,
      () => now,
      () => 1_000,
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
});
