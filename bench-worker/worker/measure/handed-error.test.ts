import assert from "node:assert/strict";
import { errorHandedTo } from "./handed-error.ts";

describe("an error that a function is to tell its caller", () => {
  const parameters = new Set(["req", "next", "reject", "log"]);
  const error = new Error("lost");

  it("is told by a callback among its parameters, or by an emitter", () => {
    assert.equal(errorHandedTo("next", parameters, [error]), error);
    assert.equal(errorHandedTo("reject", parameters, [error]), error);
    assert.equal(errorHandedTo("req.emit", parameters, ["error", error]), error);
  });

  it("is not told by being logged, or by what is none of its parameters", () => {
    assert.equal(errorHandedTo("log", parameters, [error]), undefined);
    assert.equal(errorHandedTo("done", parameters, [error]), undefined);
    assert.equal(errorHandedTo("console.error", parameters, [error]), undefined);
    assert.equal(errorHandedTo("req.emit", parameters, ["data", error]), undefined);
  });
});
