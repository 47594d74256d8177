import assert from "node:assert/strict";
import { commandOnPath, type PathSystem } from "./on-path.ts";

const windows = (files: readonly string[], Path: string): PathSystem => ({
  platform: "win32",
  environment: { Path },
  exists: (file) => files.includes(file),
});

describe("a command on PATH", () => {
  it("is started by its full path on Windows, the first that there is", () => {
    const system = windows(["C:\\node\\npm.cmd", "C:\\other\\npm.cmd"], 'C:\\empty;"C:\\node";C:\\other');
    assert.equal(commandOnPath("npm", [".cmd"], system), "C:\\node\\npm.cmd");
  });

  it("is never one of the folder that it is started in", () => {
    const system = windows(["git.exe", ".\\git.exe", "bin\\git.exe"], ".;;bin");
    assert.equal(commandOnPath("git", [".exe"], system), null);
  });

  it("is started by its name elsewhere", () => {
    const system: PathSystem = { platform: "linux", environment: {}, exists: () => false };
    assert.equal(commandOnPath("git", [".exe"], system), "git");
  });
});
