import assert from "node:assert/strict";
import { VirtualClock } from "../clock/virtual-clock.ts";
import { CallRunner, type StartCall } from "../call/run-calls.ts";
import { IoCore } from "../io/io-core.ts";
import { laterCallsWarning } from "./later-calls.ts";

describe("a warning of later calls", () => {
  let core: IoCore;
  let runner: CallRunner;
  beforeEach(() => {
    core = new IoCore(new VirtualClock(), 1);
    runner = new CallRunner(core, { listener: null });
  });
  afterEach(() => runner.dispose());
  const warning = (call: () => Promise<unknown>, first: number, counted = first): Promise<string | null> => {
    const start: StartCall = (settled) => void call().then(() => settled(null), settled);
    return laterCallsWarning(core, runner, start, { counted, first });
  };
  const read = (): Promise<unknown> => core.promise("read", undefined);

  it("names what is kept where calls one after the other make fewer, too", async () => {
    let kept: Promise<unknown> | undefined;
    assert.match(
      (await warning(() => (kept ??= read()), 1)) ?? "",
      /^Later calls .* kept what the first one/,
    );
  });

  it("names no cache where only calls in flight together make fewer", async () => {
    let latest = 0;
    const search = async (): Promise<void> => {
      const own = ++latest;
      await Promise.resolve();
      if (own === latest) await read();
    };
    assert.match((await warning(search, 1)) ?? "", /^Calls in flight together made 0\.1 .* ended each other/);
  });

  it("tells that calls go on after they have settled, and of none that differ, where the first one did so too", async () => {
    const goesOn = async (): Promise<void> => {
      void read().then(() => read().then(read));
      await read();
    };
    assert.match(
      (await warning(goesOn, 4, 2)) ?? "",
      /^A call goes on .* makes 4 I\/O calls in all instead of 2:/,
    );
    assert.equal(await warning(goesOn, 4), null);
  });

  it("explains nothing where later calls make more, and is none where they make as many or fail", async () => {
    const twice = async (): Promise<void> => {
      await read();
      await read();
    };
    assert.match((await warning(twice, 1)) ?? "", /^Later calls made 2 I\/O calls each instead of 1: time/);
    assert.equal(await warning(twice, 2), null);
    assert.equal(await warning(() => Promise.reject(new Error("no")), 2), null);
  });
});
