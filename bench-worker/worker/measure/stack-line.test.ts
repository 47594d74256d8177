import assert from "node:assert/strict";
import { analyze } from "../../../analysis/analyze.ts";
import { reportedLine } from "./stack-line.ts";

const callbackText = `function (error) {
    if (error) return done(error);
  }`;
const text = `function f(done) {
  io(${callbackText});
}
`;
const source = { file: "/f.js", text };
const operation = { line: 2, column: 3, callbackText };
const at = (...lines: number[]): string =>
  ["Error: x", ...lines.map((line) => `    at f (/f.js:${line}:3)`)].join("\n");

describe("the line that stack traces report", () => {
  it("is the call's own where any frame names it", () => {
    assert.equal(reportedLine({ errorStack: at(9, 2), deliveryStack: "" }, operation, source, []), 2);
  });

  it("is the call's own where the delivery passes through the callback of the call", () => {
    assert.equal(reportedLine({ errorStack: "Error: x", deliveryStack: at(7, 3) }, operation, source, []), 2);
  });

  it("is the first that is named where none of them is the call's", () => {
    assert.equal(reportedLine({ errorStack: at(7, 8), deliveryStack: at(9) }, operation, source, []), 7);
  });

  it("is the call's own where its callback has the text of another", () => {
    const twice = { ...source, text: text + text };
    const second = { ...operation, line: 7 };
    const { functions } = analyze(twice.text, "js");
    const ioCalls = functions.flatMap((one) => one.ioCalls);
    assert.equal(ioCalls.length, 2);
    const report = (line: number, one: typeof operation): number | null =>
      reportedLine({ errorStack: "", deliveryStack: at(line) }, one, twice, ioCalls);
    assert.equal(report(3, operation), 2);
    assert.equal(report(8, operation), 8);
    assert.equal(report(8, second), 7);
  });

  it("is the call's own where its callback is bound, and does not tell its text", () => {
    const bound = { ...source, text: text.replace(callbackText, `${callbackText}.bind(this)`) };
    const { ioCalls } = analyze(bound.text, "js").functions[0]!;
    const one = { ...operation, callbackText: "function () { [native code] }" };
    assert.equal(reportedLine({ errorStack: "", deliveryStack: at(3) }, one, bound, ioCalls), 2);
    assert.equal(reportedLine({ errorStack: "", deliveryStack: at(1) }, one, bound, ioCalls), 1);
  });

  it("is not guessed from a callback whose text stands there twice where the call is not known", () => {
    const twice = { ...source, text: text + text };
    assert.equal(reportedLine({ errorStack: "", deliveryStack: at(3) }, operation, twice, []), 3);
  });

  it("is null where the file is not named", () => {
    assert.equal(
      reportedLine({ errorStack: "Error\n    at g (/g.js:2:1)", deliveryStack: "" }, operation, source, []),
      null,
    );
  });
});
