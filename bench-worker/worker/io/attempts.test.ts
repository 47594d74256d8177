import assert from "node:assert/strict";
import { Attempts } from "./attempts.ts";

function attemptsHere(folders = [import.meta.dirname]): { told: Set<string>; attempts: Attempts } {
  const told = new Set<string>();
  const attempts = new Attempts(told);
  attempts.folders = folders;
  return { told, attempts };
}

describe("what a target tried", () => {
  it("is told once, with the place in the user's code", () => {
    const { told, attempts } = attemptsHere();
    for (let i = 0; i < 3; i++) attempts.note("fs.rmSync", "does nothing here");
    assert.equal(told.size, 1);
    assert.match([...told].join(), /^fs\.rmSync at [\w-]+\.ts:\d+ does nothing here\.$/);
  });

  it("is told without a place where no code of the user led to it", () => {
    const { told, attempts } = attemptsHere(["/nowhere"]);
    attempts.note("fs.rmSync", "does nothing here");
    attempts.noteOwn("net.connect", "was refused");
    assert.deepEqual([...told], ["fs.rmSync does nothing here."]);
  });

  it("is told of a few only, anew for each target", () => {
    const { told, attempts } = attemptsHere();
    for (let i = 0; i < 1000; i++) attempts.say(`warning ${i}`);
    assert.equal(told.size, 20);
    told.clear();
    attempts.forget();
    attempts.say("another");
    assert.equal(told.size, 1);
  });
});
