import assert from "node:assert/strict";
import { capture } from "./capture.ts";

const ENDLESS = ["-e", "setInterval(() => undefined, 1000)"];

describe("running a short command", () => {
  it("ends it when it is cancelled, and begins none after that", async () => {
    const controller = new AbortController();
    const options = { environment: process.env, timeLimitMilliseconds: 50_000, signal: controller.signal };
    const running = capture(process.execPath, ENDLESS, options);
    controller.abort();
    assert.equal((await running).error, "cancelled");
    assert.deepEqual(await capture("/not/there", [], options), { stdout: "", error: "cancelled" });
  });

  it("waits for longer while others keep it from running", async () => {
    const looks: number[] = [];
    const begun = performance.now();
    const { error } = await capture(process.execPath, ENDLESS, {
      environment: process.env,
      timeLimitMilliseconds: 500,
      processTimes: (pid) => {
        looks.push(pid);
        const kept = looks.length < 2 ? performance.now() - begun + 100 : 0;
        return Promise.resolve({ computed: 1, kept });
      },
    });
    assert.deepEqual([error, looks.length], ["timed out", 2]);
  });
});
