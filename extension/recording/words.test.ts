import assert from "node:assert/strict";
import { commandEnvironment } from "./command-environment.ts";
import { lastCommand, wordsOf } from "./words.ts";

describe("a command that is typed", () => {
  it("is read as a shell reads it, quotes taken off", () => {
    assert.deepEqual(wordsOf(`  npx vitest  run "src/my file.ts" -t 'it "works"' a"b"c ''`), [
      ...["npx", "vitest", "run", "src/my file.ts", "-t", 'it "works"', "abc", ""],
    ]);
    assert.deepEqual(wordsOf("  "), []);
  });

  it("has a last command, which is given what stands behind all", () => {
    assert.deepEqual(lastCommand(["npm", "run", "build", "&&", "mocha", "a"]), ["mocha", "a"]);
    assert.deepEqual(lastCommand(["mocha"]), ["mocha"]);
  });

  it("runs without what the editor has in its environment for itself", () => {
    assert.deepEqual(
      commandEnvironment({ PATH: "/bin", ELECTRON_RUN_AS_NODE: "1", VSCODE_PID: "1", NODE_OPTIONS: "-r a" }),
      {
        PATH: "/bin",
        NODE_OPTIONS: "-r a",
      },
    );
  });
});
