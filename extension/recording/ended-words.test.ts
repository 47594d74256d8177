import assert from "node:assert/strict";
import { countsInWords, endedInWords, notStartedInWords, type EndedRun } from "./ended-words.ts";

describe("what is said when a recorded command has ended", () => {
  const kept: EndedRun["kept"] = {
    recordings: [],
    files: 2,
    functions: 1,
    calls: 3,
    paths: 2,
    kept: 3,
    cut: 0,
    redacted: 0,
    unplaced: 0,
    notes: [],
    processes: 1,
    broken: 0,
    problems: [],
    leftOut: 0,
  };
  const words = (change: Partial<EndedRun> = {}, wasCancelled = false): string =>
    endedInWords(
      {
        state: "ended",
        code: 0,
        root: "/project",
        shownFolder: ".async-cost/recordings",
        kept,
        ignoredBy: null,
        told: [],
        nothing: null,
        ...change,
      },
      "npm test",
      wasCancelled,
    );

  it("is what was recorded, in the words of the command line", () => {
    assert.equal(words(), "Recorded 1 function, 3 calls on 2 paths, 3 kept whole.");
    assert.equal(
      words({ code: 1 }),
      "Recorded 1 function, 3 calls on 2 paths, 3 kept whole. npm test ended with exit code 1.",
    );
  });

  it("says who tells where texts were replaced", () => {
    assert.equal(
      words({ kept: { ...kept, redacted: 2 } }),
      "Recorded 1 function, 3 calls on 2 paths, 3 kept whole; 2 texts replaced that may be secrets. Where they stood, the panel says of each call below “What it was made of”.",
    );
  });

  it("is why nothing was", () => {
    const nothing = "nothing was recorded: npm test started no Node with the recorder in it";
    assert.equal(
      words({ kept: { ...kept, files: 0, calls: 0 }, nothing }),
      "Nothing was recorded: npm test started no Node with the recorder in it.",
    );
    assert.equal(
      words({ kept: { ...kept, calls: 0 } }),
      "No asynchronous function of the project was called, in 2 files of it that were loaded.",
    );
  });

  it("is that it was cancelled, and what is kept", () => {
    assert.equal(
      words({ code: 130 }, true),
      "npm test was cancelled; what it had called until then is kept. Recorded 1 function, 3 calls on 2 paths, 3 kept whole.",
    );
    assert.equal(
      words({ code: 130, kept: { ...kept, files: 0, calls: 0 }, nothing: "nothing was recorded: …" }, true),
      "npm test was cancelled before any call was recorded.",
    );
  });

  it("has the first of what went wrong, and how much more there is", () => {
    assert.match(words({ told: ["a.json is damaged"] }), /3 kept whole\. a\.json is damaged\.$/);
    assert.match(
      words({ told: ["took in 2 calls", "two"] }),
      / Took in 2 calls\. The output has 1 more remark\.$/,
    );
  });

  it("is why it was not started", () => {
    assert.match(
      notStartedInWords("npm", "ENOENT"),
      /^There is no command npm on the PATH of the editor\. Install it/,
    );
    assert.match(notStartedInWords("./a.js", "EACCES"), /record node \.\/a\.js\.$/);
  });

  it("is how far it is, until then", () => {
    assert.equal(countsInWords({ calls: 12, functions: 1 }), "12 calls of 1 function");
  });
});
