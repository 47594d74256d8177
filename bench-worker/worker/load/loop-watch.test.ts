import assert from "node:assert/strict";
import vm from "node:vm";
import { withTicks } from "../../ticks.ts";
import { loopWatch } from "./loop-watch.ts";

/** The line that watched code is found at; null when it comes to an end. */
async function lineOf(code: string): Promise<number | null> {
  const found = await loopWatch.during(30, async () => {
    const run = vm.compileFunction(withTicks(code), [], { filename: "/watched.js" }) as () => unknown;
    await run();
  });
  const line = /watched\.js:(\d+)/.exec(found?.stack ?? "")?.[1];
  return line === undefined ? null : Number(line);
}

describe("watching loops", () => {
  const cases: [string, string, number][] = [
    ["a loop with braces", "let i = 0;\nwhile (true) {\n  i++;\n}", 2],
    ["one without", "let i = 0;\nwhile (i >= 0) i++;", 2],
    ["for without a body", "\n\nfor (;;);", 3],
    ["for with a test and without braces", "\nfor (let i = 0; i >= 0; i++) [i];", 2],
    ["do", "\ndo {} while (true);", 2],
    ["do without braces", "let i = 0;\ndo i++; while (true);", 2],
    [
      "for of something that never ends",
      "const on = { [Symbol.iterator]: () => ({ next: () => ({}) }) };\nfor (const x of on) {\n}",
      2,
    ],
    [
      "for of without braces",
      "const on = { [Symbol.iterator]: () => ({ next: () => ({}) }) };\nlet i = 0;\nfor (const x of on) i++;",
      3,
    ],
    [
      "a function that begins itself again behind a directive",
      "const on = () => {\n 'use strict'\n return Promise.resolve().then(on); };\nreturn on();",
      3,
    ],
    [
      "one whose body begins with a text",
      "const on = () => {\n 'a'.trim(); return Promise.resolve().then(on); };\nreturn on();",
      1,
    ],
    ["an await in a loop", "return (async () => {\n  for (;;) {\n    await null;\n  }\n})();", 2],
    [
      "a chain that begins itself again",
      "const on = () => {\n return Promise.resolve().then(on); };\nreturn on();",
      1,
    ],
    ["a loop that catches everything", "for (;;) {\n  try {\n    for (;;);\n  } catch { break; }\n}", 3],
  ];
  for (const [what, code, line] of cases) {
    it(`finds ${what}`, async () => assert.equal(await lineOf(code), line));
  }

  it("leaves code that ends as it is", async () => {
    const code = `
      function strict() { "use strict"; return this; }
      switch (1) { case 1: if (strict() !== undefined) throw new Error(); }
      class A extends (class { get x() { return 1; } }) { static { this.y = 2; } async *z() { yield { a: 1 }; } }
      for (const k in { a: 1 }) if (k) continue; else throw new Error();
      if (new Date() > 0) for (const k of [1]) k; else throw new Error();
      let went = "";
      if (!went) label: for (const k of []) k; else went += "then";
      if (went) label: for (const k of []) k; else went += "else";
      if (went !== "else") throw new Error();
      function second() { 'a'; 'use strict'; return this; }
      if (second() !== undefined) throw new Error();
      function empty() { "use strict"; }
      label: for (let i = 0, j = 1; i < j; i++) { continue label; }
      return new A().x + A.y;`;
    assert.equal(await lineOf(code), null);
    assert.equal(vm.runInThisContext(`(() => {${withTicks(code)}})()`), 3);
    assert.equal(withTicks(code).split("\n").length, code.split("\n").length);
  });
});
