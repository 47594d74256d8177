import assert from "node:assert/strict";
import { immediates } from "../clock/immediates.ts";
import { VirtualClock } from "../clock/virtual-clock.ts";
import type { Uncaught } from "../harness/uncaught.ts";
import { IoCore } from "../io/io-core.ts";
import { CallRunner, Unsettled } from "./run-calls.ts";

describe("running calls", () => {
  let core: IoCore;
  let runner: CallRunner;

  beforeEach(() => {
    core = new IoCore(new VirtualClock(), 1);
    const uncaught: Pick<Uncaught, "listener"> = { listener: null };
    runner = new CallRunner(core, uncaught);
  });

  afterEach(() => runner.dispose());

  it("ends calls that make I/O calls without end", async () => {
    const again = (): void => core.callback("stat", null, again);
    await assert.rejects(
      runner.run(again, 1),
      (error) => error instanceof Unsettled && !error.isIdle && error.ioCallsEach === 50_000,
    );
    assert.ok(core.clock.idle);
  });

  it("ends a watched call that computes turn after turn", async () => {
    runner.dispose();
    runner = new CallRunner(core, { listener: null }, { watchedComputing: 100 });
    core.watch({ onCall: () => null });
    const again = (): void => {
      for (const until = performance.now() + 20; performance.now() < until;);
      core.callback("stat", null, again);
    };
    await assert.rejects(
      runner.run(again, 1),
      (error) => error instanceof Unsettled && !error.isIdle && (error.ioCallsEach ?? 1e9) < 1_000,
    );
    assert.ok(core.clock.idle);
  });

  it("leaves it to whoever counts immediates to end those that set each other, however slow the machine is", async () => {
    runner.dispose();
    runner = new CallRunner(core, { listener: null }, { immediateLooks: 3 });
    const endless = new Error("endless");
    immediates.onEndless = () => runner.abandon(endless);
    const again = (): void => {
      for (const until = performance.now() + 0.1; performance.now() < until;);
      immediates.set(again);
    };
    try {
      await assert.rejects(runner.run(again, 1), endless);
    } finally {
      immediates.onEndless = null;
    }
  });

  it("lets what was begun before come to its end, be it between two I/O calls", async () => {
    let left = 12;
    const step = (): void => {
      if (left-- > 0) immediates.set(() => core.callback("stat", null, step));
    };
    step();
    await runner.settleDown(500);
    assert.deepEqual([left, core.calls], [-1, 12]);
    assert.ok(core.clock.idle);
  });

  it("forgets what goes on and doubles once all have settled", async () => {
    const twice = (): void => {
      core.callback("stat", null, twice);
      core.callback("stat", null, twice);
    };
    const { failure } = await runner.run((settled) => {
      twice();
      settled(null);
    }, 1_000);
    assert.equal(failure, null);
    assert.ok(core.clock.idle);
    assert.ok(core.calls < 1_000 * 2 ** 20, `${core.calls}`);
  });
});
