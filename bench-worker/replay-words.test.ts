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

  it("names what the user gives in the place of what was recorded", () => {
    const part = (at: number, origin: "given" | "recorded") => ({ what: `argument ${at}`, origin });
    const values = [part(0, "recorded"), part(1, "given"), part(2, "given")];
    const said = (more: typeof values): string | null => playedSentence({ ...recorded, values: more });
    assert.match(said(values)!, / Given in place of what was recorded: argument 1, argument 2\.$/);
    const many = [3, 4, 5, 6].map((at) => part(at, "given"));
    assert.match(said([...values, ...many])!, /argument 4, argument 5, …\.$/);
  });

  it("is nothing where what was measured is inferred or given", () => {
    assert.equal(playedSentence({ origin: "inferred" }), null);
    assert.equal(playedSentence({ origin: "given" }), null);
  });
});
