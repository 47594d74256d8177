import assert from "node:assert/strict";
import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { Capture } from "./capture.ts";
import { capture } from "./capture.ts";
import { findRuntime, NoRuntimeError, type RuntimeSystem } from "./runtime.ts";

/** A machine on which the executables of `nodes` answer with a version, or with an error or something else. */
function machine(
  nodes: Record<string, string | { error: string } | { says: string }>,
  change: Partial<RuntimeSystem> = {},
  shellPath?: string,
): RuntimeSystem & { asked: { command: string; environment: Record<string, string | undefined> }[] } {
  const asked: { command: string; environment: Record<string, string | undefined> }[] = [];
  const fake: Capture = (command, _parameters, { environment }) => {
    asked.push({ command, environment });
    if (command === "/bin/zsh") return Promise.resolve({ stdout: `Welcome back!\n<<${shellPath ?? ""}>>\n` });
    const node = nodes[command];
    if (node === undefined) return Promise.resolve({ stdout: "", error: "ENOENT" });
    if (typeof node === "string") {
      return Promise.resolve({
        stdout: `${JSON.stringify({ execPath: `${command}-real`, version: node })}\n`,
      });
    }
    return Promise.resolve("says" in node ? { stdout: node.says } : { stdout: "", error: node.error });
  };
  return {
    platform: "linux",
    environment: { PATH: "/usr/bin:/opt/bin" },
    homeFolder: "/home/me",
    execPath: "/editor/code",
    isElectron: true,
    capture: fake,
    asked,
    ...change,
  };
}

describe("finding a runtime", () => {
  it("takes the first Node on PATH and its true path, not the shim's", async () => {
    const runtime = await findRuntime({}, machine({ "/usr/bin/node": "20.1.0", "/opt/bin/node": "24.0.0" }));
    assert.deepEqual(runtime, {
      name: "node",
      version: "20.1.0",
      path: "/usr/bin/node-real",
      foundBy: "PATH",
      environment: {},
    });
  });

  it("does not start the Node that runs us to learn its version", async () => {
    const own = { execPath: "/opt/bin/node", version: "22.3.0" };
    const system = machine({}, { execPath: own.execPath, isElectron: false, own });
    const wished = await findRuntime({ path: own.execPath, givenBy: "the Node that runs it" }, system);
    assert.deepEqual([wished.version, wished.path, system.asked.length], ["22.3.0", own.execPath, 0]);
    await assert.rejects(
      findRuntime({ path: own.execPath }, { ...system, isElectron: true }),
      NoRuntimeError,
    );
  });

  it("passes over one that is too old, is not Node, or cannot be run", async () => {
    const runtime = await findRuntime(
      {},
      machine(
        {
          "/a/node": "18.20.8",
          "/b/node": { says: "hello" },
          "/c/node": { error: "EACCES" },
          "/d/node": "22.3.0",
        },
        { environment: { PATH: "/a:/b:/c:/d" } },
      ),
    );
    assert.equal(runtime.path, "/d/node-real");
  });

  it("asks the login shell where PATH has none, and hears it over a greeting", async () => {
    const system = machine(
      { "/home/me/.nvm/bin/node": "24.0.0" },
      { environment: { PATH: "/usr/bin", SHELL: "/bin/zsh" } },
      "/usr/bin:/home/me/.nvm/bin",
    );
    const runtime = await findRuntime({}, system);
    assert.equal(runtime.path, "/home/me/.nvm/bin/node-real");
    assert.equal(runtime.foundBy, "the login shell's PATH");
  });

  it("does not start the login shell when PATH has one", async () => {
    const system = machine(
      { "/usr/bin/node": "20.1.0" },
      { environment: { PATH: "/usr/bin", SHELL: "/bin/zsh" } },
    );
    await findRuntime({}, system);
    assert.deepEqual(
      system.asked.map(({ command }) => command),
      ["/usr/bin/node"],
    );
  });

  it("never looks into folders that depend on where it was started", async () => {
    const system = machine({}, { environment: { PATH: ".:node_modules/.bin::/usr/bin" } });
    await assert.rejects(findRuntime({}, system));
    assert.deepEqual(
      system.asked.map(({ command }) => command),
      ["/usr/bin/node", "/editor/code"],
    );
  });

  it("falls back on the editor, which then runs as Node", async () => {
    const system = machine({ "/editor/code": "22.19.0" });
    const runtime = await findRuntime({}, system);
    assert.deepEqual(runtime.environment, { ELECTRON_RUN_AS_NODE: "1" });
    assert.equal(runtime.foundBy, "the editor's own runtime");
    assert.equal(system.asked.at(-1)?.environment["ELECTRON_RUN_AS_NODE"], "1");
  });

  it("falls back on the Node that runs it", async () => {
    const runtime = await findRuntime({}, machine({ "/editor/code": "20.0.0" }, { isElectron: false }));
    assert.deepEqual(runtime.environment, {});
    assert.equal(runtime.foundBy, "the Node that runs Async Cost");
  });

  it("takes the user's path and no other", async () => {
    const nodes = { "/home/me/n/node": "26.0.0", "/usr/bin/node": "20.1.0" };
    const runtime = await findRuntime(
      { path: "~/n/node", givenBy: "the setting asyncCost.nodePath" },
      machine(nodes),
    );
    assert.equal(runtime.path, "/home/me/n/node-real");
    assert.equal(runtime.foundBy, "the setting asyncCost.nodePath");
  });

  for (const [what, node, reason] of [
    ["does not exist", undefined, /does not exist\.$/],
    ["is too old", "0.8.28", /it is Node 0\.8\.28\.$/],
    ["is something else", { says: "" }, /it is neither Node nor Bun nor Deno\.$/],
    ["may not be run", { error: "EACCES" }, /it cannot be run \(EACCES\)\.$/],
  ] as const) {
    it(`says so when the user's path ${what}, and takes no other behind their back`, async () => {
      const system = machine({
        "/usr/bin/node": "24.0.0",
        ...(node === undefined ? {} : { "/x/node": node }),
      });
      const wish = { path: "/x/node", givenBy: "the setting asyncCost.nodePath" };
      await assert.rejects(findRuntime(wish, system), (error) => {
        assert.ok(error instanceof NoRuntimeError);
        assert.ok(error.message.includes("/x/node (the setting asyncCost.nodePath): it "));
        assert.match(error.message, reason);
        assert.match(error.hint, /Node.*20 or newer/);
        return true;
      });
    });
  }

  it("tells all that was refused when there is none", async () => {
    const system = machine({ "/usr/bin/node": "16.0.0", "/editor/code": { error: "EPERM" } });
    await assert.rejects(findRuntime({}, system), (error) => {
      assert.ok(error instanceof NoRuntimeError);
      assert.match(
        error.message,
        /\/usr\/bin\/node is Node 16\.0\.0; \/editor\/code cannot be run \(EPERM\)/,
      );
      return true;
    });
  });

  it("knows Windows: Path, quotes, PATHEXT, and nothing that needs a shell", async () => {
    const system = machine(
      { "C:\\Program Files\\nodejs\\node.exe": "22.0.0" },
      {
        platform: "win32",
        environment: {
          Path: `C:\\bin;"C:\\Program Files\\nodejs"`,
          PATHEXT: ".COM;.EXE;.BAT;.CMD",
          SHELL: "/bin/zsh",
        },
      },
    );
    const runtime = await findRuntime({}, system);
    assert.equal(runtime.path, "C:\\Program Files\\nodejs\\node.exe-real");
    assert.deepEqual(
      system.asked.map(({ command }) => command),
      ["com", "exe"]
        .map((e) => `C:\\bin\\node.${e}`)
        .concat(["com", "exe"].map((e) => `C:\\Program Files\\nodejs\\node.${e}`)),
    );
  });

  it("does not let NODE_OPTIONS into the question", async () => {
    const system = machine(
      { "/usr/bin/node": "20.1.0" },
      { environment: { PATH: "/usr/bin", NODE_OPTIONS: "--x" } },
    );
    await findRuntime({}, system);
    assert.equal(system.asked[0]?.environment["NODE_OPTIONS"], undefined);
  });
});

describe("finding a runtime on this machine", () => {
  let folder: string;
  before(async () => void (folder = await mkdtemp(path.join(os.tmpdir(), "async-cost-runtime-"))));
  after(() => rm(folder, { recursive: true }));

  it("finds the Node behind a link", async function () {
    if (process.platform === "win32") this.skip();
    await symlink(process.execPath, path.join(folder, "node"));
    const system = { ...machine({}), capture, environment: { PATH: folder } };
    assert.equal((await findRuntime({}, system)).path, process.execPath);
  });

  it("passes over a file that stands on PATH in the place of a folder", async function () {
    if (process.platform === "win32") this.skip();
    const file = path.join(folder, "no-folder");
    await writeFile(file, "");
    const bin = await mkdtemp(path.join(folder, "bin-"));
    await symlink(process.execPath, path.join(bin, "node"));
    const system = { ...machine({}), capture, environment: { PATH: `${file}:${bin}` } };
    assert.equal((await findRuntime({}, system)).path, process.execPath);
    const wish = { path: path.join(file, "node") };
    await assert.rejects(findRuntime(wish, system), /it does not exist/);
  });

  it("says when a file is not a program", async () => {
    const file = path.join(folder, "text");
    await writeFile(file, "no program");
    const wish = { path: file };
    await assert.rejects(
      findRuntime(wish, { ...machine({}), capture }),
      /cannot be run \(EACCES\)|is not Node/,
    );
  });

  it("gives up on a program that does not answer", async () => {
    const answer = await capture(process.execPath, ["-e", "setInterval(() => {}, 1000)"], {
      environment: {},
      timeLimitMilliseconds: 200,
    });
    assert.equal(answer.error, "timed out");
  });
});
