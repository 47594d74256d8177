import assert from "node:assert/strict";
import { mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { processIsAlive } from "../cache.ts";
import { runWithOutput, type Running } from "./run-with-output.ts";

describe("a command that runs without a terminal", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), "async-cost-output-"));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const never = new AbortController().signal;
  async function run(script: string, { signal, onOutput }: Partial<Running> = {}) {
    await writeFile(path.join(folder, "main.js"), script);
    let output = "";
    const hear = (text: string): void => {
      output += text;
      onOutput?.(text);
    };
    const command = runWithOutput({ onOutput: hear, signal: signal ?? never, patience: 300 });
    const ended = await command([process.execPath, "main.js"], folder, { ...process.env, GIVEN: "given" });
    return { ended, output };
  }
  /** Ends once the process of a number that was written to a file is gone. */
  async function goneOf(file: string): Promise<void> {
    const pid = Number(await readFile(path.join(folder, file), "utf8"));
    while (processIsAlive(pid)) await sleep(20);
  }

  it("is heard on both its outputs, and ends with its exit code", async () => {
    const { ended, output } = await run(
      "console.log(process.env.GIVEN, process.cwd()); console.error('ä'); process.exitCode = 7;",
    );
    assert.deepEqual(ended, { state: "ended", code: 7 });
    assert.deepEqual(output.trim().split("\n").sort(), [`given ${await realpath(folder)}`, "ä"]);
  });

  it("says that it could not be started", async () => {
    const command = runWithOutput({ onOutput: () => undefined, signal: never });
    assert.deepEqual(await command(["no-such-command-here"], folder, {}), {
      state: "not-started",
      reason: "ENOENT",
    });
    for (const words of [[""], [], ["node", "with\0zero"]]) {
      const ended = await command(words, folder, {});
      assert.deepEqual([words, ended.state], [words, "not-started"]);
    }
  });

  it("is ended with all that it has started, also what heeds no interrupt", async function () {
    if (process.platform === "win32") this.skip();
    const child =
      "process.on('SIGINT', () => {}); setInterval(() => {}, 1000); require('fs').writeFileSync('pid', String(process.pid)); console.log('up');";
    const stop = new AbortController();
    const { ended } = await run(
      `process.on("SIGINT", () => {}); require("node:child_process").spawn(process.execPath, ["-e", ${JSON.stringify(child)}], { stdio: "inherit" });`,
      {
        signal: stop.signal,
        onOutput: (text) => {
          if (text.includes("up")) stop.abort();
        },
      },
    );
    assert.deepEqual(ended, { state: "ended", code: 128 + os.constants.signals.SIGKILL });
    await goneOf("pid");
  });

  it("leaves nothing running that it has left behind", async function () {
    if (process.platform === "win32") this.skip();
    const { ended } = await run(
      `const child = require("node:child_process").spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "inherit" });
      require("node:fs").writeFileSync("pid", String(child.pid)); child.unref();`,
    );
    assert.deepEqual(ended, { state: "ended", code: 0 });
    await goneOf("pid");
  });
});
