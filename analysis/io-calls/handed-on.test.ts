import assert from "node:assert/strict";
import { analyze } from "../analyze.ts";
import { handedOnCalls } from "./handed-on.ts";

const found = (text: string): string[] => {
  const ioCalls = analyze(text, "js").functions.flatMap(({ ioCalls: own, helpers = [] }) => [
    ...own,
    ...helpers,
  ]);
  return handedOnCalls(text, "js", ioCalls).map((one) => `${one.expression}, ${one.line}, ${one.helper}`);
};

describe("what a function that is handed over answers to its helper", () => {
  it("is waited for as the helper is", () => {
    assert.deepEqual(
      found("async function f(db, id) {\n  return (await retry(() => db.find(id))).name;\n}"),
      ["db.find, 2, retry"],
    );
    assert.deepEqual(
      found(
        "async function f(db, ids) {\n  return Promise.all(ids.map((id) => limit(() => db.get(id).then(parse))));\n}",
      ),
      ["db.get, 2, limit"],
    );
    assert.deepEqual(
      found(
        "const f = async (db) => {\n  const row = await timed('x', function () {\n    return db.read();\n  });\n};",
      ),
      ["db.read, 3, timed"],
    );
  });

  it("is not where nobody waits for the helper, it keeps the function for events, or computes only", () => {
    assert.deepEqual(found("async function f(db) { retry(() => db.find(1)); await db.get(); }"), []);
    assert.deepEqual(found("async function f(db) { await list.find((x) => db.has(x)); }"), []);
    assert.deepEqual(found("async function f(db) { await retry(() => JSON.parse(db)); }"), []);
    const calledBack = "function f(db, cb) { db.remove({}, function (error) { return cb(error); }); }";
    assert.deepEqual(found(calledBack), []);
  });
});
