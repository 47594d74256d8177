import assert from "node:assert/strict";
import { SourceFileError } from "./source-file.ts";
import { reading } from "./reading.ts";

describe("what the host reads off a text", () => {
  it("is ended where it takes too long, with a sentence that lays it to us", () => {
    const readsForEver = (): never => {
      for (;;);
    };
    assert.throws(
      () => reading("a.js", readsForEver, 50),
      (error) =>
        error instanceof SourceFileError &&
        /^a\.js could not be read in time: .* fault of Async Cost/.test(error.message),
    );
  });

  it("is what it gives, or throws", () => {
    assert.equal(
      reading("a.js", () => reading("b.js", () => 1) + 1),
      2,
    );
    const problem = new TypeError("b");
    assert.throws(
      () =>
        reading("a.js", () => {
          throw problem;
        }),
      (error) => error === problem,
    );
  });
});
