import assert from "node:assert/strict";
import { withWrapped } from "../../insertions.ts";
import { otherWay, takingBranches } from "./branches.ts";
import { checkReached } from "./reached-check.ts";
import { sourceTreeOf } from "./source-tree.ts";

const FILE = "/a.js";

/** What becomes of a text where each check whose error was made on a line is passed, once what stands before it is taken. */
function passed(text: string, ...lines: readonly number[]): string {
  const tree = sourceTreeOf(FILE, text)!;
  const branches = lines.flatMap((line) => {
    const column = text.split("\n")[line - 1]!.search(/new |fail|assert/) + 1;
    const conditions = checkReached([{ file: FILE, line, column, name: "" }], () => text);
    return conditions
      .map(otherWay)
      .filter((way) => way !== null)
      .slice(0, 1);
  });
  return withWrapped(text, takingBranches(tree, branches));
}

describe("taking the other way of a check that fails", () => {
  it("has its test evaluated, and gives what passes it", () => {
    assert.equal(
      passed("async function f(a) {\nif (await a.isClosed())\nthrow new Error();\n}", 3),
      "async function f(a) {\nif ((await a.isClosed(),false))\nthrow new Error();\n}",
    );
    assert.equal(
      passed("function f(a) { if (/^a/.test(a)) return 1;\nthrow new Error(); }", 2),
      "function f(a) { if ((/^a/.test(a),true)) return 1;\nthrow new Error(); }",
    );
    assert.equal(
      passed("function f(a) {\nassert(a.b > 1, 'c');\n}", 2),
      "function f(a) {\nassert((a.b > 1,true), 'c');\n}",
    );
  });

  it("takes the first way of a chain, and the first case of a switch", () => {
    assert.equal(
      passed("function f(a) { if (a === 1) g();\nelse if (a === 2) h();\nelse throw new Error(); }", 3),
      "function f(a) { if ((a === 1,true)) g();\nelse if (a === 2) h();\nelse throw new Error(); }",
    );
    assert.equal(
      passed("function f(a) { switch (a.b) { case 'c': return 1;\ndefault: throw new Error(); } }", 2),
      "function f(a) { switch ((a.b,'c')) { case 'c': return 1;\ndefault: throw new Error(); } }",
    );
  });

  it("takes the same way wherever the function asks just the same", () => {
    const text =
      "function f(a) { if (a.b === 1) g(); else\nthrow new Error(); if (a.b === 1) h(); }\nif (a.b === 1) i();";
    assert.equal(
      passed(text, 2),
      "function f(a) { if ((a.b === 1,true)) g(); else\nthrow new Error(); if ((a.b === 1,true)) h(); }\nif (a.b === 1) i();",
    );
  });

  it("leaves a condition that is no test, as its value is used", () => {
    const text = "function f(a) {\nreturn a.b || fail(new Error());\n}";
    assert.equal(passed(text, 2), text);
  });

  it("takes no other test that begins where it does, nor what is spread, nor a value that is asserted and used", () => {
    const kinds =
      "function f(k) { switch (k ? k : 'x') { case 'a': return 1; default:\nthrow new Error(); } }";
    assert.equal(passed(kinds, 2), kinds.replace("(k ? k : 'x')", "((k ? k : 'x','a'))"));
    for (const text of ["function f(all) {\nassert(...all);\n}", "function f(a) {\nreturn assert(a.b).c;\n}"])
      assert.equal(passed(text, 2), text);
  });

  it("asks the same only of the same variable, which nobody has written to since", () => {
    const written = "function f(a) { let b = g(a); if (b)\nthrow new Error(); b = h(); if (b) i(); }";
    assert.equal(passed(written, 2), written.replace("if (b)\n", "if ((b,false))\n"));
    const other = "function f(b) { if (b)\nthrow new Error(); for (const b of h()) if (b) i(); }";
    assert.equal(passed(other, 2), other.replace("if (b)\n", "if ((b,false))\n"));
  });
});
