import assert from "node:assert/strict";
import { playedSentence } from "./replay-words.ts";

describe("what is said of a recorded call that was played", () => {
  const recorded = {
    origin: "recorded",
    command: "npm test",
    recordedAt: "2026-11-25T23:34:16.974Z",
  } as const;

  it("names the command, the day, and the path with its share", () => {
    assert.equal(
      playedSentence({ ...recorded, path: 2, paths: 3, calls: 9, share: 0.75 }),
      "Measured is a real call, recorded by npm test on 2026-11-25, path 2 of 3, which 9 of 12 calls took.",
    );
    assert.equal(
      playedSentence({ ...recorded, path: 1, paths: 1, calls: 1, share: 1 }),
      "Measured is a real call, recorded by npm test on 2026-11-25.",
    );
  });

  it("is nothing where what was measured is inferred or given", () => {
    assert.equal(playedSentence({ origin: "inferred" }), null);
    assert.equal(playedSentence({ origin: "given" }), null);
  });
});
