import assert from "node:assert/strict";
import { remembered } from "./loading.ts";

describe("what a module's text is changed to", () => {
  it("is made once of the same text, and anew of another one or of one that is read otherwise", () => {
    const made: string[] = [];
    const change = remembered((text, file, isModule) => {
      made.push(text);
      return `${file} ${String(isModule)} ${text}`;
    });
    const given = [
      ["a", "one.js"],
      ["a", "one.js"],
      ["a", "other.js"],
      ["a", "one.js", true],
      ["b", "one.js", true],
      ["b", "one.js", true],
    ] as const;
    assert.deepEqual(
      given.map(([text, file, isModule]) => change(text, file, isModule)),
      given.map(([text, file, isModule]) => `${file} ${String(isModule)} ${text}`),
    );
    assert.deepEqual(made, ["a", "a", "a", "b"]);
  });
});
