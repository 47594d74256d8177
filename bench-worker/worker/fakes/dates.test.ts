import assert from "node:assert/strict";
import { VirtualClock } from "../clock/virtual-clock.ts";
import { IoCore } from "../io/io-core.ts";
import { moveDates } from "./dates.ts";

/** A clock that has skipped so many milliseconds more. */
async function skip(clock: VirtualClock, milliseconds: number): Promise<void> {
  await new Promise((done) => clock.after(milliseconds, done, undefined, undefined));
}

describe("the dates of a function that waits until a moment", () => {
  const core = new IoCore(new VirtualClock(), 1);
  afterEach(() => moveDates(core, false));

  it("move with the clock, all by the same, and never go back where another takes its place", async () => {
    const first = new VirtualClock();
    core.clock = first;
    moveDates(core, true);
    const [begun, started] = [Date.now(), performance.now()];
    await skip(first, 50_000);
    const [now, later] = [Date.now(), performance.now()];
    assert.ok(now - begun >= 49_999 && later - started >= 49_999);
    core.clock = new VirtualClock();
    assert.ok(Date.now() >= now && performance.now() >= later);
    assert.ok(new Date().getTime() >= now && new Date(Date()).getTime() > now - 2000);
    core.clock = first;
    assert.ok(Date.now() >= now && Date.now() - begun < 90_000);
  });

  it("move with what else tells how much time has passed", async () => {
    const clock = new VirtualClock();
    core.clock = clock;
    const before = process.hrtime.bigint();
    moveDates(core, true);
    const [begun, up] = [process.hrtime(), process.uptime()];
    await skip(clock, 50_000);
    const [seconds, nanoseconds] = process.hrtime(begun);
    assert.ok(seconds >= 49 && seconds < 90 && nanoseconds >= 0 && nanoseconds < 1e9);
    assert.ok(process.uptime() - up >= 49 && process.hrtime.bigint() - before >= 49_999_000_000n);
    const [behind, rest] = process.hrtime([begun[0] + 1000, 5]);
    assert.ok(behind < 0 && rest >= 0 && Object.keys(process).includes("hrtime"));
    assert.throws(() => process.hrtime([1] as never), RangeError);
    moveDates(core, false);
    assert.ok(process.hrtime.bigint() - before < 49_999_000_000n);
  });

  it("are dates as others are", () => {
    moveDates(core, true);
    assert.ok(new Date() instanceof Date && Date.now.name === "now");
    assert.equal(new Date(2020, 1).getFullYear(), 2020);
    assert.equal(new (class extends Date {})(5).getTime(), 5);
  });

  it("are those of the machine for any other function, to the same function that tells them", () => {
    const now = (): unknown => Reflect.get(performance, "now");
    const [date, ofMachine] = [Date, now()];
    moveDates(core, true);
    assert.notEqual(Date, date);
    moveDates(core, false);
    assert.equal(Date, date);
    assert.equal(now(), ofMachine);
  });
});
