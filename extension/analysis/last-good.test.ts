import assert from "node:assert/strict";
import { exampleAnalyze } from "../test/examples.ts";
import { withLastGood } from "./last-good.ts";

const GOOD = "const a = 1;\nasync function first() { x; }\nasync function second() { y; }\n";
const good = { text: GOOD, functions: exampleAnalyze(GOOD).functions };

function hintsOf(text: string) {
  return withLastGood(text, exampleAnalyze(text).functions, good).map(({ found, range, kept }) => ({
    name: found.name,
    text: text.slice(range.start, range.end),
    kept,
  }));
}

describe("hints of half-typed text", () => {
  it("keeps the function that is being typed in, as far as it goes now", () => {
    assert.deepEqual(hintsOf(GOOD.replace("first() { x", "first( { x")), [
      { name: "first", text: "async function first( { x; }", kept: true },
      { name: "second", text: "async function second() { y; }", kept: false },
    ]);
  });

  it("keeps a function whose end is found elsewhere only for the time being", () => {
    assert.deepEqual(
      hintsOf(GOOD.replace("x; }", "x; if (")).map(({ name, kept }) => [name, kept]),
      [
        ["first", false],
        ["second", true],
      ],
    );
  });

  it("keeps functions before and after the change where they now stand", () => {
    const broken = GOOD.replace("async function first", "asyn function first").replace(
      "const a",
      "const { a",
    );
    const found = withLastGood(broken, [], good);
    assert.deepEqual(
      found.map(({ found: { name }, range }) => [name, broken.slice(range.start, range.end)]),
      [["second", "async function second() { y; }"]],
    );
    const onlyFront = `{\n${GOOD}`;
    assert.deepEqual(
      withLastGood(onlyFront, [], good).map(({ range }) => onlyFront.slice(range.start, range.end)),
      ["async function first() { x; }", "async function second() { y; }"],
    );
  });

  it("lets a deleted function go", () => {
    const without = GOOD.replace("async function first() { x; }\n", "");
    assert.deepEqual(
      withLastGood(`${without}{`, exampleAnalyze(without).functions, good).map(({ found }) => found.name),
      ["second"],
    );
  });

  it("prefers what is found in the present text", () => {
    const edited = GOOD.replace("x; }", "x; x; }");
    assert.deepEqual(
      hintsOf(edited).map(({ kept }) => kept),
      [false, false],
    );
  });
});
