import assert from "node:assert/strict";
import type { RunProgress } from "../protocol.ts";
import { LoadProgress } from "./load-progress.ts";

/** Progress of `a.js`, on a clock that is set, and what it has told. */
function told() {
  const said: NonNullable<RunProgress["waiting"]>[] = [];
  const times = { time: 0, now: () => times.time, cpuMilliseconds: () => times.time / 2 };
  const progress = new LoadProgress("a.js", times, ({ activity, loading, waiting }) => {
    assert.deepEqual([activity, loading], ["loading a.js", "a.js"]);
    said.push(waiting!);
  });
  return { said, times, progress };
}

describe("a target that is made ready", () => {
  it("tells which modules are loaded, and where its call is, of each attempt", () => {
    const { said, times, progress } = told();
    progress.onTry();
    progress.onModule("/project/a.js");
    progress.onModule("/project/node_modules/@x/pg/lib/index.js");
    times.time = 300;
    progress.onCall("f", null);
    progress.onCall("f", 12);
    progress.onTry();
    const nothing = { modules: 0, attempt: 1, passed: 0, computed: 0 };
    const loaded = { ...nothing, modules: 2, module: "@x/pg (index.js)" };
    const later = { ...loaded, passed: 300, computed: 150 };
    assert.deepEqual(said, [
      nothing,
      { ...nothing, modules: 1, module: "a.js" },
      loaded,
      { ...later, call: { name: "f" } },
      { ...later, call: { name: "f", line: 12 } },
      { ...later, modules: 0, attempt: 2 },
    ]);
  });

  it("tells why attempts gave no numbers, until one will do", () => {
    const { said, progress } = told();
    progress.onFailure({ message: "f never settled.", hint: "Check it." });
    progress.onTry();
    progress.onFailure(undefined);
    progress.onTry();
    assert.deepEqual(
      said.map(({ soFar }) => soFar),
      [{ reason: "f never settled.", hint: "Check it." }, undefined],
    );
  });

  it("tells the module that was begun last also where many come one right after the other", () => {
    const { said, times, progress } = told();
    for (let i = 1; i <= 120; i++) {
      times.time = i / 2;
      progress.onModule(`/project/x${i}.js`);
    }
    assert.deepEqual([said.at(-1)!.module, said.at(-1)!.mayBeBehind], ["x120.js", undefined]);
  });

  it("tells no more than a host can listen to, and says so", () => {
    const { said, times, progress } = told();
    for (let i = 0; i < 2_000; i++) {
      times.time = i / 10;
      progress.onModule("/project/a.js");
    }
    assert.equal(said.length, 300);
    assert.equal(said.at(-1)!.modules, 1_150);
    assert.deepEqual(
      said.flatMap(({ mayBeBehind }, index) => (mayBeBehind === true ? [index] : [])),
      [149, 299],
    );
  });

  it("tells a tenth once it has told much, as a busy machine may have it run for minutes", () => {
    const { said, times, progress } = told();
    const toldInSecond = (): number => {
      const before = said.length;
      for (let call = 0; call < 10_000; call++, times.time += 0.1) progress.onModule("/project/a.js");
      return said.length - before;
    };
    assert.equal(toldInSecond(), 1_500);
    for (let second = 0; second < 60; second++) toldInSecond();
    assert.equal(toldInSecond(), 150);
  });
});
