import assert from "node:assert/strict";
import { importAsked } from "./import-asked.ts";
import { checkReached } from "./reached-check.ts";

/** The module that the check asks by which an error was made on the last line of a text. */
function asked(text: string): string | undefined {
  const lines = `${text}\nthrow new Error("no"); }`.split("\n");
  const frame = { file: "/a.ts", line: lines.length, column: 7, name: "f" };
  return checkReached([frame], () => lines.join("\n"))
    .map(importAsked)
    .find((one) => one !== undefined);
}

describe("the module whose answer a check asks", () => {
  it("is the one of which what is called was imported", () => {
    const body = "async function f(a) { const same = await crypt.compare(a, a.b);\nif (!same)";
    for (const begin of [
      "import * as crypt from 'crypt';",
      "import crypt from 'crypt';",
      "const crypt = require('crypt');",
    ])
      assert.equal(asked(`${begin} ${body}`), "crypt", begin);
    assert.equal(
      asked("import { compare } from 'crypt'; async function f(a) { if (!(await compare(a)))"),
      "crypt",
    );
    assert.equal(
      asked("import c from 'crypt'; function f(a) { if (a) { if (c.same(a)) return 1; }"),
      "crypt",
    );
  });

  it("is none where it is the program's own function, or a value", () => {
    assert.equal(asked("const same = () => 1; function f(a) { if (!same(a.b))"), undefined);
    assert.equal(asked("function f(a) { if (!a.same())"), undefined);
    assert.equal(asked("import c from 'crypt'; function f(a) { if (a.same !== c)"), undefined);
  });
});
