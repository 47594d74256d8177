import assert from "node:assert/strict";
import { analyze } from "../analyze.ts";
import { pairsToCompare } from "./effort.ts";

const functionsOf = (...sources: readonly string[]) => analyze(sources.join("\n"), "js").functions;
const named = (name: string, body = "") => `async function ${name}() { await a(); ${body} }`;
const numbered = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => named(`${prefix}${index}`));

describe("the effort of matching two versions of a text", () => {
  const effort = (base: readonly string[], head: readonly string[]) =>
    pairsToCompare(functionsOf(...base), functionsOf(...head));

  it("is none where names and texts decide, however many functions there are", () => {
    const many = numbered("f", 50);
    const edited = many.map((text) => text.replace("a()", "b()"));
    assert.equal(effort(many, many), 0);
    assert.equal(effort(many, edited), 0);
    assert.equal(effort(many, [...many, named("added")]), 0);
  });

  it("is each with each where they have new names", () => {
    assert.equal(effort(numbered("f", 5), numbered("g", 7)), 35);
  });

  it("is each with each of those that have changed where they have no names, or one name", () => {
    const edited = (text: string): string => text.replace("await b", "await x").replace("await c", "await y");
    const given = ["a", "b", "c"].map((called) => `use(async () => { await ${called}(); });`);
    assert.equal(effort(given, given), 0);
    assert.equal(effort(given, given.map(edited)), 4);
    const routes = given.map((text, index) => text.replace("(", `("/${index}", `));
    assert.equal(effort(routes, routes.map(edited)), 0);
    const twice = (first: string, second: string) => [
      `{ ${named("f", first)} }`,
      `{ ${named("f", second)} }`,
    ];
    assert.equal(effort(twice("1;", "2;"), twice("3;", "4;")), 4);
  });
});
