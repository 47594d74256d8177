import assert from "node:assert/strict";
import { analyze } from "../../../analysis/analyze.ts";
import { VirtualClock } from "../clock/virtual-clock.ts";
import { EndlessError } from "../fakes/universal/endless.ts";
import { IoCore } from "../io/io-core.ts";
import { Lessons } from "./lessons.ts";
import { firstSettings } from "./settings.ts";
import { TargetText } from "./target-text.ts";

describe("what failures of attempts tell", () => {
  it("is what failed last of one attempt", () => {
    const text = "async function walk(db, node) { await walk(db, (await db.next(node)).id); }";
    const source = { id: "f", file: "/project/f.js", text, language: "js" as const, functionStart: 0 };
    const lessons = new Lessons(source, new TargetText(source, analyze), new IoCore(new VirtualClock(), 1));
    const settings = firstSettings({ rung: 0 }, lessons.facts);
    lessons.learn(new EndlessError(), settings, undefined);
    const last = new TypeError("Cannot read properties of undefined (reading 'id')");
    lessons.learn(last, settings, undefined);
    assert.deepEqual([lessons.blame, lessons.first], [last, last]);
  });
});
