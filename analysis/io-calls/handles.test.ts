import assert from "node:assert/strict";
import { analyze } from "../analyze.ts";

/** The callees of the I/O calls of the function called `f`. */
function callsOf(text: string): string[] | undefined {
  const { functions } = analyze(text, "ts");
  return functions.find(({ name }) => name === "f")?.ioCalls.map(({ expression }) => expression);
}

describe("parts that a client hands out", () => {
  it("are no I/O calls where they are given back", () => {
    const bodies: readonly (readonly [string, readonly string[]])[] = [
      ["await client.connect(); return client.db('shop');", ["client.connect"]],
      ["await client.connect(); return client.db('shop').collection('users');", ["client.connect"]],
      ["return (await clientPromise).db();", []],
      ["await source.initialize(); return this.dataSource.getRepository(User);", ["source.initialize"]],
      ["await login(); return storage.bucket(name).file(path);", ["login"]],
      ["await login(); return this.#db.collection('users').doc(id);", ["login"]],
      ["return client.connect().then((client) => client.db('shop'));", ["client.connect"]],
    ];
    for (const [body, expected] of bodies)
      assert.deepEqual(callsOf(`async function f(id) { ${body} }`), expected, body);
  });

  it("are one with what they are asked for", () => {
    const body = "return client.db('shop').collection('users').findOne({ id });";
    assert.deepEqual(callsOf(`async function f(id) { ${body} }`), ["client.db().collection().findOne"]);
  });

  it("are I/O calls where something else is called so, or a query is begun", () => {
    for (const [call, callee] of [
      ["this.db('users')", "this.db"],
      ["this.api.collection(id)", "this.api.collection"],
      ["disk.file(id)", "disk.file"],
      ["github.getRepository(id)", "github.getRepository"],
    ])
      assert.deepEqual(
        callsOf(`async function f(id) { await wait(); return ${call}; }`),
        ["wait", callee],
        call,
      );
  });

  it("are none under await either, where the file says whose they are", () => {
    const f = "async function f() { const db = await client.db('shop'); return db.users.count(); }";
    assert.deepEqual(callsOf(`import { MongoClient } from "mongodb"; ${f}`), ["db.users.count"]);
    assert.deepEqual(callsOf(`import pino from "pino"; ${f}`), ["client.db", "db.users.count"]);
  });
});
