import assert from "node:assert/strict";
import { target } from "../bench-worker/host/fixtures/mock-services.ts";
import { withoutTwins } from "./without-twins.ts";

const named = (specification: string, ...ids: string[]) => ({ specification, functions: ids.map(target) });

describe("targets", () => {
  it("are measured once although they are named twice, and it is said", () => {
    const { named: kept, notes } = withoutTwins([
      named("a.js", "a", "b"),
      named("c.js", "c"),
      named("a.js#a", "a"),
    ]);
    assert.deepEqual(
      kept.map(({ specification, functions }) => [specification, functions.length]),
      [
        ["a.js", 2],
        ["c.js", 1],
      ],
    );
    assert.deepEqual(notes, ["a.js#a is named twice and measured once."]);
  });

  it("are left alone where each is another function", () => {
    const all = [named("a.js", "a"), named("b.js", "b")];
    assert.deepEqual(withoutTwins(all), { named: all, notes: [] });
  });
});
