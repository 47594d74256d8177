import assert from "node:assert/strict";
import { fallenThrough } from "./fallen-through.ts";

/** What is learnt of a `throw` at the line of a text that has one, and a call at the line that has `CALL`. */
function learnt(text: string): ReturnType<typeof fallenThrough> {
  const lines = text.split("\n");
  const thrown = lines.findIndex((line) => line.includes("throw")) + 1;
  const called = lines.findIndex((line) => line.includes("CALL")) + 1;
  const error = new TypeError("unsupported");
  const column = (lines[called - 1] ?? "").indexOf("toBytes(") + 1;
  const caller = called === 0 ? "" : `\n    at call (/project/a.js:${called}:${column})`;
  error.stack = `TypeError: unsupported\n    at toBytes (/project/a.js:${thrown}:3)${caller}`;
  return fallenThrough(error, (file) => (file === "/project/a.js" ? text : null));
}

const TO_BYTES =
  'const toBytes = (input) => {\n  if (typeof input === "string") return encode(input);\n' +
  "  if (ArrayBuffer.isView(input)) return new Uint8Array(input.buffer);\n  throw new TypeError('no');\n};\n";

describe("a made-up value that is of none of the kinds that a function takes", () => {
  it("is a text, by the name that the caller gives", () => {
    const text = `${TO_BYTES}const bytes = toBytes(options.secret); // CALL`;
    assert.deepEqual(learnt(text), { name: "*.secret", shape: { value: "secret" } });
  });

  it("goes by what a variable of the caller was taken from", () => {
    const text = `${TO_BYTES}const salted = options.salt ?? DEFAULT;\nconst bytes = toBytes(salted); // CALL`;
    assert.deepEqual(learnt(text), { name: "*.salt", shape: { value: "salt" } });
  });

  it("goes by the parameter's own name where the caller gives something else", () => {
    const text = `${TO_BYTES}const bytes = toBytes(read(1) + 2); // CALL`;
    assert.deepEqual(learnt(text), { name: "*.input", shape: { value: "input" } });
    assert.deepEqual(learnt(TO_BYTES), { name: "*.input", shape: { value: "input" } });
  });

  it("is what else is asked for, where no text is taken", () => {
    const asked = (line: string) =>
      learnt(`function f(rows) {\n  ${line}\n  throw new Error("no");\n}`)?.shape;
    assert.deepEqual(asked("if (Array.isArray(rows)) return rows.length;"), { make: "list" });
    assert.deepEqual(asked("if (Buffer.isBuffer(rows)) return rows;"), { make: "buffer" });
    assert.deepEqual(asked("if (rows instanceof Uint8Array) return rows;"), { make: "buffer" });
    assert.deepEqual(asked("if (typeof rows === 'number') return rows;"), { value: 1 });
  });

  it("is a text where a choice by its kind has no case for it", () => {
    const text =
      'function f(id) {\n  switch (typeof id) {\n    case "string": return id;\n    default: throw new Error("no");\n  }\n}';
    assert.deepEqual(learnt(text)?.shape, { value: "id" });
  });

  it("says nothing of what is asked elsewhere, before the function waits or where it chooses", () => {
    const text =
      'async function f(conn) {\n  const client = typeof conn === "string" ? connect(conn) : conn;\n  const row = await client.find(1);\n' +
      '  if (!row.error) return row;\n  throw new Error("not found");\n}';
    assert.equal(learnt(text), undefined);
    const other =
      'function f(repo, hit) {\n  if (typeof repo === "string") repo = open(repo);\n  if (hit.version === 3) return hit;\n  throw new Error("old");\n}';
    assert.equal(learnt(other), undefined);
  });

  it("says nothing of what is thrown behind an `if` of its own, or where no kind is asked for", () => {
    const own =
      'function f(id) {\n  if (typeof id === "string") return id;\n  if (id.closed) {\n    throw new Error("no");\n  }\n}';
    assert.equal(learnt(own), undefined);
    assert.equal(learnt('function f(id) {\n  load(id);\n  throw new Error("no");\n}'), undefined);
  });
});
