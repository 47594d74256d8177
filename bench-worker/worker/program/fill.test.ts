import assert from "node:assert/strict";
import { withWrapped } from "../../insertions.ts";
import { fillingGaps } from "./fill.ts";
import { sourceTreeOf } from "./source-tree.ts";

/** What becomes of the second line of a function, where `member` of nothing was read. */
function filled(line: string, member: string): string | undefined {
  const text = `class A {#auth; async f(a) {\n${line}\n}}\n`;
  const wrappings = fillingGaps(sourceTreeOf("a.ts", text)!, [{ line: 2, member }]);
  return wrappings.length === 0 ? undefined : withWrapped(text, wrappings).split("\n")[1];
}

describe("filling gaps", () => {
  it("gives what a member is read of to what makes it up", () => {
    assert.equal(filled("return row.user.name;", "name"), 'return __asyncCostInstead(row.user,"user").name;');
    assert.equal(filled("f(this.#auth!.get());", "get"), 'f(__asyncCostInstead(this.#auth!,"value").get());');
    assert.equal(
      filled("const n = (await db.load(a, [1])).rows[0].id;", "id"),
      'const n = __asyncCostInstead((await db.load(a, [1])).rows[0],"rows").id;',
    );
    assert.equal(
      filled("if (list.find((x) => x.a)?.b.c) {}", "c"),
      'if (__asyncCostInstead(list.find((x) => x.a)?.b,"b").c) {}',
    );
    assert.equal(filled("a.b.c = 1;", "c"), '__asyncCostInstead(a.b,"b").c = 1;');
  });

  it("gives what is taken apart to what makes it up", () => {
    assert.equal(
      filled("const { id, name = 1 } = row.data;", "name"),
      'const { id, name = 1 } = __asyncCostInstead(row.data,"data");',
    );
    assert.equal(
      filled("const { id: own }: User = await db.load(a), b = 1;", "id"),
      'const { id: own }: User = __asyncCostInstead(await db.load(a),"load"), b = 1;',
    );
    assert.equal(
      filled("const [, id] = /^a(.)$/.exec(a);", "[]"),
      'const [, id] = __asyncCostInstead(/^a(.)$/.exec(a),"exec");',
    );
    assert.equal(filled("const id = found[1];", "1"), 'const id = __asyncCostInstead(found,"found")[1];');
    assert.equal(filled("const id = found[a];", "a"), undefined);
    assert.equal(filled("f(([id]) => id);", "[]"), undefined);
    assert.equal(filled("({ id } = row)", "id"), '({ id } = __asyncCostInstead(row,"row"))');
    assert.equal(filled("const { a: { id } } = row;", "id"), undefined);
    assert.equal(filled("f({ id });", "id"), undefined);
    assert.equal(filled("return ({ id }) => id;", "id"), undefined);
  });

  it("leaves alone what is elsewhere, or may be nothing", () => {
    assert.equal(filled("return row.user;", "name"), undefined);
    assert.equal(filled("return row?.name;", "name"), undefined);
  });
});
