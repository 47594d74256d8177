import assert from "node:assert/strict";
import { analyze } from "../analyze.ts";
import { ioCallsOfSuccess, wantedIoCalls } from "./wanted.ts";

describe("the I/O calls that a call is to come to", () => {
  it("are none of the file's own functions that make none", () => {
    const text =
      "async function pure(a) { return a; }\nasync function f(a) { await pure(a); await load(a); }";
    const { functions } = analyze(text, "js");
    assert.deepEqual(
      wantedIoCalls(functions, functions[1]!).map(({ expression }) => expression),
      ["load"],
    );
  });

  it("are told from those that are there for failure", () => {
    const text = `async function f(db, log) {
      try { await db.put(1); } catch (error) { await log.write(error); }
      await db.get(2).catch(async (reason) => { await log.send(reason); });
      db.on("closing", async () => { await db.release(); });
      await db.find(3);
    }`;
    const { functions } = analyze(text, "js");
    const success = ioCallsOfSuccess({ functions, target: functions[0]! }, text, "js");
    assert.deepEqual(
      success.map(({ expression }) => expression),
      ["db.put", "db.get", "db.find"],
    );
  });

  it("are what comes in the end too", () => {
    const text = "async function f(db) { try { await db.get(); } finally { await db.close(); } }";
    const { functions } = analyze(text, "js");
    const success = ioCallsOfSuccess({ functions, target: functions[0]! }, text, "js");
    assert.deepEqual(
      success.map(({ expression }) => expression),
      ["db.get", "db.close"],
    );
  });
});
