import assert from "node:assert/strict";
import { harness } from "./intrinsics.ts";
import { withOwnStacks } from "./own-stacks.ts";
import { Endless, withinTime } from "./time-limit.ts";

/** How stacks are written now. */
function settings(): unknown[] {
  return [harness.Error.stackTraceLimit, Reflect.get(harness.Error, "prepareStackTrace")];
}

describe("stacks as the harness needs them", () => {
  const sites = (_: unknown, all: readonly NodeJS.CallSite[]): number => all.length;

  it("are written so while it works, and then as before, also where that fails", () => {
    const before = settings();
    assert.equal(
      withOwnStacks(2, sites, () => Reflect.get(new harness.Error("here"), "stack") as unknown),
      2,
    );
    assert.deepEqual(settings(), before);
    const failing = (): never => withOwnStacks(2, sites, () => assert.fail("no"));
    assert.throws(failing, /no/);
    assert.deepEqual(settings(), before);
  });

  it("are as before where the engine ends code in the middle of it", () => {
    const before = settings();
    const endless = (): void => withOwnStacks(7, sites, () => withOwnStacks(5, undefined, turn));
    assert.throws(() => withinTime(50, endless), Endless);
    assert.deepEqual(settings(), before);
  });
});

function turn(): void {
  for (;;);
}
