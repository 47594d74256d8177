import assert from "node:assert/strict";
import { longestIn } from "./stretches.ts";

type Profile = Parameters<typeof longestIn>[0];

/** A profile of samples `[node, microseconds]`: 2 is ours, 3 what we call, 4 somebody else's, 5 the garbage's collection. */
function profileOf(samples: readonly (readonly [node: number, microseconds: number])[]): Profile {
  const frame = (functionName: string, url: string) => ({
    functionName,
    url,
    scriptId: "1",
    lineNumber: 0,
    columnNumber: 0,
  });
  return {
    nodes: [
      { id: 1, callFrame: frame("(root)", ""), children: [2, 4, 5] },
      { id: 2, callFrame: frame("ours", "file:///a/dist/extension.cjs"), children: [3] },
      { id: 3, callFrame: frame("getText", "file:///editor/main.js") },
      { id: 4, callFrame: frame("theirs", "file:///editor/main.js") },
      { id: 5, callFrame: frame("(garbage collector)", "") },
    ],
    startTime: 0,
    endTime: 0,
    samples: samples.map(([node]) => node),
    timeDeltas: samples.map(([, microseconds]) => microseconds),
  };
}

describe("the longest stretch of a profile", () => {
  const milliseconds = (...samples: readonly (readonly [number, number])[]) =>
    longestIn(profileOf(samples), "/a/dist").passed;

  it("is made of our code and what it calls", () => {
    assert.equal(milliseconds([4, 9000], [2, 1000], [3, 2000], [2, 500], [4, 9000], [2, 3000]), 3.5);
  });

  it("has the garbage that is collected within it, and none behind it", () => {
    assert.equal(milliseconds([5, 9000], [2, 1000], [5, 2000], [3, 1000], [5, 9000], [4, 1000]), 4);
  });

  it("is told with and without the time that the thread waited for a processor", () => {
    const profile = profileOf([
      [4, 1000],
      [2, 8000],
      [4, 1000],
      [2, 3000],
    ]);
    const looks = [
      { microseconds: 0, runningMicroseconds: 0 },
      { microseconds: 1000, runningMicroseconds: 1000 },
      { microseconds: 9000, runningMicroseconds: 2000 },
      { microseconds: 13_000, runningMicroseconds: 6000 },
    ];
    assert.deepEqual(longestIn(profile, "/a/dist", looks), { running: 3, passed: 8 });
  });

  it("is nothing where none of it is ours", () => {
    assert.equal(milliseconds([4, 9000], [5, 9000]), 0);
  });
});
