import assert from "node:assert/strict";
import type { RecordedFunction } from "../../contract/recording.ts";
import { busiest } from "./busiest.ts";

describe("the recorded function to look at first", () => {
  const recorded = (name: string, ...paths: [calls: number, sites: number][]): RecordedFunction => ({
    name,
    line: 1,
    column: 1,
    textHash: "",
    paths: paths.map(([calls, sites]) => ({ sites: Array<string>(sites).fill("1:1 get"), calls, kept: [] })),
  });

  const named = (...functions: RecordedFunction[]): string | undefined =>
    busiest([{ version: 1 as const, file: "a.js", functions }])?.recorded.name;

  it("is one that makes I/O calls on the path that is measured", () => {
    assert.equal(named(recorded("session", [46, 0], [9, 40]), recorded("get", [75, 1])), "get");
  });

  it("is none that others only have go on", () => {
    const answer = { style: "wake", evidence: "wake" };
    const woken = recorded("define", [2, 1]);
    Object.assign(woken.paths[0]!, { kept: [{ answers: [answer] }] });
    assert.equal(named(woken, recorded("get", [1, 1])), "get");
  });

  it("is one that makes several in one call, where there is any", () => {
    assert.equal(named(recorded("get", [75, 1]), recorded("reload", [3, 2])), "reload");
  });

  it("is the one whose calls made the most I/O calls", () => {
    const recordings = [
      {
        version: 1 as const,
        file: "a.js",
        functions: [recorded("pure", [90, 0]), recorded("price", [10, 1])],
      },
      { version: 1 as const, file: "b.js", functions: [recorded("place", [3, 5], [1, 2])] },
    ];
    const first = busiest(recordings);
    assert.deepEqual([first?.file, first?.recorded.name], ["b.js", "place"]);
    assert.equal(busiest([]), null);
  });
});
