import assert from "node:assert/strict";
import { alwaysDoneIn, MODULE } from "./always-done.ts";

/** The function, by how its text begins, in which the call of `here` is always made. */
function doneIn(text: string): string | undefined {
  const before = text.slice(0, text.indexOf("here")).split("\n");
  const start = alwaysDoneIn(text, "a.js", before.length, before.at(-1)!.length + 1);
  return start === undefined || start === MODULE ? start?.toString() : text.slice(start).split("{")[0]!;
}

describe("a call", () => {
  it("is always made by the function, or the module, around it where nothing stands before it that decides or leaves", () => {
    assert.equal(doneIn("const a = () => { if (b) return; };\nhere(1);"), "-1");
    assert.equal(
      doneIn("async function f(db) {\n  if (db.open) log(db);\n  await db.get(1);\n  here(db ? 0 : 1);\n}"),
      "async function f(db) ",
    );
    assert.equal(
      doneIn("async function f(db) {\n  try {\n    await db.get(1);\n  } finally {\n    here();\n  }\n}"),
      "async function f(db) ",
    );
    assert.equal(doneIn("const die = (why) => here(why);"), "(why) => here(why);");
    assert.equal(doneIn("f({ a: 1 }, [\n  here(),\n]);"), "-1");
  });

  it("is not where a branch, a loop, a clause or another function is around it, or something leaves before", () => {
    for (const text of [
      "if (a) {\n  here();\n}",
      "if (a)\n  here();",
      "if (a) b();\nelse\n  here();",
      "a &&\n  here();",
      "a || here();",
      "for (const a of b) {\n  here();\n}",
      "while (a)\n  here();",
      "try { a(); } catch (error) {\n  here();\n}",
      "switch (a) {\n  case 1:\n    here();\n}",
    ])
      assert.equal(doneIn(text), undefined, text);
    assert.equal(doneIn("a().catch(() => here());"), "() => here());");
    assert.equal(doneIn("function f(a) {\n  if (a) return;\n  here();\n}"), undefined);
    assert.equal(doneIn("function f(a) {\n  for (;;) { if (a) break; }\n  here();\n}"), undefined);
  });
});
