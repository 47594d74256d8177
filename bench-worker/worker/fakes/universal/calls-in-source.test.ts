import assert from "node:assert/strict";
import { analyze } from "../../../../analysis/analyze.ts";
import { VirtualClock } from "../../clock/virtual-clock.ts";
import type { Anything } from "../../fixtures/universal-fake.ts";
import { IoCore } from "../../io/io-core.ts";
import { addIoHints, SourceHints } from "../io-hints.ts";
import { UniversalFakes } from "./universal-fakes.ts";

describe("a method of a name that is waited for elsewhere", () => {
  it("is none where the source calls it on something else, or on what nobody knows, while it is watched and after", () => {
    const core = new IoCore(new VirtualClock(), 1);
    const hints = new SourceHints();
    addIoHints(hints, analyze("async (cache, id) => await cache.get(id);", "js").functions, () => null);
    const fakes = new UniversalFakes(core, hints);
    const isPromise = (name: string): boolean => (fakes.make(name) as Anything)["get"]!(1) instanceof Promise;
    const names = { cache: "cache.get", pool: "cache.get", edges: "tree.edges.get", unknown: undefined };
    const all = (): boolean[] => Object.keys(names).map(isPromise);
    core.tap = {
      onCall: () => null,
      calledAs: (expression) => names[expression.slice(0, expression.indexOf(".")) as keyof typeof names],
    };
    assert.deepEqual(all(), [true, true, false, false]);
    core.tap = null;
    assert.deepEqual(all(), [true, true, false, false]);
  });
});
