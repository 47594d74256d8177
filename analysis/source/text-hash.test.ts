import { equal, notEqual } from "node:assert/strict";
import { analyze } from "../analyze.ts";

function hashes(text: string): string[] {
  return analyze(text, "js").functions.map(({ textHash }) => textHash);
}

describe("the hash of a function's text", () => {
  const text = "async function outer() { await a(); return async () => { await b(); }; }";

  it("changes with a token of a function within, as that one's does", () => {
    const [outer, inner] = hashes(text);
    const [changedOuter, changedInner] = hashes(text.replace("b()", "c()"));
    notEqual(changedInner, inner);
    notEqual(changedOuter, outer);
  });

  it("changes with a token before or behind a function within, which keeps its own", () => {
    const [outer, inner] = hashes(text);
    for (const edited of [text.replace("a()", "c()"), text.replace("};", "}, 1;")]) {
      const [changedOuter, sameInner] = hashes(edited);
      notEqual(changedOuter, outer);
      equal(sameInner, inner);
    }
  });

  it("stays with other white space and comments", () => {
    const [outer, inner] = hashes(text);
    const [sameOuter, sameInner] = hashes(text.replaceAll(" {", " /* { */\n{"));
    equal(sameOuter, outer);
    equal(sameInner, inner);
  });

  it("is another for functions within that have changed places", () => {
    const [one, two] = ["async () => { await b(); }", "async () => { await c(); }"];
    const [outer] = hashes(`async function outer() { return [${one}, ${two}]; }`);
    const [changed] = hashes(`async function outer() { return [${two}, ${one}]; }`);
    notEqual(changed, outer);
  });
});
