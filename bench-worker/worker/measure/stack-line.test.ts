import assert from "node:assert/strict";
import { reportedLine } from "./stack-line.ts";

const callbackText = `function (error) {
    if (error) return done(error);
  }`;
const text = `function f(done) {
  io(${callbackText});
}
`;
const source = { file: "/f.js", text };
const operation = { line: 2, callbackText };
const at = (...lines: number[]): string =>
  ["Error: x", ...lines.map((line) => `    at f (/f.js:${line}:3)`)].join("\n");

describe("the line that stack traces report", () => {
  it("is the call's own where any frame names it", () => {
    assert.equal(reportedLine({ errorStack: at(9, 2), deliveryStack: "" }, operation, source), 2);
  });

  it("is the call's own where the delivery passes through the callback of the call", () => {
    assert.equal(reportedLine({ errorStack: "Error: x", deliveryStack: at(7, 3) }, operation, source), 2);
  });

  it("is the first that is named where none of them is the call's", () => {
    assert.equal(reportedLine({ errorStack: at(7, 8), deliveryStack: at(9) }, operation, source), 7);
  });

  it("is not guessed from a callback whose text stands there twice", () => {
    const twice = { ...source, text: text + text };
    assert.equal(reportedLine({ errorStack: "", deliveryStack: at(3) }, operation, twice), 3);
  });

  it("is null where the file is not named", () => {
    assert.equal(
      reportedLine({ errorStack: "Error\n    at g (/g.js:2:1)", deliveryStack: "" }, operation, source),
      null,
    );
  });
});
