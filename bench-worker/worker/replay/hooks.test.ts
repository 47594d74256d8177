import assert from "node:assert/strict";
import { VirtualClock } from "../clock/virtual-clock.ts";
import { immediates } from "../clock/immediates.ts";
import { tickWatch } from "../harness/tick-watch.ts";
import { causality } from "../io/causality.ts";
import { IoCore } from "../io/io-core.ts";
import { ReplayHooks } from "./hooks.ts";
import type { PlayedCall } from "./played-call.ts";

describe("the call that goes on in a replay", () => {
  afterEach(() => void (causality.carry = null));

  it("is that for which something was put off, whichever goes on meanwhile", async () => {
    const hooks = new ReplayHooks(new IoCore(new VirtualClock(), 1), [], false);
    const [one, other] = [{}, {}] as PlayedCall[];
    causality.carry = hooks.carry;
    const seen: unknown[] = [];
    const look = (): void => void seen.push(hooks.now);
    hooks.now = one!;
    immediates.set(look);
    tickWatch.nextTick(look);
    hooks.now = other!;
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    assert.deepEqual(
      seen.map((call) => call === one),
      [true, true],
    );
  });
});
