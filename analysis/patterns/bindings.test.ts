import assert from "node:assert/strict";
import { findFunctions } from "../functions/find.ts";
import { lex } from "../lexer/lex.ts";
import { boundNames } from "./bindings.ts";

const namesOf = (text: string): Map<string, string> => boundNames(findFunctions(lex(text, "js"), "js"));

describe("the names that a text has of modules", () => {
  it("are those of a pattern's own members, not what is taken out of these in their turn", () => {
    const names = namesOf(
      'const { a: { b, c: [d] }, promisify: later, e = {}, f } = require("node:util");\nimport { g as h } from "x";',
    );
    assert.deepEqual(
      [...names],
      [
        ["h", "x.g"],
        ["later", "util.promisify"],
        ["e", "util.e"],
        ["f", "util.f"],
      ],
    );
  });

  it("are found in steps in proportion to the text, however many braces stand alone", () => {
    const stepsOf = (count: number): number => {
      const text = `const {\n${"a\n".repeat(count)}${'} = require("x"),\n'.repeat(count)}`;
      const found = findFunctions(lex(text, "js"), "js");
      let steps = 0;
      const get = (target: Uint8Array, property: PropertyKey): unknown => {
        steps++;
        return Reflect.get(target, property);
      };
      boundNames({ ...found, atoms: new Proxy<Uint8Array>(found.atoms, { get }) });
      return steps;
    };
    const [less, more] = [40, 80].map(stepsOf) as [number, number];
    assert.ok(less > 40 && more < 2.5 * less, `${less} and ${more} steps`);
  });
});
