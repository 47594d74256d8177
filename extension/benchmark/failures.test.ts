import assert from "node:assert/strict";
import { exampleDocument } from "../../webview/fixtures/document.ts";
import { failuresInWords } from "./failures.ts";

describe("what could not be measured, in words", () => {
  const [result] = exampleDocument.results;
  const failed = (name: string, reason: string) => ({
    name,
    reference: null,
    result: { ...result!, state: "failed" as const, reason, hint: "Do that." },
  });

  it("says of one why, and the next step", () => {
    assert.equal(failuresInWords([failed("load", "It is gone.")]), "load: It is gone. Do that.");
  });

  it("is one sentence more for several, and names them all", () => {
    assert.equal(
      failuresInWords([failed("Galaxy", "It is gone."), failed("Rx", "It hangs.")]),
      "2 functions could not be measured: Galaxy, Rx. Galaxy: It is gone. Do that.",
    );
  });
});
