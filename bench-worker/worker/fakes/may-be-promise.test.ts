import assert from "node:assert/strict";
import { mayBePromise } from "./may-be-promise.ts";

/** Of the call of `db.get` in a text. */
function inText(code: string): boolean {
  const start = code.indexOf("db.get");
  return mayBePromise(code, start, start + "db.get".length);
}

describe("what a call gives that somebody else waits for", () => {
  it("may be a promise where it is dropped, given back, yielded or kept in a list", () => {
    for (const code of [
      "db.get(id);",
      "if (id) db.get(id);",
      "log(id)\n  db.get(id)\n",
      "return db.get(id);",
      "return this.pool(1).main.db.get(id);",
      "yield [id, db.get(id)];",
      "for (const id of ids) yield db.get(id);",
      "ids.map((id) => db.get(id))",
      "ids.map(db.get)",
      "const [a, b] = await Promise.all([db.get(1), db.get(2)]);",
      "rows.push(db.get(id));",
      "const row = db.get(id); later(1); return row;",
      "const row = db.get(id); await Promise.all([other, row]);",
      "const row = db.get(id); row.then(use);",
    ])
      assert.ok(inText(code), code);
  });

  it("is a value where it is read, compared, put into a text or handed to what is no keeper of promises", () => {
    for (const code of [
      "if (db.get(id)) go();",
      "const name = db.get(id).name;",
      "const [first] = db.get(id);",
      "const row = db.get(id); use(row);",
      "const row = db.get(id); return row.name;",
      "use(db.get(id));",
      "use(1, db.get(id));",
      "`${db.get(id)}`",
      "rows[db.get(id)]",
      "const all = { row: db.get(id) };",
      "return db.get(id) > 1;",
      "this.row = db.get(id);",
      "return [...db.get(id)];",
    ])
      assert.ok(!inText(code), code);
  });
});
