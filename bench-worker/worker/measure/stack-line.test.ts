import assert from "node:assert/strict";
import { analyze } from "../../../analysis/analyze.ts";
import { callsOf, reportedLine } from "./stack-line.ts";

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
    const calls = analyze(twice.text, "js").functions.flatMap((asyncFunction) =>
      callsOf({ asyncFunction, analyzedText: twice.text }),
    );
    assert.deepEqual(calls, [
      { line: 2, first: 2, last: 4 },
      { line: 7, first: 7, last: 9 },
    ]);
    const report = (line: number, one: typeof operation): number | null =>
      reportedLine({ errorStack: "", deliveryStack: at(line) }, one, twice, calls);
    assert.equal(report(3, operation), 2);
    assert.equal(report(8, operation), 8);
    assert.equal(report(8, second), 7);
  });

  it("goes by the lines of the text that was written where the one that runs was changed", () => {
    const asWritten = text + text;
    const changed = asWritten.replace("function f(done) {", "function f(done) { /* decided: a branch */ ");
    const [asyncFunction] = analyze(asWritten, "js").functions;
    const calls = callsOf({ asyncFunction: asyncFunction!, analyzedText: asWritten });
    const runs = { ...source, text: changed };
    assert.equal(reportedLine({ errorStack: "", deliveryStack: at(3) }, operation, runs, calls), 2);
  });

  it("is the call's own where its callback is bound, and does not tell its text", () => {
    const bound = { ...source, text: text.replace(callbackText, `${callbackText}.bind(this)`) };
    const [asyncFunction] = analyze(bound.text, "js").functions;
    const calls = callsOf({ asyncFunction: asyncFunction!, analyzedText: bound.text });
    const one = { ...operation, callbackText: "function () { [native code] }" };
    assert.equal(reportedLine({ errorStack: "", deliveryStack: at(3) }, one, bound, calls), 2);
    assert.equal(reportedLine({ errorStack: "", deliveryStack: at(1) }, one, bound, calls), 1);
  });

  it("is the call's own inside of a callback of which other text ran, line for line", () => {
    const typed = { ...source, text: text.replace("done(error)", "done(error as Error)") };
    const sighting = { errorStack: "", deliveryStack: at(3) };
    assert.equal(reportedLine(sighting, operation, typed, []), 3);
    assert.equal(reportedLine(sighting, operation, typed, [], text), 2);
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
