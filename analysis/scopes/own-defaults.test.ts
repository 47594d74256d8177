import assert from "node:assert/strict";
import { findFunctions } from "../functions/find.ts";
import { lex } from "../lexer/lex.ts";
import { viewOf } from "../patterns/file-view.ts";
import { parametersWithDefault } from "./own-defaults.ts";

/** Which of x and y a function gives a default by a statement of its own. */
function found(statement: string): string[] {
  const text = `const DEFAULTS = { a: 1 };\nasync function f(x, y) {\n  ${statement}\n  return use(x, y);\n}`;
  const view = viewOf(findFunctions(lex(text, "js"), "js"));
  return [...parametersWithDefault(view, text.indexOf("async"), new Set(["x", "y"]))];
}

describe("parameters that the function itself gives a value", () => {
  for (const statement of [
    "x = x || [];",
    "x ??= load();",
    "x ||= 1;",
    "if (x === undefined) x = 1;",
    "if (typeof x === 'undefined') { x = 1; }",
    "if (!x) x = make();",
    "if (x == null) { x = {}; log(x); }",
    "x = x === undefined ? 1 : x;",
    "x = x ? x : 1;",
    "const z = typeof x !== 'undefined' ? x : 1;",
    "const z = x ?? {};",
    "const { a } = x || {};",
    "this.x = x || 'none';",
    "const z = Object.assign({}, DEFAULTS, x);",
    "x = { ...DEFAULTS, ...x };",
  ])
    it(`are told by ${statement}`, () => assert.deepEqual(found(statement), ["x"]));

  for (const statement of [
    "y.x = y.x || [];",
    "y.x ??= 1;",
    "if (!x) throw new Error('x');",
    "if (x === undefined) y = 1;",
    "if (x) x = 1;",
    "if (x === null) x = [];",
    "const z = x || load();",
    "const z = x === undefined ? 1 : 2;",
    "const z = !x || {};",
    "const z = x && y;",
    "save({ id: 1, ...x });",
    "const z = { id: 1, ...x };",
    "const z = Object.assign({}, x);",
    "const z = Object.assign({}, x, DEFAULTS);",
    "const z = Object.assign({}, y, x);",
  ])
    it(`are not by ${statement}`, () => assert.deepEqual(found(statement), []));
});
