import assert from "node:assert/strict";
import { packagesOfReceivers } from "./package-of-receiver.ts";
import type { Resolve } from "./resolve.ts";

describe("the package of what an expression calls", () => {
  const resolve: Resolve = (specifier) => {
    if (specifier === "node:fs") return { kind: "builtin", name: "fs" };
    if (specifier === "@acme/there/sub") return { kind: "file", file: "/p/node_modules/@acme/there/sub.js" };
    if (specifier.startsWith("src/") || specifier === "./own")
      return { kind: "file", file: `/p/${specifier}` };
    return { kind: "missing" };
  };

  it("is that of the import that it begins with, be it installed or not", () => {
    const of = packagesOfReceivers(
      'import { there as here } from "@acme/there/sub";\nconst { missing, part: renamed = 1 } = require("gone/part");\nconst whole = require("gone");',
      "/p/a.js",
      resolve,
    );
    assert.deepEqual(
      ["here", "here.encode", "new here.Coder", "missing.get", "renamed", "whole.load", "part"].map(of),
      ["@acme/there", "@acme/there", "@acme/there", "gone", "gone", "gone", null],
    );
  });

  it("is not known of files of the project, Node's modules, variables and members of this", () => {
    const of = packagesOfReceivers(
      'import db from "src/db";\nimport * as own from "./own";\nimport fs from "node:fs";\nimport pg from "pg";\nconst client = new pg.Client();',
      "/p/a.js",
      resolve,
    );
    assert.deepEqual(
      ["db.get", "own.get", "fs.stat", "client.query", "this.pg.query", "load(1).get"].map(of),
      [null, null, null, null, null, null],
    );
  });
});
