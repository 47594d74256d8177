import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { Worker } from "node:worker_threads";
import { parseSchedstat, readProcessTimes } from "./process-times.ts";

describe("what a process has computed", () => {
  it("is what all its threads have, not only the first", async function () {
    if (process.platform !== "linux") this.skip();
    const ofFirst = async (): Promise<number> =>
      parseSchedstat(await readFile(`/proc/${process.pid}/schedstat`, "utf8"))!.computed;
    const before = { first: await ofFirst(), all: (await readProcessTimes(process.pid))!.computed };
    // What it computes is told by the account of processor time, however busy the machine.
    const code = `
      const { parentPort } = require("node:worker_threads");
      const begun = process.cpuUsage().user;
      while (process.cpuUsage().user - begun < 300_000);
      parentPort.postMessage("computed");
      parentPort.once("message", () => {});`;
    const thread = new Worker(code, { eval: true });
    try {
      await new Promise((resolve, reject) => thread.once("message", resolve).once("error", reject));
      const all = (await readProcessTimes(process.pid))!.computed - before.all;
      const first = (await ofFirst()) - before.first;
      assert.ok(all > first + 100, `${all} ms in all, ${first} ms in the first`);
    } finally {
      await thread.terminate();
    }
  });
});
