import assert from "node:assert/strict";
import { expressionEnd, statementEnd } from "./statements.ts";
import { findFunctions } from "../functions/find.ts";
import { lex } from "../lexer/lex.ts";
import { viewOf } from "../patterns/file-view.ts";
import { Extents } from "./extents.ts";

describe("the ends of expressions and statements that are remembered", () => {
  const TEXTS: readonly (readonly [what: string, text: string])[] = [
    ["assignments in each other", `${"a = ".repeat(300)}b; c`],
    ["yields in each other", `${"yield a ".repeat(300)}b, c; d`],
    ["statements in each other", `${"if (a) ".repeat(100)}${"while (b) ".repeat(100)}c = d; e`],
    ["words that want a statement", `${"do throw ".repeat(200)}a; b`],
    ["groups that nothing closes", `${"a(\nfor (b of export {\n".repeat(60)}await c([d()]); e \n f();`],
    [
      "choices and lists between them",
      "a = b ? c = d : e = (f = g, h = i), j = `${k = l}` + m;\nn = o\np = q",
    ],
  ];
  for (const [what, text] of TEXTS) {
    it(`are what they are without memory: ${what}`, () => {
      const view = viewOf(findFunctions(lex(text, "js"), "js"));
      const { count } = view.tokens;
      const extents = new Extents(view);
      for (let at = 0; at < count; at++) {
        assert.equal(extents.statement(at, count), statementEnd(view, at, count), `statement at ${at}`);
        for (const stopsAtComma of [true, false])
          assert.equal(
            extents.expression(at, count, stopsAtComma),
            expressionEnd(view, at, count, stopsAtComma),
            `expression at ${at}`,
          );
      }
    });
  }

  const GROWING: readonly (readonly [
    what: string,
    textOf: (times: number) => string,
    first: number,
    step: number,
  ])[] = [
    ["each `=` asks for its end", (times) => `${"a = ".repeat(times)}b;`, 2, 2],
    ["half-typed returns stand behind conditions", (times) => `${"if (a) return ".repeat(times)}b;`, 4, 5],
    [
      "heads that nothing closes stand behind each other",
      (times) =>
        `run(function* () { ${"a.b(\nfor (const c of export {\n".repeat(times)}await d([e()]);  f \n yield g(); });`,
      18,
      11,
    ],
    ["conditions stand behind each other in a line", (times) => `${"if (a) b() ".repeat(times)};`, 4, 7],
  ];
  for (const [what, textOf, first, step] of GROWING) {
    it(`cost steps in proportion to the text where ${what}`, () => {
      const steps = [500, 1000].map((times) => {
        const view = viewOf(findFunctions(lex(textOf(times), "js"), "js"));
        const extents = new Extents(view);
        for (let at = first; at < view.tokens.count; at += step) {
          extents.statement(at, view.tokens.count);
          extents.expression(at, view.tokens.count, true);
        }
        return extents.steps;
      });
      assert.ok(steps[0]! >= 999 && steps[1]! < 2.5 * steps[0]!, `${steps.join(" and ")} steps`);
    });
  }
});
