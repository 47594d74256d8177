import assert from "node:assert/strict";
import { functionToRun } from "./functions-to-run.ts";

const nothingIsFake = (): boolean => false;
const waits = async (): Promise<void> => {};
const plain = (): number => 1;

describe("a function that is given to an operation", () => {
  it("runs within it where it waits itself, or hands on what it calls", () => {
    assert.equal(functionToRun("transaction", [{}, waits, 3], false, nothingIsFake), waits);
    assert.equal(functionToRun("add", [waits], false, nothingIsFake), waits);
    assert.equal(functionToRun("retry", [plain], true, nothingIsFake), plain);
  });

  it("does not where it only computes, is made up, or is kept for later or sent elsewhere", () => {
    assert.equal(functionToRun("transaction", [plain], false, nothingIsFake), undefined);
    assert.equal(
      functionToRun("transaction", [waits], false, (value) => value === waits),
      undefined,
    );
    for (const operation of ["consume", "subscribe", "addHandler", "setRequestHandler", "evaluate", "$eval"])
      assert.equal(functionToRun(operation, [waits], false, nothingIsFake), undefined, operation);
  });
});
