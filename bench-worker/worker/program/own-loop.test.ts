import assert from "node:assert/strict";
import { loopsAround, openLoopAround } from "./own-loop.ts";

/** What loops are around the line that has `here`. */
function around(text: string): string {
  return loopsAround(text, "a.js", text.slice(0, text.lastIndexOf("here")).split("\n").length);
}

describe("the loops around a line", () => {
  it("are own where all that they work on is what the text itself gives", () => {
    for (const text of [
      "for (;;) row.here = 1;",
      "while (true) db.here();",
      "const here = Promise.resolve(1);\nasync function f() {\n  while (true) await here;\n}",
      "const all = [];\nfunction f(db) {\n  let n = 0;\n  while (all.length >= 0) {\n    all.push(new Array(n++).fill('here'));\n  }\n}",
      "let n = 0, m = 2;\ndo {\n  n += m; // here\n  Math.abs(n);\n} while (n > 0);\nf(db);",
      "const wait = (ms) => new Promise((done) => setTimeout(done, ms));\nasync function f() {\n  for (let i = 0; i >= 0; i++) await wait(1); // here\n}",
    ])
      assert.equal(around(text), "own", text);
  });

  it("are others where one of them works on what it gets", () => {
    for (const text of [
      "function f(here) {\n  while (here.length) n++;\n}",
      "import { here } from 'a';\nwhile (here) n++;",
      "for (const row of rows) row.here++;",
      "async function f(db) {\n  const { here } = await db.get();\n  while (here) ;\n}",
      "async function f(db) {\n  let here = 0;\n  here = await db.get();\n  while (here) ;\n}",
      "let here = true;\nexports.stop = () => { here = false; };\nfunction f() {\n  while (here) ;\n}",
      "const here = [];\nfunction f(db) {\n  db.fill(here);\n  while (here.length < 3) ;\n}",
      "const here = [];\nfunction f(db) {\n  here[0] = db.one;\n  while (here[0]) ;\n}",
      "function f(rows) {\n  while (rows.isOpen) {\n    for (let i = 0; i < 9; i++) i.here();\n  }\n}",
      "while (this.here) ;",
      "while (Date.now() < here) ;",
    ])
      assert.equal(around(text), "other", text);
  });

  it("are none of what stands beside it, or before", () => {
    assert.equal(around("for (;;) {\n}\nhere();"), "none");
    assert.equal(around("do {\n  a++;\n} while (a < 3)\nhere();"), "none");
  });

  it("are told of texts in which a name is there very often, or made of very many others, one of another", () => {
    const n = 20_000;
    const often = `let a = 0;\nwhile (a) {\n  [${"a, ".repeat(n)}];\n}`;
    const chain = Array.from({ length: n }, (_, i) => `let a${i + 1} = a${i};`).join(" ");
    const calls = Array.from({ length: n }, (_, i) => `function f${i}() { return f${i + 1}(); }`).join(" ");
    for (const text of [often, `${chain}\nwhile (a${n}) {\n}`, `${calls}\nwhile (f0()) {\n}`])
      assert.equal(loopsAround(text, "a.js", text.split("\n").length - 1), "other");
  });
});

describe("a loop that goes round as often as what it gets tells it", () => {
  const openAt = (text: string): number | null => {
    const loop = `async function f(db, id) {\n${text}\n}`;
    const line = loop.slice(0, loop.lastIndexOf("here")).split("\n").length;
    return openLoopAround({ text: loop, file: "a.js" }, line, { start: 0, end: loop.length });
  };

  it("is told by its line", () => {
    for (const text of [
      "for (;;) {\nconst page = await db.here(id);\nif (!page.next) break;\n}",
      "let at; do {\nat = (await db.here(at)).next;\n} while (at);",
      "while (true) {\nconst job = await db.here(id);\nif (job.done) return job;\n}",
      "while (id.isOpen) {\nawait db.here();\n}",
      "while (id.queue.length > 0 && !id.isOver) {\nlistOf(id).push(1);\nid.queue.push(await db.here());\n}",
      "for (let at = 0; at < id.total; at += 100)\nawait db.here(at);",
      "for (let i = 0; i < 9; i++) {\nconst job = await db.here(id);\nif (job.done) return job;\n}",
      "for (const one of id)\nif (await db.here(one)) return one;",
    ])
      assert.equal(openAt(text), 2, text);
  });

  it("is none that counts, goes through a list, is left in its first round, or never ends", () => {
    for (const text of [
      "for (let i = 0; i < id.length; i++)\nawait db.here(i);",
      "for (const one of id)\nawait db.here(one);",
      "let n = 0;\nwhile (n < 3) {\nawait db.here(n);\nn++;\n}",
      "while (id.tries) {\ntry {\nreturn await db.here();\n} catch {\nid.tries--;\n}\n}",
      "for (;;) {\nawait db.here();\n}",
      "let n = 0;\nfor (;;) {\nawait db.here(n);\nif (++n === 4) break;\n}",
      "await db.here();",
      "while (db.all().length > 0) {\nlistOf(id).push(await db.here());\n}",
    ])
      assert.equal(openAt(text), null, text);
  });

  it("is none around the function that is measured", () => {
    const text = "while (all.length < n) {\nall.push(async (db) => db.here());\n}";
    const start = text.indexOf("async");
    assert.equal(openLoopAround({ text, file: "a.js" }, 2, { start, end: text.indexOf(");\n}") }), null);
  });
});
