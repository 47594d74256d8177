import assert from "node:assert/strict";
import { withRequired } from "./node-options.ts";
import { programOf } from "./run-command.ts";

describe("the command that is recorded", () => {
  it("is found on Windows as Windows finds it, batch files through cmd.exe", () => {
    const there = new Set(["C:\\node\\npm.cmd", "C:\\node\\node.exe", "C:\\project\\run.bat"]);
    const system = {
      platform: "win32" as const,
      environment: { PATH: "C:\\node", ComSpec: "C:\\Windows\\cmd.exe" },
      exists: (file: string) => [...there].some((one) => one.toLowerCase() === file.toLowerCase()),
    };
    const program = (...words: string[]) => programOf(words, "C:\\project", system);
    assert.deepEqual([program("node", "a b.js").parameters, program("node").isVerbatim], [["a b.js"], false]);
    const npm = program("npm", "run", 'say "x" & more');
    assert.equal(npm.file, "C:\\Windows\\cmd.exe");
    assert.deepEqual(npm.parameters.slice(0, 3), ["/d", "/s", "/c"]);
    assert.match(npm.parameters[3]!, /^"C:\\node\\npm\.CMD \^\^\^"run\^\^\^" /i);
    assert.doesNotMatch(npm.parameters[3]!, /(?<!\^)&/);
    assert.equal(program("./run").isVerbatim, true);
    assert.deepEqual(program("gone", "x"), { file: "gone", parameters: ["x"], isVerbatim: false });
  });

  it("gets our preload first", () => {
    assert.equal(withRequired("/a/recorder.cjs", undefined), "--require=/a/recorder.cjs");
    assert.equal(withRequired("/a/r.cjs", "--import tsx"), "--require=/a/r.cjs --import tsx");
    assert.equal(withRequired("C:\\my files\\r.cjs", ""), '--require="C:\\\\my files\\\\r.cjs"');
  });
});
