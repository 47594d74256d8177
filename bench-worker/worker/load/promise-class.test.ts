import assert from "node:assert/strict";
import { exportsPromises, mayBePromises } from "./promise-class.ts";

describe("what implements promises", () => {
  it("is a module that exports what makes them, by itself or as its default", () => {
    assert.ok(exportsPromises(Promise));
    assert.ok(exportsPromises({ __esModule: true, default: Promise }));
    assert.ok(!exportsPromises({ all: () => [], resolve: () => "/path" }));
    assert.ok(!exportsPromises(null));
  });

  it("is looked for by its name", () => {
    for (const name of ["bluebird", "q", "es6-promise", "../utils/promise", "native-promise-only", "./q"])
      assert.ok(mayBePromises(name), name);
    for (const name of ["./MyPromise.ts", "@/promise", "es6-promise/auto", "bluebird/js/release/bluebird"])
      assert.ok(mayBePromises(name), name);
    for (const name of [
      "mysql2/promise",
      "pg-promise",
      "request-promise",
      "./promises/user.js",
      "fs/promises",
    ])
      assert.ok(!mayBePromises(name), name);
    for (const name of ["pg", "./queries", "iq", "whenever"]) assert.ok(!mayBePromises(name), name);
  });
});
