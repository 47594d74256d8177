import assert from "node:assert/strict";
import { analyze } from "../../analysis/analyze.ts";
import { madeUpHelpers } from "./made-up-helpers.ts";

const TEXT = `import { Pool } from "pg";
import { check, other as round, queue } from "./checks.js";
const { Orders: Rows, table } = require("./tables");
const { connection } = require("./lib/client");
const client = connection();
const { Xform } = require("../xform");
const store_1 = tslib.__importStar(require("./store"));
async function local() { await fetch("/"); }
export class Orders {
  async total() { return await this.pool.query("select 1"); }
  login(user) { return this.pool.query("select 3", user); }
  async run(id) {
    await check(id);
    await new Xform().parse(id);
    await store_1.load(id);
    await local();
    await this.total();
    await this.pool.query("select 2");
    await new Pool().connect();
  }
}`;

/** What is told of a call that made these operations, each on line 9. */
function told(...expressions: string[]): string | null {
  const { functions } = analyze(TEXT, "js");
  const own = functions.find(({ name }) => name === "Orders.run")!;
  const operations = expressions.map((expression) => ({
    expression,
    kind: "promise" as const,
    line: 9,
    column: 1,
    callbackText: null,
    depth: 0,
    frames: [],
  }));
  return madeUpHelpers(operations, own, TEXT, functions, "js")?.sentence ?? null;
}

describe("functions of the project that were made up", () => {
  for (const expression of [
    "check",
    "new Xform().parse",
    "tables.decode",
    "new Rows().load",
    "store_1.load",
    "local",
    "this.total",
    "this.login",
  ]) {
    it(`are told where ${expression} stands for one`, () => {
      assert.match(told(expression) ?? "", /^Its one I\/O call stands for a function of its own project/);
    });
  }

  for (const expression of [
    "this.pool.query",
    "new Pool().connect",
    "id.load",
    "fetch",
    "db.check",
    "queue.send",
    "tables.queue.send",
    "client.insert",
    "table.insert",
  ]) {
    it(`are not told of ${expression}`, () => assert.equal(told(expression), null));
  }

  it("are counted beside what is I/O", () => {
    assert.match(
      told("check", "this.pool.query", "local") ?? "",
      /^2 of its 3 I\/O calls stand for functions .* were made up with the rest \(check at line 9, local at line 9\)/,
    );
  });
});
