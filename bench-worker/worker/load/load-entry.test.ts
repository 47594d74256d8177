import assert from "node:assert/strict";
import { nameOfPackage } from "./load-entry.ts";

describe("the name of what stands for a package or a file", () => {
  for (const [specifier, name] of [
    ["pg", "pg"],
    ["@aws-sdk/client-s3", "s3"],
    ["@base/base-js", "base"],
    ["discord.js", "discord"],
    ["@acme/core", "acme"],
    ["redis-client", "redis"],
    ["../db/client.js", "client"],
    ["./views", "views"],
    ["..", "module"],
  ] as const) {
    it(`is ${name} for ${specifier}`, () => {
      assert.equal(nameOfPackage(specifier), name);
    });
  }
});
