import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { TargetSource } from "../protocol.ts";
import { firstOwnFrame } from "./io/own-frames.ts";
import { PROGRAM } from "./load/program.ts";
import { sourceTextOf } from "./load/source-text.ts";

describe("what an error is laid to", () => {
  it("is the user's code in every folder, that of a version of git among them", async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), "async-cost-base-"));
    try {
      const file = path.join(folder, "env.js");
      await writeFile(file, "text");
      const error = new Error("BUCKET is required");
      error.stack = `Error: BUCKET is required\n    at f (${path.join(folder, PROGRAM)}:1:1)\n    at g (${file}:2:57)`;
      assert.deepEqual(firstOwnFrame(error), { file, line: 2, column: 57, name: "g" });
      const source: TargetSource = { id: "a", file: "/a.js", text: "", language: "js", functionStart: 0 };
      assert.equal(sourceTextOf(source)(file), "text");
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
