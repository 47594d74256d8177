import assert from "node:assert/strict";
import { StillWaiting, type Watch } from "./still-waiting.ts";

/** A clock that is set by hand, and rings. */
class HandClock implements Watch {
  readonly #alarms = new Set<{ readonly at: number; readonly act: () => void }>();
  #now = 0;

  readonly now = (): number => this.#now;

  readonly after = (milliseconds: number, act: () => void): (() => void) => {
    const alarm = { at: this.#now + milliseconds, act };
    this.#alarms.add(alarm);
    return () => void this.#alarms.delete(alarm);
  };

  goTo(time: number): void {
    for (;;) {
      const [next] = [...this.#alarms].filter(({ at }) => at <= time).sort((a, b) => a.at - b.at);
      if (next === undefined) break;
      this.#now = next.at;
      this.#alarms.delete(next);
      next.act();
    }
    this.#now = time;
  }
}

const loading = {
  fraction: 0,
  activity: "loading a.js",
  waiting: { modules: 1, module: "a.js", attempt: 1, passed: 10, computed: 10 },
};

describe("somebody who waits for the first numbers", () => {
  it("hears what the process says, and after four seconds what it was last at, each second", () => {
    const clock = new HandClock();
    const said: string[] = [];
    const waiting = new StillWaiting(clock, 0, "node", (activity) => void said.push(activity));
    clock.goTo(500);
    waiting.hear(loading);
    clock.goTo(3_999);
    assert.deepEqual(said, ["loading a.js"]);
    clock.goTo(5_600);
    assert.equal(said.length, 3);
    assert.match(said[1]!, /^loading a\.js for 3 s now\. What runs as it is loaded/);
    assert.match(said[2]!, /^loading a\.js for 4 s now\. /);
    waiting.end();
    clock.goTo(60_000);
    assert.equal(said.length, 3);
  });

  it("hears that a process starts which says nothing", () => {
    const clock = new HandClock();
    const said: string[] = [];
    new StillWaiting(clock, 0, "node", (activity) => void said.push(activity));
    clock.goTo(4_000);
    assert.deepEqual(said, ["starting a process of node, for 4 s now"]);
  });

  it("hears nothing but what the process says where there are numbers, however long it takes", () => {
    const clock = new HandClock();
    const said: string[] = [];
    const waiting = new StillWaiting(clock, null, "node", (activity) => void said.push(activity));
    waiting.hear(loading);
    clock.goTo(60_000);
    waiting.hear({ ...loading, waiting: { ...loading.waiting, passed: 59_000, computed: 59_000 } });
    assert.deepEqual(said, ["loading a.js", "loading a.js"]);
  });

  it("hears of modules that follow each other no more often than anybody reads, and at the end of the last", () => {
    const clock = new HandClock();
    const said: string[] = [];
    const waiting = new StillWaiting(clock, 0, "node", (activity) => void said.push(activity));
    for (let modules = 51; modules <= 250; modules++) {
      clock.goTo(modules);
      waiting.hear({ ...loading, waiting: { ...loading.waiting, modules, module: `x${modules}.js` } });
    }
    assert.deepEqual(said, ["loading a.js: 51 modules so far", "loading a.js: 151 modules so far"]);
    clock.goTo(4_000);
    assert.match(said.at(-1)!, /x250\.js was begun last/);
  });

  it("counts what a process repeats from when it first said it", () => {
    const clock = new HandClock();
    const said: string[] = [];
    const waiting = new StillWaiting(clock, 0, "node", (activity) => void said.push(activity));
    for (const time of [3_000, 3_500, 4_500]) {
      clock.goTo(time);
      waiting.hear({ fraction: 0.5, activity: "warming up" });
    }
    assert.match(said.at(-1)!, /^warming up, for 1 s now\. Its calls take long/);
  });
});
