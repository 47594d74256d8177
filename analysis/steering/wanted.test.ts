import assert from "node:assert/strict";
import { analyze } from "../analyze.ts";
import { callsOfEmpty } from "./wanted.ts";

describe("calls of empty methods", () => {
  it("are those of the class that has one, also by its other methods, and of no class that has a full one of that name, or a private one", () => {
    const text = `class Rows { async next() {} async some() { return [await this.next()]; } async all() { await this.some(); } }
class Hidden { async #next() {} async all() { await this.#next(); } }
class Full { async next() { await this.db.load(); } async all() { await this.next(); } }`;
    const { functions } = analyze(text, "js");
    const emptyOf = (name: string): string[] =>
      callsOfEmpty(
        functions,
        functions.find((one) => one.name === name)!,
        text,
      ).map(({ expression, position }) => `${position.line} ${expression}`);
    assert.deepEqual(
      [emptyOf("Rows.all"), emptyOf("Full.all"), emptyOf("Hidden.all")],
      [["1 this.next"], [], []],
    );
  });
});
