import assert from "node:assert/strict";
import { returnLines } from "./return-lines.ts";

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
    assert.deepEqual([...returnLines(text, "a.js", text.indexOf("async function get"))], [2, 7]);
    assert.equal(returnLines(text, "a.js", 3).size, 0);
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
    const linesFrom = (start: string): number[] => [...returnLines(text, "a.ts", text.indexOf(start))];
    assert.deepEqual(linesFrom("public async list"), [5, 6]);
    assert.deepEqual(linesFrom("async one"), [8]);
  });
});
