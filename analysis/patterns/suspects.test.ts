import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { countedView } from "../corpus/counted-view.ts";
import { findSourceFiles, sample } from "../corpus/source-files.ts";
import { findFunctions } from "../functions/find.ts";
import { languageOfFile } from "../language.ts";
import { lex } from "../lexer/lex.ts";
import { classify } from "./classify.ts";
import { viewOf } from "./file-view.ts";
import { suspectsOf } from "./suspects.ts";

describe("the functions whose pattern is looked into", function () {
  this.timeout(60_000);

  it("are all that are asynchronous, in real files", () => {
    const files = [
      ...findSourceFiles("variants"),
      ...sample(findSourceFiles("extension"), 50),
      ...sample(findSourceFiles("node_modules"), 400),
    ];
    let found = 0;
    for (const file of files) {
      const language = languageOfFile(file);
      const text = readFileSync(file, "utf8");
      if (language === undefined || text.length > 200_000) continue;
      const view = () => viewOf(findFunctions(lex(text, language), language));
      const one = view();
      const suspects = classify(one, suspectsOf(one));
      const another = view();
      assert.deepEqual(suspects, classify(another, new Uint8Array(another.functions.length).fill(1)), file);
      found += suspects.length;
    }
    assert.ok(found > 200, `${found} asynchronous functions`);
  });

  it("are few where nothing is asynchronous", () => {
    const text = "function a(b) { return c(b); }\nfunction d(e) { e.f(); return new G(e); }\n";
    assert.deepEqual([...suspectsOf(viewOf(findFunctions(lex(text, "js"), "js")))], [0, 0]);
  });

  it("are told in steps in proportion to the text, however many links a chain has", () => {
    const shapes = [
      [".then(b)", "return "],
      [".where(b)", "return "],
      ["(b)", "return "],
      [".where(b)", "return c; c = "],
    ] as const;
    for (const [link, before] of shapes) {
      const stepsOf = (links: number): number => {
        const { view, steps } = countedView(
          `const a = require("a"); function f() { ${before}a()${link.repeat(links)}; }`,
        );
        const already = steps();
        classify(view);
        return steps() - already;
      };
      const [less, more] = [40, 80].map(stepsOf) as [number, number];
      assert.ok(less > 40, `${less} steps`);
      assert.ok(more < 2.5 * less, `${less} and ${more} steps`);
    }
  });

  it("are told in steps in proportion to the text, however many half-typed returns follow each other", () => {
    const stepsOf = (returns: number): number => {
      const { view, steps } = countedView(`function f() { ${"return n = a(), ".repeat(returns)} b.then(); }`);
      const before = steps();
      classify(view);
      return steps() - before;
    };
    const [less, more] = [40, 80].map(stepsOf) as [number, number];
    assert.ok(less > 40, `${less} steps`);
    assert.ok(more < 2.5 * less, `${less} and ${more} steps`);
  });
});
