import assert from "node:assert/strict";
import { isMadeUpName, nameInSource } from "./name-in-source.ts";

describe("the name of an operation in the source", () => {
  for (const [text, line, fake, name] of [
    ["const x = 1;\nawait client.query('x');", 2, "new pg.Pool().connect.item.query", "client.query"],
    ["await this.#pool!\n  .connect();", 2, "new pg.Pool().connect", "this.#pool.connect"],
    ["await ddb?.send<Out>(new Put());", 1, "aws.DynamoDBDocumentClient.from().send", "ddb.send"],
    ["conn.on('close', again);", 1, "amqp.connect.item.on(close)", "conn.on(close)"],
    ["await query$(1);", 1, "db().query$", "query$"],
    // Two different ones, what a call gave, and another name.
    ["await Promise.all([a.get(1), b.get(2)]);", 1, "open().get", undefined],
    ["await open().get(1);", 1, "open().get", undefined],
    ["await client.requery(1);", 1, "open().query", undefined],
    ["client.query(1);\nawait other(2);", 2, "open().query", undefined],
  ] as const) {
    it(`is ${name ?? "not told"} for ${JSON.stringify(text)}`, () => {
      assert.equal(nameInSource(text, line, fake), name);
    });
  }

  it("is that of a member that is read, where it is", () => {
    const text = "const flag = client!.flag;\nif (client.flag()) client.flags;";
    assert.equal(nameInSource(text, 1, "pg.connect().flag", true), "client.flag");
    assert.equal(nameInSource(text, 2, "pg.connect().flag", true), undefined);
    assert.equal(nameInSource(text, 2, "pg.connect().flags", true), "client.flags");
  });

  it("is asked for where the fake's own name cannot stand in a source", () => {
    const names = [
      "db.query",
      "this.items.get",
      "db.on(end)",
      "db().get",
      "new Db.get",
      "a[0].b",
      "pg.connect.item.query",
    ];
    assert.deepEqual(names.filter(isMadeUpName), names.slice(3));
  });
});
