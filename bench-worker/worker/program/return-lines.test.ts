import assert from "node:assert/strict";
import { returnsOf, skipsOf } from "./return-lines.ts";
import { sourceTreeOf } from "./source-tree.ts";

const linesOf = (find: typeof returnsOf, text: string, file: string, start: number): number[] =>
  find(sourceTreeOf(file, text)!, start).map(({ loc }) => loc.start.line);

describe("the lines at which a function is left", () => {
  it("are those of its own returns, and of none within it, nor of members of that name", () => {
    const text = `export async function get(db, id) {
  if (!id) return;
  const rows = await db.find(function (row) {
    return row.id === id;
  });
  await rows.map((row) => { return row.return(); });
  return rows;
}
function other() {
  return 1;
}`;
    assert.deepEqual(linesOf(returnsOf, text, "a.js", text.indexOf("async function get")), [2, 7]);
    assert.equal(linesOf(returnsOf, text, "a.js", 3).length, 0);
  });

  it("are found where decorators, with functions in them, stand before it", () => {
    const text = `class Users {
  @Get({ when: async () => 1 }) // all
  /* of them */ @Guarded
  public async list(@Query() page: number) {
    if (!page) return;
    return await this.db.find();
  }
  @Get() async one() { return 1; }
}`;
    const linesFrom = (start: string): number[] => linesOf(returnsOf, text, "a.ts", text.indexOf(start));
    assert.deepEqual(linesFrom("public async list"), [5, 6]);
    assert.deepEqual(linesFrom("async one"), [8]);
  });

  it("are not those of what goes on to the next round, which are told by themselves", () => {
    const text = `async function all(db, rows) {
  for (const row of rows) {
    if (row.old) continue;
    rows.forEach(() => { for (;;) continue; });
    await db.save(row);
  }
  return rows;
}`;
    assert.deepEqual(linesOf(skipsOf, text, "a.js", 0), [3]);
    assert.deepEqual(linesOf(returnsOf, text, "a.js", 0), [7]);
  });
});
