import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { readStoredDocument } from "./stored-document.ts";
import { UsageError } from "./terminal.ts";

describe("a stored document that cannot be read", () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), "async-cost-stored-"));
    await mkdir(path.join(folder, "folder.json"));
    await writeFile(path.join(folder, "package.json"), '{ "name": "x" }');
    await writeFile(path.join(folder, "text.json"), "not { JSON");
    await writeFile(path.join(folder, "newer.json"), '{ "schemaVersion": 99 }');
    await writeFile(path.join(folder, "half.json"), '{ "schemaVersion": 1 }');
  });
  after(() => rm(folder, { recursive: true }));

  for (const [name, message] of [
    [
      "none.json",
      /^--from none\.json cannot be read: it is not there; give a document that async-cost bench --out/,
    ],
    ["folder.json", /^--from folder\.json cannot be read: it is a folder;/],
    ["text.json", /^--from text\.json is not JSON; give/],
    ["package.json", /^--from package\.json is no document of async-cost: it has no schemaVersion; give/],
    ["newer.json", /^--from newer\.json has the schemaVersion 99, and this async-cost reads 1; update/],
    ["half.json", /^--from half\.json is no whole document of async-cost: environment is missing/],
  ] as [string, RegExp][]) {
    it(`says what is wrong with ${name} and what would be right`, async () => {
      await assert.rejects(readStoredDocument(name, folder, "--from"), (error) => {
        assert.ok(error instanceof UsageError, String(error));
        assert.match(error.message, message);
        assert.ok(!error.message.includes("\n"));
        return true;
      });
    });
  }
});
