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
