import assert from "node:assert/strict";
import { analyze } from "../analyze.ts";
import { check } from "./fixtures/io-calls-of.ts";

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

describe("I/O calls of objects that have their handlers as properties", () => {
  check(
    "are what made the object, once",
    "function a(b) { return new Promise((resolve, reject) => { const c = indexedDB.open(b); c.onupgradeneeded = () => c.result.d(); c.onsuccess = () => resolve(c.result); c.onloadend = function () { resolve(); }; c.onerror = () => reject(c.error); }); }",
    ["indexedDB.open stream"],
  );
  check(
    "are constructed, too, or given",
    "async function a(b) { await new Promise((r) => { const c = new Image(); c.onload = () => r(c); }); await new Promise((r, j) => { b.tx.oncomplete = () => r(); b.tx.onabort = () => j(); }); }",
    ["Image stream", "b.tx stream"],
  );
  check(
    "may settle a promise with no function between",
    "function a(b) { return new Promise((resolve, reject) => { const c = new FileReader(); c.onload = resolve; c.onerror = reject; c.d.onabort = resolve; b.e.onend = resolve; c.read(b); }); }",
    ["FileReader stream", "b.e stream"],
  );
});
