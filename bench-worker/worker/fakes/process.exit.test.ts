import assert from "node:assert/strict";
import { VirtualClock } from "../clock/virtual-clock.ts";
import { IoCore } from "../io/io-core.ts";
import { ExitSignal, fakeProcess } from "./process.ts";

describe("what the fake process.exit throws", () => {
  it("takes no stack where calls are known to end by it, and is one of its own for each", () => {
    const core = new IoCore(new VirtualClock(), 1);
    const ofTarget = fakeProcess(core, () => undefined);
    const thrown = (): ExitSignal => {
      try {
        return ofTarget.exit(0);
      } catch (error) {
        assert.ok(error instanceof ExitSignal && error.message === "process.exit was called");
        return error;
      }
    };
    assert.ok(Object.hasOwn(thrown(), "stack"));
    core.endsByExit = true;
    const [one, other] = [thrown(), thrown()];
    assert.ok(!Object.hasOwn(one, "stack"));
    one.message = "mine";
    assert.equal(other.message, "process.exit was called");
  });
});
