import assert from "node:assert/strict";
import { nameInProject, packageOfSpecifier, packageOfStack } from "./package-name.ts";

describe("the name of a package", () => {
  it("is the first part of a specifier, with its scope", () => {
    assert.equal(packageOfSpecifier("@aws-sdk/client-s3/dist"), "@aws-sdk/client-s3");
    assert.equal(packageOfSpecifier("pg/lib/client"), "pg");
  });

  it("is that of the frame nearest to the project's own, out of a stack", () => {
    const stack = `Error: blocked
    at blocked (/ext/worker.cjs:1:1)
    at connect (/work/node_modules/pg/node_modules/pg-socket/index.js:1:1)
    at query (/work/node_modules/pg/lib/client.js:5:1)
    at load (/work/load.js:3:1)
    at other (/work/node_modules/mocha/run.js:3:1)`;
    assert.equal(packageOfStack(stack), "pg");
    assert.equal(packageOfStack("Error\n    at f (/work/a.js:1:1)"), null);
  });

  it("is left out of the name that a file has in its project", () => {
    assert.equal(nameInProject(import.meta.filename), "bench-worker/worker/load/package-name.test.ts");
  });
});
