import assert from "node:assert/strict";
import { analyze } from "../analyze.ts";

/** The callees of the I/O calls of the first function. */
function callsOf(text: string): string[] {
  return analyze(text, "js").functions[0]!.ioCalls.map(({ expression }) => expression);
}

describe("handlers that are set as properties", () => {
  it("tell what an entry waits for", () => {
    const text =
      "function load(url, done) { const image = make(url); image.onload = () => done(null, image); image.onerror = done; }";
    assert.deepEqual(callsOf(text), ["make"]);
  });

  it("are told from functions that are exported, whatever their name", () => {
    for (const name of ["one", "once", "only", "onevent", "first"]) {
      const text = `exports.${name} = function (id, done) { client.hincrby(id, 1, (error, n) => { done(error, n); }); };`;
      assert.deepEqual(callsOf(text), ["client.hincrby"], name);
    }
  });
});
