import assert from "node:assert/strict";
import { OnlyFailure } from "./only-failure.ts";

const FILE = "/project/a.js";

function failing(text: string): OnlyFailure {
  const source = { id: "a", file: FILE, text, language: "js", functionStart: 0 } as const;
  return OnlyFailure.of(source) ?? assert.fail(`may come to another end: ${text}`);
}

/** An error with frames on these lines of the file, the top first. */
function thrownAt(...lines: number[]): Error {
  const error = new Error("no");
  error.stack = ["Error: no", ...lines.map((line) => `    at f (${FILE}:${line}:3)`)].join("\n");
  return error;
}

describe("the failure of what does nothing but fail", () => {
  it("is that of the statement, whoever makes the error for it", () => {
    const redirects = failing("async function f(db) {\n await db.save();\n throw redirect(\n '/done');\n}");
    assert.ok(redirects.isOwn(thrownAt(3)));
    assert.ok(redirects.isOwn(thrownAt(9, 4, 20)));
    assert.ok(!redirects.isOwn(thrownAt(2)));
    const made = failing("async function f() {\n const e = new Error();\n e.code = 1;\n throw e;\n}");
    assert.ok(made.isOwn(thrownAt(2)));
    assert.ok(!made.isOwn(thrownAt(3)));
  });

  it("may be no error", () => {
    assert.ok(failing("async function f() { throw { status: 404 }; }").isOwn({ status: 404 }));
  });

  it("is none of what may come to another end", () => {
    const source = {
      id: "a",
      file: FILE,
      text: "async function f() {}",
      language: "js",
      functionStart: 0,
    } as const;
    assert.equal(OnlyFailure.of(source), null);
  });
});
