import assert from "node:assert/strict";
import { analyze } from "../../../analysis/analyze.ts";
import { VirtualClock } from "../clock/virtual-clock.ts";
import { EndlessError } from "../fakes/universal/endless.ts";
import { IoCore } from "../io/io-core.ts";
import { Lessons } from "./lessons.ts";
import { firstSettings } from "./settings.ts";
import { TargetText } from "./target-text.ts";

describe("what failures of attempts tell", () => {
  it("is that it goes on without end, whatever is thrown where its answers run dry, and else what failed last", () => {
    const text = "async function walk(db, node) { await walk(db, (await db.next(node)).id); }";
    const source = { id: "f", file: "/project/f.js", text, language: "js" as const, functionStart: 0 };
    const core = new IoCore(new VirtualClock(), 1);
    const endless = new EndlessError();
    const other = new TypeError("Cannot read properties of undefined (reading 'id')");
    for (const [runDry, blamed] of [
      [["next"], endless],
      [[], other],
    ] as const) {
      const lessons = new Lessons(source, new TargetText(source, analyze), core);
      const settings = firstSettings({ rung: 0 }, lessons);
      lessons.learn(endless, settings, undefined);
      for (const name of runDry) settings.runDry.add(name);
      lessons.learn(other, settings, undefined);
      assert.deepEqual([lessons.blame, lessons.first], [blamed, blamed]);
    }
  });
});
