import assert from "node:assert/strict";
import * as vscode from "vscode";

// The first of the suites by its name: whatever comes before it would have activated the extension.
describe("activation in the editor", () => {
  it("waits until it is needed, and is done in one go", async () => {
    const extension = vscode.extensions.getExtension("async-cost.async-cost");
    assert.ok(extension, "the extension is not installed");
    assert.equal(extension.isActive, false);
    const start = performance.now();
    const startOfCpu = process.cpuUsage();
    await extension.activate();
    const milliseconds = performance.now() - start;
    const { user, system } = process.cpuUsage(startOfCpu);
    assert.equal(extension.isActive, true);
    const cpu = (user + system) / 1000;
    console.log(
      `Activation, with loading: ${milliseconds.toFixed(0)} ms, ${cpu.toFixed(0)} ms of CPU in all threads`,
    );
  });
});
